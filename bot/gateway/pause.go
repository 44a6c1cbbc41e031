package gateway

import (
	"math/rand/v2"
	"time"

	"noughts/bot/backoff"
)

const (
	// leastLife is how long a session must last to reset the backoff. If a gateway accepts sessions
	// but ends them at once, the pauses must grow as if it accepted none.
	leastLife = time.Minute
	// longestIdentifyPause limits the backoff between identifies of a shard whose sessions do not last. It allows some
	// forty identifies an hour; a bot usually has a thousand a day. The identifyGate enforces the daily number.
	longestIdentifyPause = 2 * time.Minute
)

type pauses struct {
	short      backoff.Pause // backoff after connections that did not last
	identifies int           // number of identifies since a connection lasted
}

// after returns the pause after a connection that ended with e. `fresh` says that the next connection starts a new
// session.
func (p *pauses) after(e End, fresh bool) time.Duration {
	lived := e.Lived >= leastLife
	if e.Identified {
		p.identifies++
	}
	if lived {
		*p = pauses{}
	}
	switch {
	case e.Reason == InvalidSession: // the connection itself did not fail
		return max(time.Second+rand.N(4*time.Second), p.identifyPause())
	case lived:
		return rand.N(time.Second / 2)
	case fresh:
		return max(p.short.Next(), p.identifyPause())
	}
	return p.short.Next()
}

// identifyPause returns the backoff after p.identifies identifies whose sessions did not last. It is a random duration
// between d/2 and d. d is 2 seconds after the first such identify, and doubles with each further one, up to
// longestIdentifyPause.
func (p *pauses) identifyPause() time.Duration {
	if p.identifies == 0 {
		return 0
	}
	whole := min(time.Second<<min(p.identifies, 10), longestIdentifyPause)
	return whole/2 + rand.N(whole/2)
}
