package shown_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/bot/rest"
	"noughts/bot/shown"
	"noughts/game/match"
	"noughts/render/golden"
)

// An example is a world in which one state machine of package shown is in a certain state. Its name is that of the
// state.
type example struct {
	name string
	world
}

// A row is a row of a table in testdata/tables.golden. It describes an event, and TestTables tries the event in each example.
type row struct {
	name string
	do   func(w *world) bool // makes the event happen in w; returns false if it cannot happen there
}

// outcomes are the rows for those state machines that change only after a step of their own. Their events are the
// possible outcomes of that step.
var outcomes = []row{
	{"the step is done", byStep(done, 1)},
	{"rate limited", byStep(limited, 1)},
	{"no reply", byStep(lost, 1)},
	{"no reply, nine times", byStep(lost, 9)},
	{"refused", byStep(refused, 1)},
}

// byStep returns an event in which the next step is tried `times` times in a row, each time with the outcome `as`.
func byStep(as how, times int) func(*world) bool {
	return func(w *world) bool {
		kind := w.next().Kind
		for range times {
			step, at := w.state.Next(w.want())
			for n := 0; n < 9 && step.Kind != kind; n++ { // lets steps of other machines succeed and waits out pauses
				if step.Kind != shown.None {
					w.execute(step, done)
				} else {
					w.now = at
				}
				step, at = w.state.Next(w.want())
			}
			if step.Kind == shown.None || isStore(step.Kind) && as != done && (as != lost || times > 1) {
				return false
			}
			w.execute(step, as)
		}
		return true
	}
}

func (w *world) next() shown.Step {
	step, _ := w.state.Next(w.want())
	return step
}

// then returns the text for a table that describes the next step in the world.
func (w *world) then() string {
	step, at := w.state.Next(w.want())
	switch {
	case step.Kind == shown.StorePlace:
		return "StorePlace: " + [...]string{"none", "wanted", "opening", "open", "closed"}[step.Place.Thread]
	case step.Kind == shown.StoreMirror && step.Message.ID == match.NoMirror:
		return "StoreMirror: none"
	case step.Kind == shown.PostPing && step.Silent:
		return "PostPing, silent"
	case step.Kind != shown.None:
		return step.Kind.String()
	case !at.IsZero():
		return "wait " + at.Sub(w.now).Round(100*time.Millisecond).String()
	}
	return "rest"
}

// TestTables checks that the tables in testdata/tables.golden agree with the code: they have the states and events of each state
// machine of package shown.
func TestTables(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	page.WriteString(intro)
	board := func(w *world) string {
		b := w.state.Board
		text := b.State.String()
		if old := len(w.state.Old); old > 0 {
			text += fmt.Sprintf(" +%d old", old)
		}
		return text
	}
	table(&page, "The board", boardText, boards(), boardRows, board)
	nothing := func(*world) string { return "" }
	table(&page, "Older messages", oldText, olds(), outcomes, func(w *world) string {
		return fmt.Sprintf("%d old", len(w.state.Old))
	})
	table(&page, "The second board", mirrorText, mirrors(), outcomes, nothing)
	table(&page, "The mention", mentionText, mentions(), outcomes, nothing)
	table(&page, "The thread", threadText, threads(), outcomes, func(w *world) string {
		return [...]string{"none", "wanted", "opening", "open", "closed"}[w.record.Place.Thread]
	})
	golden.Check(t, "tables.golden", page.String())
}

// table writes the table of a state machine: for each state and event, the new state and the next step.
func table(page *strings.Builder, title, text string, examples []example, rows []row, state func(*world) string) {
	fmt.Fprintf(page, "\n## %s\n\n%s\n\n| |", title, text)
	for _, e := range examples {
		fmt.Fprintf(page, " %s |", e.name)
	}
	page.WriteString("\n|---|" + strings.Repeat("---|", len(examples)) + "\n| **next step** |")
	for _, e := range examples {
		w := e.clone()
		fmt.Fprintf(page, " %s |", w.then())
	}
	for _, r := range rows {
		fmt.Fprintf(page, "\n| %s |", r.name)
		for _, e := range examples {
			w := e.clone()
			if !r.do(&w) {
				page.WriteString(" – |")
				continue
			}
			cell := w.then()
			if name := state(&w); name != "" {
				cell = name + ": " + cell
			}
			fmt.Fprintf(page, " %s |", cell)
		}
	}
	page.WriteString("\n")
}

// live returns a world in which Discord shows the newest board and the store has the id of its message.
func live() world {
	w := newWorld()
	w.answerAnew(shown.Confirmed, true, true)
	w.settle()
	w.record.Match.TurnBegan = w.now // so that no mention is due
	w.read()
	return w
}

// behind returns a world with a newer match than its board shows.
func behind() world {
	w := live()
	w.record.Match.Version++
	w.read()
	return w
}

func boards() []example {
	empty := newWorld()
	posted := newWorld()
	posted.answerAnew(shown.Unconfirmed, true, false)
	moved := live()
	moved.move("901", shown.Unconfirmed, true)
	lost := live()
	lost.move("901", shown.NoReply, true)
	gone := behind()
	gone.execute(gone.next(), refused)
	unsaved := newWorld()
	unsaved.answerAnew(shown.Confirmed, true, true)
	return []example{
		{"Absent", empty}, {"Pending, new message", posted}, {"Pending, pressed message", moved}, {"Pending, no reply", lost},
		{"Live, not stored", unsaved}, {"Live", live()}, {"Live, stale", behind()}, {"Gone", gone},
	}
}

var boardRows = append([]row{
	{"answer in a new message, confirmed", func(w *world) bool { w.answerAnew(shown.Confirmed, true, true); return true }},
	{"answer in a new message, unconfirmed", func(w *world) bool { w.answerAnew(shown.Unconfirmed, true, false); return true }},
	{"answer in a new message, no reply", func(w *world) bool { w.answerAnew(shown.NoReply, false, false); return true }},
	{"answer in a new message, declined", func(w *world) bool { w.answerAnew(shown.Declined, false, false); return true }},
	{"answer in the live message, confirmed", inPlace(shown.Confirmed)},
	{"answer in the live message, unconfirmed", inPlace(shown.Unconfirmed)},
	{"answer in the live message, no reply", inPlace(shown.NoReply)},
	{"answer in the live message, declined", inPlace(shown.Declined)},
	{"stale press on the live message", press(0)},
	{"stale press on an older message", press(-1)},
	{"stale press on a newer message", press(+1)},
	{"a new revision", func(w *world) bool { w.record.Match.Version++; w.read(); return true }},
	{"another process stored a newer message", func(w *world) bool {
		w.record.Message = w.post(channel, "board", w.record.Revision())
		w.read()
		return true
	}},
}, append(outcomes, row{"404", byStep(unknown, 1)})...)

func inPlace(fate shown.Fate) func(*world) bool {
	return func(w *world) bool {
		id := w.state.Board.Message.ID
		if id == "" {
			return false
		}
		w.move(id, fate, fate != shown.Declined)
		return true
	}
}

func press(side int) func(*world) bool {
	return func(w *world) bool {
		id := w.state.Board.Message.ID
		switch {
		case side < 0:
			id = "800"
		case side > 0:
			id = "999"
		case id == "":
			return false
		}
		w.state = w.state.Pressed(w.want(), rest.Message{Channel: channel, ID: id})
		return true
	}
}

func olds() []example {
	one := live()
	one.answerAnew(shown.Confirmed, true, true)
	saved := one.clone()
	saved.execute(saved.next(), done)
	return []example{{"the live message is not stored", one}, {"the live message is stored", saved}}
}

func mirrors() []example {
	missing := live()
	missing.record.Mirror.Channel = rival
	posted := missing.clone()
	posted.execute(posted.next(), done)
	stored := posted.clone()
	stored.execute(stored.next(), done)
	stale := stored.clone()
	stale.record.Match.Version++
	stale.read()
	stale.execute(stale.next(), done) // draw the live board
	none := stored.clone()
	none.record.Mirror.Message = match.NoMirror
	return []example{{"missing", missing}, {"posted", posted}, {"stored", stored}, {"stale", stale}, {"unreachable", none}}
}

func mentions() []example {
	due := live()
	due.now = due.now.Add(10 * time.Second)
	claimed := due.clone()
	claimed.execute(claimed.next(), done)
	foreign := claimed.clone()
	foreign.state.Mention = shown.Mention{}
	posted := claimed.clone()
	posted.execute(posted.next(), done)
	settled := posted.clone()
	settled.execute(settled.next(), done)
	turned := func(w world) world {
		w = w.clone()
		w.record.Match.TurnBegan = w.now
		return w
	}
	late := foreign.clone()
	late.now = late.now.Add(20 * time.Second)
	return []example{
		{"due", due}, {"claimed", claimed}, {"claimed by another process", foreign}, {"left by another process", late},
		{"posted", posted}, {"settled", settled}, {"settled, turn over", turned(settled)}, {"left, turn over", turned(late)},
	}
}

func threads() []example {
	wanted := live()
	wanted.record.Place.Thread = match.ThreadWanted
	unseen := newWorld()
	unseen.record.Place.Thread = match.ThreadWanted
	started := wanted.clone()
	started.execute(started.next(), done)
	opening := started.clone()
	opening.execute(opening.next(), done)
	moved := opening.clone()
	moved.execute(moved.next(), done)
	moved.execute(moved.next(), done)
	open := moved.clone()
	open.settle()
	over := open.clone()
	over.record.Match, _ = over.record.Match.Resign("7", over.now)
	over.read()
	over.settle() // draw the final board
	over.now = over.now.Add(2 * time.Hour)
	over.read()
	return []example{
		{"wanted, board not known", unseen}, {"wanted", wanted}, {"started", started}, {"opening", opening},
		{"opening, board in it", moved}, {"open", open}, {"open, long over", over},
	}
}

const intro = `# What Discord shows of a match

` + "`bot/shown`" + ` decides what must happen so that Discord shows a match as it is stored. It is a pure value:
` + "`State.Next`" + ` returns the next step, and ` + "`State.After`" + ` the state after the step's outcome. ` + "`bot/matches`" + ` executes
the steps (` + "`execute.go`" + `). Five machines run side by side. When several have a step, it is taken in the order of this page.

The tables are written by ` + "`NOUGHTS_UPDATE=1 go test ./bot/shown`" + `: the code is run for each cell. A cell names the state after the event,
where it has a name, and the step that follows. "wait" means until that time, "rest" until something happens.

Every step follows one retry policy. A rate limit is waited for as long as Discord asks. After a lost reply or an error of Discord's own
the pause is 1 s and doubles up to 30 s; the ninth failure in a row ends it until a press, an answer or a new revision. A refusal ends it
at once. The store is asked until it answers.
`

const boardText = `The live message. *Pending*: an answer was sent, and Discord has not confirmed it. *Live*: Discord has confirmed the message.
*Gone*: Discord refused to edit it, and the next press repairs it. "+1 old": an older message needs a pointer. A lost write may arrive late,
so the board is drawn once more after 5 s.`

const oldText = `Messages that showed the match before get a pointer to the live one. The pointer leads to the message that the store names, so that
one is stored first. A message that cannot be edited keeps its buttons; a press on one of them repairs the rest.`

const mirrorText = `The board of the other team, in a channel of its own. The bot posts it under a nonce, so Discord takes it once.`

const mentionText = `The message that mentions the player to move. The claim is stored before it is posted, so one process posts it; 10 s after a claim
another process takes over, with the same nonce. After three minutes nobody posts it any more.`

const threadText = `A thread of the match's own. Each step is stored before the next. The thread has the id of the message that it was opened at.`
