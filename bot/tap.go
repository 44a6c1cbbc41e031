package bot

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"net"
	"os"
	"sync"
	"time"
)

// A tap is a gateway connection that is watched, and a little corrected, from
// below the library.
//
// discordgo handles some of what a server can say in ways that cost the session
// or hang it: op 7 before READY locks it up for ever, op 9 identifies on the same
// connection without pacing, silence is noticed after minutes, and every error is
// answered with close code 1000, which ends a session that could be resumed. The
// tap reads the server's frames as they pass, and where one of these would happen
// it cuts the connection first. To the library that is a lost connection, which
// it takes well; the supervisor asks the tap for the reason.
//
// Nor does the library let go of a session's id, or take one from elsewhere. So
// it is given a connection for a new session each time, on which it identifies,
// and the tap sends the RESUME in the IDENTIFY's stead when there is a session to
// be resumed: see session. To the library both answers are a first dispatch.
type tap struct {
	net.Conn

	frames frameReader // used by Read only

	writing sync.Mutex
	resume  []byte // the payload to send for the IDENTIFY; nil to let it pass
	greeted bool   // either has been sent

	mu       sync.Mutex
	interval time.Duration // between heartbeats, 0 until HELLO
	heard    time.Time     // when the last byte came
	ended    ending        // why the connection is over

	once sync.Once
	over chan struct{} // closed when the library has dealt with all it was given
}

// An ending says why a gateway connection is over.
type ending struct {
	kind endingKind
	code int // of the server's close frame, for byCloseFrame
}

type endingKind uint8

// Why connections end. None while one is open.
const (
	notEnded           endingKind = iota
	byLostConnection              // cut from outside
	bySilence                     // nothing heard for a heartbeat interval and a half
	byReconnect                   // op 7
	byInvalidSession              // op 9, the session is gone
	byInvalidResumable            // op 9, the session can be resumed
	byCloseFrame                  // the server closed, with a code
	byUs                          // the bot closed
	byLibrary                     // the library wanted to close
)

var endingNames = [...]string{
	"not connected", "connection lost", "silence", "reconnect asked", "invalid session",
	"invalid session, resumable", "closed by Discord", "closed by the bot",
	"given up by the library",
}

// String returns the reason for logs.
func (k endingKind) String() string { return endingNames[k] }

// Gateway opcodes that the tap looks for or sends.
const (
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
)

// newTap taps a connection. resume is the payload that is to be sent in place of
// the library's IDENTIFY, or nil.
func newTap(c net.Conn, resume []byte) *tap {
	return &tap{Conn: c, resume: resume, heard: time.Now(), over: make(chan struct{})}
}

// Read passes on what the server sends, up to a frame that ends the connection.
func (t *tap) Read(p []byte) (int, error) {
	if limit, ok := t.patience(); ok {
		_ = t.SetReadDeadline(limit) // fails when closed, and then the read does too
	}
	n, err := t.Conn.Read(p)
	n = t.look(p[:n])
	if err != nil {
		t.end(ending{kind: lossOf(err)})
	}
	switch {
	case n > 0:
		return n, nil // an end is found again by the next read
	case err == nil:
		err = net.ErrClosed
	}
	t.finish() // who asks for more has dealt with what there was
	return 0, err
}

// lossOf tells silence from a cut: the only read deadline is the tap's own.
func lossOf(err error) endingKind {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return bySilence
	}
	return byLostConnection
}

// patience returns until when the server may be silent, once it has said how
// often hearts beat.
func (t *tap) patience() (time.Time, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.heard.Add(t.interval * 3 / 2), t.interval > 0
}

// look follows the frames in p and returns how much of it the library may see.
func (t *tap) look(p []byte) (passed int) {
	if len(p) > 0 {
		t.mu.Lock()
		t.heard = time.Now()
		t.mu.Unlock()
	}
	for passed < len(p) {
		n, f := t.frames.next(p[passed:])
		if f != nil {
			if e := t.judge(f); e.kind != notEnded {
				t.end(e)
				if e.kind == byCloseFrame {
					return passed + n
				}
				return passed
			}
		}
		passed += n
	}
	return passed
}

// judge says whether a frame ends the connection, and learns from HELLO.
func (t *tap) judge(f *frame) ending {
	switch f.opcode {
	case opcodeClose:
		return ending{byCloseFrame, closeCode(f.payload)}
	case opcodeText:
		return t.judgeMessage(f.payload)
	}
	return ending{}
}

func (t *tap) judgeMessage(payload []byte) ending {
	var message struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if payload == nil || json.Unmarshal(payload, &message) != nil {
		return ending{}
	}
	switch message.Op {
	case opReconnect:
		return ending{kind: byReconnect}
	case opInvalidSession:
		if string(message.Data) == "true" {
			return ending{kind: byInvalidResumable}
		}
		return ending{kind: byInvalidSession}
	case opHello:
		t.hello(message.Data)
	}
	return ending{}
}

// slowestHeart bounds what HELLO may ask for, so that a wrong number cannot
// switch the watch off. Discord's interval is about 41 seconds.
const slowestHeart = 5 * time.Minute

func (t *tap) hello(data []byte) {
	var hello struct {
		Interval float64 `json:"heartbeat_interval"` // milliseconds
	}
	if json.Unmarshal(data, &hello) != nil || hello.Interval <= 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	ms := min(hello.Interval, float64(slowestHeart/time.Millisecond))
	t.interval = time.Duration(ms * float64(time.Millisecond))
}

// noStatus is the code of a close frame without one.
const noStatus = 1005

func closeCode(payload []byte) int {
	if len(payload) < 2 {
		return noStatus
	}
	return int(binary.BigEndian.Uint16(payload))
}

// Write sends what the library sends while the connection is open. A write that
// fails ends the connection and is reported as done: the library learns of it
// from its next read, and so at one place only. A close frame of the library's
// cuts the connection instead, since it would end the session.
func (t *tap) Write(p []byte) (int, error) {
	t.writing.Lock()
	defer t.writing.Unlock()
	switch {
	case t.reason().kind != notEnded:
	case isCloseFrame(p):
		t.end(ending{kind: byLibrary})
	default:
		if _, err := t.Conn.Write(t.greeting(p)); err != nil {
			t.end(ending{kind: byLostConnection})
		}
	}
	return len(p), nil
}

// isCloseFrame says whether p, which is all that is written at once, is a close
// frame: a final one, which text does not begin with.
func isCloseFrame(p []byte) bool {
	return len(p) > 0 && p[0] == 0x80|opcodeClose
}

// greeting returns what to send for p: the RESUME for an IDENTIFY if there is
// one, and else p.
func (t *tap) greeting(p []byte) []byte {
	if t.greeted || !isIdentify(p) {
		return p
	}
	t.greeted = true
	if t.resume == nil {
		return p
	}
	return clientFrame(opcodeText, t.resume)
}

// identified says whether an IDENTIFY has been sent.
func (t *tap) identified() bool {
	t.writing.Lock()
	defer t.writing.Unlock()
	return t.greeted && t.resume == nil
}

// leaveLimit is how long the bot's own close frame may take to leave.
const leaveLimit = time.Second

// leave says goodbye with a close code and ends the connection.
func (t *tap) leave(code int) {
	t.note(ending{kind: byUs})
	_ = t.SetWriteDeadline(time.Now().Add(leaveLimit)) // also for who is writing now
	t.writing.Lock()
	defer t.writing.Unlock()
	goodbye := binary.BigEndian.AppendUint16(nil, uint16(code))
	_, _ = t.Conn.Write(clientFrame(opcodeClose, goodbye)) // it is over either way
	_ = t.Conn.Close()
}

// Close closes the connection.
func (t *tap) Close() error {
	t.finish()
	return t.Conn.Close()
}

func (t *tap) finish() { t.once.Do(func() { close(t.over) }) }

// cut ends the connection without a word, so that the session can be resumed.
func (t *tap) cut() { t.end(ending{kind: byUs}) }

// end notes the first reason and closes the connection.
func (t *tap) end(e ending) {
	t.note(e)
	_ = t.Conn.Close() // nothing to be done about a connection that is over
}

func (t *tap) note(e ending) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended.kind == notEnded {
		t.ended = e
	}
}

// reason returns why the connection is over; its kind is notEnded while it is
// open.
func (t *tap) reason() ending {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended
}

// lastHeard returns when the server was last heard.
func (t *tap) lastHeard() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.heard
}
