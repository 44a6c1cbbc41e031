package shown_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"noughts/bot/rest"
	"noughts/bot/shown"
	"noughts/game"
	"noughts/game/match"
)

var start = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// A world simulates one stored match, one process that shows it, and Discord with the messages of that match.
type world struct {
	now      time.Time
	record   match.Record // as stored
	state    shown.State
	messages []message
	nextID   int
	answer   string     // id of the message that FindAnswer finds for the last answer, "" for none
	late     []write    // writes that Discord will carry out later
	lateAt   time.Time  // when Discord carries out the late writes
	mentions int        // how often the notice in `told` was posted as a mention
	told     match.Ping // the notice of the last mention; only Turn and Told matter
	broken   string     // the first invariant that did not hold, "" for none
}

// A message is a message in Discord. Its revision is 0 if it is only a pointer to the live message.
type message struct {
	id, channel string
	kind        string // board, mirror, ping
	revision    int
}

type write struct {
	id       string
	revision int
}

const channel, rival = "500", "501"

// newWorld returns a world with a stored match of two members and no messages.
func newWorld() world {
	m, err := match.New("m", "7", match.Person("7"), match.Person("8"), match.Options{Variant: game.Classic(3)}, game.X, start)
	if err != nil {
		panic(err)
	}
	m.Status = match.Playing
	w := world{now: start, nextID: 900, record: match.Record{Match: m, Place: match.Place{Guild: "1", Channel: channel}}}
	w.read()
	return w
}

func (w world) clone() world {
	w.messages, w.late, w.state.Old = slices.Clone(w.messages), slices.Clone(w.late), slices.Clone(w.state.Old)
	return w
}

func (w world) want() shown.Want {
	return shown.Want{Record: w.record, Now: w.now, Reached: true}
}

func (w *world) read() { w.state = w.state.Read(w.record) }

func (w *world) fail(format string, args ...any) {
	if w.broken == "" {
		w.broken = fmt.Sprintf(format, args...)
	}
}

func (w *world) post(in, kind string, revision int) string {
	w.nextID++
	id := fmt.Sprint(w.nextID)
	w.messages = append(w.messages, message{id, in, kind, revision})
	return id
}

func (w *world) find(id string) *message {
	for i := range w.messages {
		if w.messages[i].id == id {
			return &w.messages[i]
		}
	}
	return nil
}

// draw changes the revision that a message shows.
func (w *world) draw(id string, revision int) {
	if m := w.find(id); m != nil {
		m.revision = revision
	}
}

// A how says what happens to the call of a step. For example, with lostDone the store or Discord carries out the call,
// but its reply is lost.
type how string

const (
	done      how = "done"
	limited   how = "limited"
	lostDone  how = "lost, carried out"
	lostLate  how = "lost, carried out later"
	lostNever how = "lost, never carried out"
	unknown   how = "unknown"
	refused   how = "refused"
)

var everyHow = []how{done, limited, lostDone, lostLate, lostNever, unknown, refused}

// isStore reports whether a step writes to the store.
func isStore(k shown.Kind) bool {
	return slices.Contains([]shown.Kind{shown.StoreMessage, shown.StoreMirror, shown.ClaimPing, shown.SettlePing, shown.StorePlace}, k)
}

// execute checks a step and simulates its call with the outcome `as`. It then passes the result to the state.
func (w *world) execute(s shown.Step, as how) {
	want := w.want()
	w.check(s)
	o := shown.StepResult{Status: shown.Done}
	switch as {
	case done, lostDone:
		o = w.carryOut(s)
	case lostLate:
		if s.Kind == shown.EditBoard {
			w.late = append(w.late, write{s.Message.ID, w.record.Revision()})
			w.lateAt = w.now.Add(2 * time.Second)
		} else {
			w.carryOut(s)
		}
	case limited:
		o = shown.StepResult{Status: shown.Limited, Wait: 3 * time.Second}
	case unknown:
		o = shown.StepResult{Status: shown.Unknown}
	case refused:
		o = shown.StepResult{Status: shown.Refused}
	}
	if as == lostDone || as == lostLate || as == lostNever {
		o = shown.StepResult{Status: shown.Lost}
		if isStore(s.Kind) {
			o.Status = shown.Down
		}
	}
	w.now = w.now.Add(100 * time.Millisecond)
	o.At = w.now
	w.state = w.state.After(want, s, o)
	if isStore(s.Kind) {
		w.read()
	}
}

// check checks the invariants for the step `s`, which is about to be executed.
func (w *world) check(s shown.Step) {
	live := w.state.Board.Message.ID
	switch {
	case s.Kind == shown.Point && s.Message.ID == live:
		w.fail("a pointer is written into the live message")
	case s.Kind == shown.Point && w.record.Message == s.Message.ID:
		w.fail("a pointer links to itself")
	case s.Kind == shown.PostPing && w.record.Ping.Pending.IsZero():
		w.fail("a mention is posted that is not claimed in the store")
	case (s.Kind == shown.EditBoard || s.Kind == shown.StartThread) && w.state.Board.State == shown.Pending &&
		w.now.Before(w.state.Board.AnswerBy):
		w.fail("an edit may overtake the answer")
	}
}

// carryOut does to the world what the call of a step does to the store or to Discord.
func (w *world) carryOut(s shown.Step) shown.StepResult {
	o := shown.StepResult{Status: shown.Done}
	r := &w.record
	switch s.Kind {
	case shown.StoreMessage:
		if r.Message == s.From {
			r.Message = s.Message.ID
		}
		o.ID = r.Message
	case shown.FindAnswer:
		if o.ID = w.answer; o.ID == "" {
			o.Status = shown.Unknown
		}
	case shown.PostBoard, shown.PostInThread:
		o.ID = w.postOnce(r.Place.Channel, "board", r.Revision())
	case shown.EditBoard, shown.EditMirror:
		w.draw(s.Message.ID, r.Revision())
		o.Message = s.Message
	case shown.Point:
		w.draw(s.Message.ID, 0)
	case shown.PostMirror:
		o.ID = w.postOnce(rival, "mirror", r.Revision())
	case shown.StoreMirror:
		if r.Mirror.Message == "" {
			r.Mirror.Message = s.Message.ID
		}
		o.ID = r.Mirror.Message
	case shown.ClaimPing:
		notice, _ := r.Notice(w.now)
		r.Ping = match.Ping{Turn: r.Match.Turn(), Told: notice, Pending: w.now, Message: r.Ping.Message}
		o.Ping = r.Ping
	case shown.PostPing:
		if o.ID = w.idOf("ping"); o.ID == "" {
			o.ID = w.post(channel, "ping", 1)
			if !s.Silent {
				if !r.Ping.Turn.Equal(w.told.Turn) || r.Ping.Told != w.told.Told {
					w.told, w.mentions = r.Ping, 0
				}
				w.mentions++
			}
		}
	case shown.DeletePing:
		w.messages = slices.DeleteFunc(w.messages, func(m message) bool { return m.id == s.Message.ID })
	case shown.SettlePing:
		r.Ping.Pending, r.Ping.Message = time.Time{}, s.Message.ID
	case shown.StartThread, shown.CloseThread:
	case shown.StorePlace:
		r.Place = s.Place
	}
	return o
}

// postOnce posts a message under a nonce. If a message of the same kind is already in the channel, it returns that one,
// as Discord does for a repeated nonce. In the match's first channel it always posts a new message.
func (w *world) postOnce(in, kind string, revision int) string {
	for _, m := range w.messages {
		if m.kind == kind && m.channel == in && in != channel {
			return m.id
		}
	}
	return w.post(in, kind, revision)
}

func (w *world) idOf(kind string) string {
	for _, m := range w.messages {
		if m.kind == kind {
			return m.id
		}
	}
	return ""
}

// arrive makes the late writes take effect.
func (w *world) arrive() {
	for _, write := range w.late {
		w.draw(write.id, write.revision)
	}
	w.late, w.lateAt = nil, time.Time{}
}

// key returns a text for telling worlds apart: of several worlds with the same key, explore goes on from one only. Its
// times are relative to now.
func (w *world) key() string {
	since := func(t time.Time) string {
		if t.IsZero() {
			return "-"
		}
		return max(t.Sub(w.now), -time.Second).String()
	}
	b := w.state.Board
	var key strings.Builder
	fmt.Fprint(&key, b.State, b.Message.ID, b.Before.ID, b.Stored, b.Shows, since(b.AnswerBy), since(b.FindAt),
		since(b.RewriteAt), since(b.EditedAt), since(b.Retry.At), b.Retry.Failures, b.Retry.Spent,
		w.state.Old, w.state.Mirror.Posted, w.state.Mirror.Shows, w.state.Mirror.Retry.Failures, w.state.Thread.Started, w.state.Thread.Failed,
		w.state.Store.Failures, since(w.state.Store.At), w.state.Mention.Mine, w.state.Mention.Posted, w.state.Mention.ID, w.state.Mention.Deleted,
		w.messages, w.late, since(w.lateAt), w.answer, w.record.Message, w.record.Mirror, w.record.Place, w.record.Ping.Told,
		w.record.Ping.Message, since(w.record.Ping.Pending), w.record.Revision())
	return key.String()
}

// token returns the message with an id, with an interaction's token for editing it.
func (w *world) token(id string) rest.Message {
	return rest.Message{Channel: channel, ID: id, App: "1", Token: "t", Until: w.now.Add(14 * time.Minute)}
}
