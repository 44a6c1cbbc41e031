package gateway

import (
	"encoding/json"
	"strconv"
	"time"
)

// The gateway's opcodes, named as in Discord's documentation.
const (
	OpHeartbeat      = 1
	OpIdentify       = 2
	OpResume         = 6
	OpReconnect      = 7
	OpInvalidSession = 9
	OpHello          = 10
	OpHeartbeatACK   = 11
)

// maxPayload is the largest payload a client may send, in bytes.
const maxPayload = 4096

type closeReason struct {
	code int
	text string
}

// The reasons to close a connection, in the order of Discord's list.
var (
	closeUnknownOpcode     = closeReason{4001, "Unknown opcode."}
	closeDecodeError       = closeReason{4002, "Error while decoding payload."}
	closeAuthFailed        = closeReason{4004, "Authentication failed."}
	closeAlreadyAuth       = closeReason{4005, "Already authenticated."}
	closeInvalidSeq        = closeReason{4007, "Invalid seq."}
	closeRateLimited       = closeReason{4008, "Rate limited."}
	closeSessionTimedOut   = closeReason{4009, "Session timed out."}
	closeInvalidShard      = closeReason{4010, "Invalid shard."}
	closeInvalidVersion    = closeReason{4012, "Invalid API version."}
	closeInvalidIntents    = closeReason{4013, "Invalid intent(s)."}
	closeDisallowedIntents = closeReason{4014, "Disallowed intent(s)."}
)

func closedByTest(code int) closeReason { return closeReason{code: code, text: "Closed by a test."} }

type clientPayload struct {
	Op *int            `json:"op"`
	D  json.RawMessage `json:"d"`
}

type serverPayload struct {
	Op int     `json:"op"`
	D  any     `json:"d"`
	S  *int64  `json:"s"`
	T  *string `json:"t"`
}

// Hello is the data (field d) of Hello, opcode 10.
type Hello struct {
	HeartbeatInterval int64 `json:"heartbeat_interval"` // ms
}

func control(op int, d any) frame {
	raw, _ := json.Marshal(serverPayload{Op: op, D: d})
	return frame{payload: raw}
}

// dispatchPayload encodes Dispatch (opcode 0), which carries an event. The event's data is already JSON.
func dispatchPayload(event string, seq int64, data json.RawMessage) []byte {
	b := make([]byte, 0, len(data)+len(event)+48)
	b = append(b, `{"t":"`+event+`","s":`...)
	b = strconv.AppendInt(b, seq, 10)
	b = append(b, `,"op":0,"d":`...)
	b = append(b, data...)
	return append(b, '}')
}

type frame struct {
	payload []byte
	raw     []byte        // raw bytes, written instead of the payload
	closing *closeReason  // if not nil, the frame is a close frame with this reason
	delay   time.Duration // the wait before the frame is written
}
