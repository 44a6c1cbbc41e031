package matches

import (
	"context"
	"errors"
	"fmt"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

const (
	// mostRaces is how often a decision is made against other processes that save
	// first.
	mostRaces = 10
	// mostHandOvers is how often a request may go on to another match.
	mostHandOvers = 3
)

// A task is a request on its way through the plans of its handler.
type task struct {
	Job
	*Owner
	key       string // under which it is in work
	handOvers int
	saved     bool // something was saved for this delivery of the interaction
	answered  bool
	report    Report
	next      func() // goes on with the request under key; nil when it ends here
}

// Submit takes a request, to be answered in order with the others of its key. It
// returns false when there is no room for it.
func (o *Owner) Submit(key string, j Job) bool {
	t := &task{Job: j, Owner: o, key: key}
	return o.queue.Do(key, func() { t.run(func() { t.follow(t.Handle(t.Request)) }) })
}

// run works on the request, unless its time is over. A panic is reported like any
// other failure, for whoever carries the answer to tell the member, and goes on to
// whoever logs it.
func (t *task) run(work func()) {
	defer func() {
		p := recover()
		if next := t.next; p == nil && next != nil {
			t.next = nil
			t.queue.HandOver(t.key, func() { t.run(next) }) // the last look at the task here
			return
		}
		if p != nil {
			t.report.Refusal = ErrPanic
		}
		t.Done(t.report)
		if p != nil {
			panic(p)
		}
	}()
	if t.To.Context().Err() == nil {
		work()
	}
}

// ErrPanic is reported for a request on which the bot panicked.
var ErrPanic = errors.New("panic")

// follow does what one plan after the other needs, until the request is answered or
// handed over to another key.
func (t *task) follow(p plan.Plan, err error) {
	ctx := t.To.Context()
	for p != nil && err == nil {
		switch now := p.(type) {
		case plan.Answer:
			t.answer(nil, now, nil)
			p = nil
		case plan.Games:
			var games []match.Record
			if games, err = t.Store.Unfinished(ctx, store.Scope{Channel: now.Channel, Member: now.Member}); err == nil {
				p, err = now.Then(games)
			}
		case plan.AskDraw:
			p, err = now.Then(t.acceptsDraw(ctx, now.Offered))
		case plan.New:
			p, err = nil, t.begin(now)
		case plan.On:
			if t.key == Key(now.Match) {
				t.with(now.Match, func(l *live) { p = t.on(l, now.Decide) })
			} else {
				p, err = nil, t.handOver(now.Match, func() { t.follow(now, nil) })
			}
		}
	}
	if err != nil {
		t.refuse(nil, err)
	}
}

// handOver goes on with the request under the key of a match, when the running job
// is at its end: from then on the task is the other job's. No job waits for another
// key.
func (t *task) handOver(id match.ID, work func()) error {
	if t.handOvers++; t.handOvers > mostHandOvers {
		return errors.New("a request went on to too many matches")
	}
	t.key, t.next = Key(id), work
	return nil
}

// begin saves a new match, and goes on under its key to show it.
func (t *task) begin(p plan.New) error {
	place := t.Request.Place
	place.Style = p.Style
	var err error
	for range mostRaces {
		var m match.Match
		facts := t.facts(place)
		facts.ID = match.NewID(t.Dice.IntN)
		if m, err = p.Begin(facts); err != nil {
			return err
		}
		l := &live{id: m.ID, record: match.Record{Place: place}}
		if err = t.save(t.To.Context(), l, m, t.Request.ID); err == nil {
			t.saved = true
			return t.handOver(m.ID, func() {
				t.with(m.ID, func(kept *live) {
					kept.learn(l.record)
					t.reply(t.To.Context(), kept)
					t.show(kept, plan.Anew, plan.View{Caller: t.Request.User})
				})
			})
		}
		if !errors.Is(err, store.ErrExists) { // or the dice have chosen an id that is taken
			break
		}
	}
	return err
}

// on has a handler decide on a match, and answers as it decided; or it returns the
// plan to go on with.
func (t *task) on(l *live, decide plan.Decide) plan.Plan {
	d, err := t.decide(l, decide)
	switch {
	case err == nil && d.Then != nil:
		return d.Then
	case err != nil:
		t.refuse(l, err)
	case d.Refused != nil:
		t.refuse(l, d.Refused)
	case d.Answer.Board != nil:
		t.show(l, d.Answer.As, *d.Answer.Board)
	default:
		t.answer(l, d.Answer, nil)
	}
	return nil
}

// decide has a handler decide on a match, and saves what it decided: again with the
// newer match when another process was faster. What was decided on memory and is
// not put to the test by saving it is decided on the stored match where others may
// have changed that.
func (t *task) decide(l *live, decide plan.Decide) (plan.Decision, error) {
	ctx := t.To.Context()
	stored := !l.known
	if stored {
		if err := t.load(ctx, l); err != nil {
			return plan.Decision{}, err
		}
	}
	for range mostRaces {
		before := l.record.Match.Version
		d, err := decide(l.record, t.facts(l.record.Place))
		if err == nil && d.Next != nil {
			if err = t.saveDecided(ctx, l, d); !errors.Is(err, store.ErrVersion) {
				return d, err
			}
		} else if stored || !t.Store.Shared() {
			return d, err
		}
		if loading := t.load(ctx, l); loading != nil {
			return plan.Decision{}, loading
		}
		stored = true
		if d.Next == nil && l.record.Match.Version == before {
			return d, err
		}
	}
	return plan.Decision{}, fmt.Errorf("deciding on match %s: %w", l.id, store.ErrVersion)
}

// saveDecided saves what becomes of a match, with the computer's answer if that is
// quick, or lets the computer answer it after that. Errors: save's.
func (t *task) saveDecided(ctx context.Context, l *live, d plan.Decision) error {
	next, key := *d.Next, t.Request.ID
	if d.Refused != nil {
		key = "" // the clock's doing, not the member's
	}
	if move, ok := t.await(ctx, l, next, quickLimit); ok {
		var err error
		if next, err = next.PlayComputer(move, time.Now()); err != nil {
			return err
		}
	}
	if err := t.save(ctx, l, next, key); err != nil {
		return err
	}
	l.untended = true
	t.saved = t.saved || key != ""
	t.reply(ctx, l)
	return nil
}

// refuse tells the member why not. What an earlier delivery of the interaction has
// carried out is shown instead: it is not refused for what it has changed itself,
// such as whose turn it is.
func (t *task) refuse(l *live, err error) {
	if id, ok := t.carriedOut(err); ok {
		t.showAgain(l, id)
		return
	}
	if l != nil && t.Views.Stale(err) {
		if t.onlyByAnswer(l) {
			t.report.Refusal = err
			t.show(l, plan.InPlace, plan.View{Caller: t.Request.User})
			t.To.Add(t.ctx, t.Views.Refuse(t.Request, err).Content)
			return
		}
		t.sawOld(l)
	}
	t.answer(l, t.Views.Refuse(t.Request, err), err)
}

// carriedOut returns the match that an earlier delivery of the interaction has
// begun or changed, and false if none has.
func (t *task) carriedOut(refusal error) (match.ID, bool) {
	var done *store.Done
	switch {
	case errors.As(refusal, &done):
		return done.Match, true
	case t.saved || t.Request.Kind == plan.Completion:
		return "", false
	}
	id, err := t.Store.CarriedOut(t.To.Context(), t.Request.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Log.Warn("cannot ask whether an interaction was carried out", "id", t.Request.ID, "err", err)
	}
	return id, err == nil
}

// showAgain shows the match that an earlier delivery was carried out on, as it is
// now. l is the match whose key the task has, if any.
func (t *task) showAgain(l *live, id match.ID) {
	t.saved = true
	show := func(l *live) {
		if err := t.load(t.To.Context(), l); err != nil {
			t.answer(l, t.Views.Refuse(t.Request, err), err)
			return
		}
		as := plan.Anew
		if t.Request.Match == id && t.pressedInPublic() {
			as = plan.InPlace
		}
		t.show(l, as, plan.View{Caller: t.Request.User})
	}
	if l != nil && l.id == id {
		show(l)
		return
	}
	if err := t.handOver(id, func() { t.with(id, show) }); err != nil {
		t.answer(l, t.Views.Refuse(t.Request, err), err)
	}
}

// pressedInPublic says whether the request is a press on a message that everybody
// sees.
func (t *task) pressedInPublic() bool {
	return t.Request.Message.ID != "" && !t.Request.Message.Private
}

// show answers with the live board of a match.
func (t *task) show(l *live, as plan.As, v plan.View) {
	t.answered = true
	t.report.Match, t.report.Version = l.id, l.record.Match.Version
	sent := t.To.Send(t.ctx, as, t.Views.Live(l.record, v, as))
	t.report.Sent = sent
	if errors.Is(sent.Err, ErrElsewhere) && !t.saved {
		// The other delivery has noted what it showed, which may be another match.
		l.untended = true
		return
	}
	t.shown(l, t.Request, as, sent)
}

// answer answers with what is no live board. l is nil where the request is about no
// match.
func (t *task) answer(l *live, a plan.Answer, refusal error) {
	t.report.Refusal = refusal
	if l != nil {
		t.report.Match, t.report.Version = l.id, l.record.Match.Version
	}
	if !t.answered {
		t.answered = true
		t.report.Sent = t.To.Send(t.ctx, a.As, a.Content)
	}
}
