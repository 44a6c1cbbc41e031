package shown_test

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"noughts/bot/rest"
	"noughts/bot/shown"
	"noughts/game/match"
)

var deeper = flag.Int("shown.deeper", 0, "how many events more the states are explored")

// An event is something that can happen in a world (a simulated match, process and Discord): for example a move, a
// crash, or the result of a call.
type event struct {
	name string
	do   func(*world)
}

// events returns all events that can happen next.
func (w *world) events() []event {
	var all []event
	add := func(name string, do func(*world)) { all = append(all, event{name, do}) }
	if step, _ := w.state.Next(w.want()); step.Kind != shown.None {
		for _, as := range everyHow {
			if isStore(step.Kind) && (as == limited || as == unknown || as == refused) {
				continue
			}
			add(fmt.Sprintf("step %d %s", step.Kind, as), func(w *world) { w.execute(step, as) })
		}
	}
	if len(w.messages) < 3 {
		for _, a := range []struct {
			fate           shown.Fate
			arrives, named bool
		}{
			{shown.Confirmed, true, true}, {shown.Confirmed, true, false}, {shown.Unconfirmed, true, false},
			{shown.NoReply, true, false}, {shown.NoReply, false, false}, {shown.Declined, false, false},
		} {
			add(fmt.Sprintf("a new board, %v", a), func(w *world) { w.answerAnew(a.fate, a.arrives, a.named) })
		}
	}
	for _, m := range w.messages {
		if m.kind != "board" || m.revision == 0 {
			continue
		}
		add("a stale press on "+m.id, func(w *world) {
			w.state = w.state.Pressed(w.want(), rest.Message{Channel: m.channel, ID: m.id})
		})
		if w.record.Revision() < 3 {
			for _, a := range []struct {
				fate    shown.Fate
				arrives bool
			}{{shown.Confirmed, true}, {shown.Unconfirmed, true}, {shown.NoReply, true}, {shown.NoReply, false}, {shown.Declined, false}} {
				add(fmt.Sprintf("a move in %s, %v", m.id, a), func(w *world) { w.move(m.id, a.fate, a.arrives) })
			}
		}
	}
	add("a crash", func(w *world) {
		w.arrive() // all late writes arrive first, because a restart takes longer
		w.state = shown.State{}
		w.read()
	})
	add("time passes", (*world).wait)
	return all
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
	w.state = w.state.Answered(w.want(), a)
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
	w.state = w.state.Answered(w.want(), shown.Answer{Fate: fate, Message: w.token(id), Pressed: true})
}

// wait lets time pass until the next event, at most a minute.
func (w *world) wait() {
	next := w.now.Add(time.Minute)
	if _, at := w.state.Next(w.want()); !at.IsZero() && at.Before(next) {
		next = at
	}
	if !w.lateAt.IsZero() && !next.Before(w.lateAt) {
		next = w.lateAt
		w.now = next
		w.arrive()
		return
	}
	w.now = next
}

// calm runs all steps of the state, without failures, until none is left. It then makes a member press every message
// with a board, and runs all steps again.
func (w *world) calm() {
	w.settle()
	for _, m := range w.messages {
		if m.kind == "board" && m.revision != 0 {
			w.state = w.state.Pressed(w.want(), rest.Message{Channel: m.channel, ID: m.id})
			w.settle()
		}
	}
}

func (w *world) settle() {
	for range 200 {
		step, at := w.state.Next(w.want())
		switch {
		case step.Kind != shown.None:
			w.execute(step, done)
		case len(w.late) > 0:
			if w.now.Before(w.lateAt) {
				w.now = w.lateAt
			}
			w.arrive()
		case at.IsZero():
			return
		default:
			if !at.After(w.now) {
				w.fail("Next says to wait until %v, which is over", at.Sub(w.now))
				return
			}
			w.now = at
		}
	}
	w.fail("it never comes to rest")
}

// checkRest checks the invariants that must hold when Next has no further step.
func (w *world) checkRest() {
	r := w.record
	live := 0
	for _, m := range w.messages {
		if m.kind != "board" || m.revision == 0 {
			continue
		}
		live++
		if m.revision != r.Revision() {
			w.fail("message %s shows revision %d of %d", m.id, m.revision, r.Revision())
		}
		if m.id != r.Message {
			w.fail("message %s shows the match, and the store names %q", m.id, r.Message)
		}
	}
	if live > 1 {
		w.fail("%d messages show the match", live)
	}
	if r.Mirror.Channel != "" && r.Mirror.Message == "" {
		w.fail("the second board is not stored")
	}
	if m := w.find(r.Mirror.Message); r.Mirror.Posted() && m.revision != r.Revision() {
		w.fail("the second board shows %d of %d", m.revision, r.Revision())
	}
	if !r.Ping.Pending.IsZero() || r.PingIsOld() {
		w.fail("the mention is not settled: %+v", r.Ping)
	}
	if w.mentions > 1 {
		w.fail("the player was mentioned %d times", w.mentions)
	}
	if live == 1 && (r.Place.Thread == match.ThreadWanted || r.Place.Thread == match.ThreadOpening) {
		w.fail("the match still awaits its thread")
	}
}

// TestEveryReachableState tries every sequence of events up to some length. After each event it checks the invariants,
// then lets all further calls succeed, and checks that Discord shows the stored match in the end.
func TestEveryReachableState(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		depth  int
		change func(*world)
	}{
		{"a board", 5, func(*world) {}},
		{"a board in a thread", 5, func(w *world) { w.record.Place.Thread = match.ThreadWanted }},
		{"two boards", 4, func(w *world) { w.record.Mirror.Channel = rival }},
		{"a mention", 4, func(w *world) { w.now = w.now.Add(time.Hour); w.answerAnew(shown.Confirmed, true, true) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			first := newWorld()
			first.record.Match.TurnBegan = start
			c.change(&first)
			first.read()
			explore(t, first, c.depth+*deeper)
		})
	}
}

// A node is a world and the events that led to it.
type node struct {
	world
	story []string
}

func explore(t *testing.T, first world, depth int) {
	seen := map[string]bool{first.key(): true}
	level := []node{{world: first}}
	for d := 0; d <= depth; d++ {
		var next []node
		for _, n := range level {
			end := n.clone()
			end.calm()
			end.checkRest()
			if end.broken != "" {
				t.Fatalf("%s, after:\n%q\n%+v\nat rest: %+v", end.broken, n.story, n.state, end.state)
			}
			if d == depth {
				continue
			}
			for _, e := range n.events() {
				child := node{n.clone(), append(n.story[:len(n.story):len(n.story)], e.name)}
				e.do(&child.world)
				if child.broken != "" {
					t.Fatalf("%s, after:\n%q\n%+v", child.broken, child.story, child.state)
				}
				if key := child.key(); !seen[key] {
					seen[key] = true
					next = append(next, child)
				}
			}
		}
		level = next
	}
	t.Logf("%d worlds", len(seen))
}
