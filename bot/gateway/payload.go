package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"
)

// Gateway opcodes, named as in Discord's documentation.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatACK   = 11
)

type payload struct {
	Op int `json:"op"`
	Dispatch
}

// A Dispatch is an event that Discord sends.
type Dispatch struct {
	Type string          `json:"t"` // such as INTERACTION_CREATE
	Seq  int64           `json:"s"` // its sequence number in the session
	Data json.RawMessage `json:"d"`
}

type message struct {
	Op   int `json:"op"`
	Data any `json:"d"`
}

const noIntents = 0

func identify(l Login) message {
	return message{opIdentify, map[string]any{
		"token": l.Token, "intents": noIntents, "shard": [2]int{l.Shard, l.Total},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "noughts", "device": "noughts"},
	}}
}

func resume(l Login) message {
	return message{opResume, map[string]any{
		"token": l.Token, "session_id": l.Resume.Session, "seq": l.Resume.Sequence,
	}}
}

// minHeartbeat and maxHeartbeat are the limits for the heartbeat interval in HELLO. Discord sends about 41 seconds.
const (
	minHeartbeat = time.Second
	maxHeartbeat = 5 * time.Minute
)

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

// sendHeartbeats sends the first heartbeat after a random part of the interval. It ends the connection if a heartbeat
// is unanswered when the next is due.
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

func heartbeat(sequence int64) message {
	if sequence == 0 {
		return message{Op: opHeartbeat}
	}
	return message{opHeartbeat, sequence}
}
