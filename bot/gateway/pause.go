package gateway

import (
	"math/rand/v2"
	"time"

	"noughts/bot/backoff"
)

const (
	// leastLife is how long a session must last to reset the backoff. A gateway that accepts
	// sessions and ends them at once is as bad as one that accepts none.
	leastLife = time.Minute
	// longestIdentifyPause limits the backoff between identifies of a shard whose sessions do not
	// last: some forty an hour, where a bot usually has a thousand a day. The identify gate guards
	// the daily number.
	longestIdentifyPause = 2 * time.Minute
)

// pauses compute the backoff between a shard's connections.
type pauses struct {
	short      backoff.Pause // after connections that did not last
	identifies int           // since a connection lasted
}

// after returns the pause after a connection. fresh says that the next one starts a new session.
func (p *pauses) after(e End, fresh bool) time.Duration {
	lived := e.Lived >= leastLife
	if e.Identified {
		p.identifies++
	}
	if lived {
		*p = pauses{}
	}
	switch {
	case e.Reason == InvalidSession: // which is no failure of the connection
		return max(time.Second+rand.N(4*time.Second), p.identifyPause())
	case lived:
		return rand.N(time.Second / 2)
	case fresh:
		return max(p.short.Next(), p.identifyPause())
	}
	return p.short.Next()
}

// identifyPause returns the backoff after so many useless identifies: 2 seconds, doubled up to two
// minutes, of which at least half is waited.
func (p *pauses) identifyPause() time.Duration {
	if p.identifies == 0 {
		return 0
	}
	whole := min(time.Second<<min(p.identifies, 10), longestIdentifyPause)
	return whole/2 + rand.N(whole/2)
}
