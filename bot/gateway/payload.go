package gateway

import (
	"runtime"
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
	Seq  int64  `json:"s"` // its sequence number in the session
	Data []byte `json:"-"` // unvalidated JSON
}

// A message is a message to Discord.
type message struct {
	Op   int `json:"op"`
	Data any `json:"d"`
}

// noIntents subscribes to no events. Interactions are sent without any intent.
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
