package gateway

import (
	"encoding/json"
	"fmt"
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

// A payload is a message from Discord.
type payload struct {
	Op int `json:"op"`
	Dispatch
}

// A Dispatch is an event that Discord sends.
type Dispatch struct {
	Type string `json:"t"` // such as INTERACTION_CREATE
	Seq  int64  `json:"s"` // its number in the session
	Data []byte `json:"-"` // unvalidated JSON
}

// minHeartbeat and maxHeartbeat are the limits for the heartbeat interval in HELLO. Discord's is
// about 41 seconds.
const (
	minHeartbeat = time.Second
	maxHeartbeat = 5 * time.Minute
)

// hello returns the heartbeat interval in a HELLO, or an error if it is out of range.
func (p payload) hello() (time.Duration, error) {
	var data struct {
		Interval float64 `json:"heartbeat_interval"` // milliseconds
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

// A message is a message to Discord.
type message struct {
	Op   int `json:"op"`
	Data any `json:"d"`
}

// noIntents subscribes to no events: interactions come without any.
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

// heartbeat returns a heartbeat with the last sequence number, null for none.
func heartbeat(sequence int64) message {
	if sequence == 0 {
		return message{Op: opHeartbeat}
	}
	return message{opHeartbeat, sequence}
}
