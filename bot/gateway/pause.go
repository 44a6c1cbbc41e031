package gateway

import (
	"math/rand/v2"
	"time"

	"noughts/bot/backoff"
)

const (
	// leastLife is how long a session must have been up on a connection for the next
	// attempts to be as quick as the first: a gateway that accepts sessions and ends
	// them at once is no better than one that accepts none.
	leastLife = time.Minute
	// longestIdentifyPause bounds the pause between the identifies of a shard whose
	// sessions do not last: some forty an hour, where a bot usually has a thousand a
	// day. How long these last all its shards is for the identify gate to see.
	longestIdentifyPause = 2 * time.Minute
)

// pauses say how long a shard waits between its connections.
type pauses struct {
	short      backoff.Pause // of connections that did not live
	identifies int           // since a connection lived
}

// after returns the pause after a connection. fresh says that the next one begins a new session.
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

// identifyPause returns how long to wait after so many identifies for nothing:
// between a half and the whole of two seconds, four, up to two minutes.
func (p *pauses) identifyPause() time.Duration {
	if p.identifies == 0 {
		return 0
	}
	whole := min(time.Second<<min(p.identifies, 10), longestIdentifyPause)
	return whole/2 + rand.N(whole/2)
}
