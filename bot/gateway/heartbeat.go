package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// minHeartbeat and maxHeartbeat are the limits for the heartbeat interval in HELLO. Discord sends about 41 seconds.
const (
	minHeartbeat = time.Second
	maxHeartbeat = 5 * time.Minute
)

// hello returns the heartbeat interval in a HELLO (the gateway's first message), or an error if the interval is out of
// range.
func (p payload) hello() (time.Duration, error) {
	var data struct {
		Interval float64 `json:"heartbeat_interval"` // in milliseconds
	}
	if p.Op != opHello {
		return 0, fmt.Errorf("got op %d instead of HELLO", p.Op)
	}
	if err := json.Unmarshal(p.Data, &data); err != nil {
		return 0, fmt.Errorf("cannot decode HELLO: %w", err)
	}
	if least, most := minHeartbeat.Seconds()*1000, maxHeartbeat.Seconds()*1000; data.Interval < least || data.Interval > most {
		return 0, fmt.Errorf("HELLO asks for a heartbeat every %v ms", data.Interval)
	}
	return time.Duration(data.Interval * float64(time.Millisecond)), nil
}

// sendHeartbeats sends heartbeats until `over` is closed. It sends the first after a random part of the interval. If a
// heartbeat is unanswered when the next is due, sendHeartbeats ends the connection.
func (c *Conn) sendHeartbeats(interval time.Duration, over <-chan struct{}) {
	due := time.NewTimer(rand.N(interval))
	defer due.Stop()
	for {
		select {
		case <-over:
			return
		case <-c.asked:
		case <-due.C:
			if !c.acked.Swap(false) {
				c.abort(End{Reason: Silence, Err: errors.New("heartbeat not acknowledged")})
				return
			}
			due.Reset(interval)
		}
		if !c.write(heartbeat(c.sequence.Load())) {
			return
		}
	}
}

// heartbeat returns a heartbeat with the last sequence number, or with null if `sequence` is 0.
func heartbeat(sequence int64) message {
	if sequence == 0 {
		return message{Op: opHeartbeat}
	}
	return message{opHeartbeat, sequence}
}
