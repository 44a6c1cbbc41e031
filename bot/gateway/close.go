package gateway

import (
	"errors"
	"net"
	"time"

	"github.com/gorilla/websocket"
)

// An End says why a connection ended, and how long its session was up.
type End struct {
	Reason     EndReason
	Code       int           // the code of Discord's close frame, if Reason is Closed
	Identified bool          // an IDENTIFY was sent
	Lived      time.Duration // how long the session was up, for Silence only until the last message; 0 if never up
	Err        error         // details, or nil
}

// An EndReason says why a connection ended.
type EndReason uint8

// The reasons.
const (
	NotConnected     EndReason = iota // the connection could not be opened
	Lost                              // the network cut the connection
	Silence                           // no message for too long, or an unanswered heartbeat
	Reconnect                         // Discord asked for a new connection: Reconnect, opcode 7
	InvalidSession                    // Discord sent Invalid Session, opcode 9, and the session is gone
	InvalidResumable                  // Discord sent Invalid Session, opcode 9, but the session can be resumed
	Closed                            // Discord sent a close frame with a code
	Broken                            // Discord sent a message that cannot be understood
	Stopped                           // the context of Run ended
)

var reasonNames = [...]string{
	"not connected", "connection lost", "silence", "reconnect asked", "invalid session",
	"invalid session, resumable", "closed by Discord", "not understood", "closed by the bot",
}

func (r EndReason) String() string { return reasonNames[r] }

func endOf(err error) End {
	var closed *websocket.CloseError
	var timeout net.Error
	switch {
	case errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure: // the library reports a connection that was cut as CloseAbnormalClosure
		return End{Reason: Closed, Code: closed.Code, Err: err}
	case errors.Is(err, websocket.ErrReadLimit):
		return End{Reason: Broken, Err: err}
	case errors.As(err, &timeout) && timeout.Timeout():
		return End{Reason: Silence, Err: err}
	}
	return End{Reason: Lost, Err: err}
}

// A FatalError is a refusal by Discord that lasts until somebody changes a setting. Its text is one
// sentence that says what to do.
type FatalError string

func (e FatalError) Error() string { return string(e) }

// ErrToken is the error if Discord does not accept the token.
const ErrToken FatalError = "Discord rejected the bot's token: copy it again from the Bot page of your " +
	"application in Discord's developer portal to DISCORD_TOKEN."

var fatalCodes = map[int]FatalError{
	4004: ErrToken,
	4010: "Discord does not accept the shard number (close code 4010): check SHARDS.",
	4011: "Discord wants this bot to use more shards (close code 4011): set SHARDS to auto.",
	4012: "Discord no longer speaks this version of its gateway (close code 4012): update Noughts.",
	4013: "Discord does not accept the bot's intents (close code 4013): update Noughts.",
	4014: "Discord does not allow the bot's intents (close code 4014): update Noughts.",
}

func (e End) fatal() error {
	if err, ok := fatalCodes[e.Code]; ok && e.Reason == Closed {
		return err
	}
	return nil
}

// endsSession reports whether the session cannot be resumed: Discord has invalidated it, or closed
// the connection because of a wrong sequence number, a timed-out session or a fatal error.
func (e End) endsSession() bool {
	return e.Reason == InvalidSession || e.Reason == Closed && (e.Code == 4007 || e.Code == 4009 || e.fatal() != nil)
}

// Codes of the bot's own close frame. After code 1000 or 1001 Discord ends the session, and the bot is offline at once.
// After any other code Discord keeps the session for some minutes.
const (
	closeAndEnd    = 1000
	closeAndResume = 4000
)
