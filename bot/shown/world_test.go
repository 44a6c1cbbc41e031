package shown_test

import (
	"fmt"
	"slices"
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
	answer   string // id of the message that FindAnswer finds for the last answer, "" for none
}

// A message is a message in Discord. Its revision is 0 if it is only a pointer to the live message.
type message struct {
	id, channel string
	kind        string // board, mirror, ping
	revision    int
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
	w.messages, w.state.Old = slices.Clone(w.messages), slices.Clone(w.state.Old)
	return w
}

func (w world) want() shown.Want {
	return shown.Want{Record: w.record, Now: w.now, Reached: true}
}

func (w *world) read() { w.state = w.state.Read(w.record) }

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

// A how says what happens to the call of a step.
type how int

const (
	done how = iota
	limited
	lost // before Discord or the store has carried it out
	unknown
	refused
)

// isStore reports whether a step writes to the store.
func isStore(k shown.StepKind) bool {
	return slices.Contains([]shown.StepKind{shown.StoreMessage, shown.StoreMirror, shown.ClaimPing, shown.SettlePing, shown.StorePlace}, k)
}

// execute checks a step and simulates its call with the outcome `as`. It then passes the result to the state.
func (w *world) execute(s shown.Step, as how) {
	want := w.want()
	o := shown.StepResult{Status: shown.Done}
	switch as {
	case done:
		o = w.carryOut(s)
	case limited:
		o = shown.StepResult{Status: shown.Limited, Wait: 3 * time.Second}
	case unknown:
		o = shown.StepResult{Status: shown.Unknown}
	case refused:
		o = shown.StepResult{Status: shown.Refused}
	case lost:
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

// answerAnew answers an interaction by a new message with the board. If `arrives` is true, Discord shows the answer. If
// `named` is true, the process learns the message's id.
func (w *world) answerAnew(fate shown.Fate, arrives, named bool) {
	w.answer = ""
	if arrives {
		w.answer = w.post(channel, "board", w.record.Revision())
	}
	a := shown.Answer{Fate: fate, Message: w.token("")}
	if named {
		a.Message.ID = w.answer
	}
	w.state = w.state.AnswerSent(w.want(), a)
}

// move makes a move by a press on the message `id`, and answers by updating that message. If `arrives` is true, Discord
// shows the update.
func (w *world) move(id string, fate shown.Fate, arrives bool) {
	w.record.Match.Version++
	w.record.Match.TurnBegan, w.record.Match.Changed = w.now, w.now
	w.read()
	if arrives {
		w.draw(id, w.record.Revision())
	}
	w.answer = ""
	if fate != shown.Declined {
		w.answer = id
	}
	w.state = w.state.AnswerSent(w.want(), shown.Answer{Fate: fate, Message: w.token(id), Pressed: true})
}

// settle runs all steps of the state, without failures, until none is left.
func (w *world) settle() {
	for range 200 {
		step, at := w.state.Next(w.want())
		switch {
		case step.Kind != shown.None:
			w.execute(step, done)
		case at.IsZero():
			return
		default:
			w.now = at
		}
	}
	panic("it never comes to rest")
}

// token returns the message with an id, with an interaction's token for editing it.
func (w *world) token(id string) rest.Message {
	return rest.Message{Channel: channel, ID: id, App: "1", Token: "t", Until: w.now.Add(14 * time.Minute)}
}
