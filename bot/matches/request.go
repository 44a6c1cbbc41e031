package matches

import (
	"context"
	"errors"
	"fmt"

	"noughts/bot/rest"
	"noughts/bot/reviews"
	"noughts/bot/shown"
	"noughts/bot/store"
	"noughts/bot/tournaments"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
)

// A Responder sends Discord the one answer to a request: as the first answer to the interaction if
// that is still possible, else by the interaction's token.
type Responder interface {
	// Begin is called once, before the handler. It returns false if the handler must not be called, because the member
	// has been told that nothing was done.
	Begin() bool
	// Context ends when it is too late for an answer and the member has been told so. After that, no new work may begin
	// for the request.
	Context() context.Context
	// Send sends the answer. It is called at most once.
	Send(ctx context.Context, as plan.As, content plan.Content) Sent
	// Add sends one more message, which only the member sees, after the answer.
	Add(ctx context.Context, content plan.Content)
	// Finish is called once, when the request is answered or it is certain that it will not be answered.
	Finish(Report)
}

// Sent is the result of sending an answer.
type Sent struct {
	Fate    Fate
	Message rest.Message // the message with the answer; its ID is "" if Discord did not return it
	Err     error        // nil when Confirmed
}

// ErrElsewhere is wrapped by Sent.Err if another delivery of the interaction has been answered, by this process or
// another one.
var ErrElsewhere = errors.New("duplicate delivery: another one was answered")

// A Fate says whether an answer has reached Discord.
type Fate = shown.Fate

// The fates of answers: see package shown.
const (
	Confirmed   = shown.Confirmed
	Unconfirmed = shown.Unconfirmed
	Declined    = shown.Declined
	NoReply     = shown.NoReply
)

// A Report is the result of a request.
type Report struct {
	Match   match.ID // the match that the answer or the decision is about, "" for none
	Version int      // the version shown
	Refusal error    // why the request was refused, nil if it was carried out
	Sent    Sent
}

const (
	// maxRaces is how many times a decision is tried if another process saves first each time.
	maxRaces     = 10
	maxHandOvers = 3
)

// An Executor carries out the plans of requests. It joins the managers of matches, tournaments and reviews, which know
// nothing of plans for the others.
type Executor struct {
	*Manager
	Tournaments *tournaments.Manager
	Reviews     *reviews.Reviewer
}

// A task carries out the plans that a handler returns for one request.
type task struct {
	*Executor
	Request   *plan.Request
	Handle    plan.Handler
	To        Responder
	key       string // the key of the job that runs the task
	handOvers int
	saved     bool // this delivery of the interaction has changed the store
	answered  bool
	report    Report
	next      func() // what the next job under the key `key` does; nil before the first job, and if the task ends
}

// Submit queues a request for its handler under its key. It returns false if there is no room for it.
func (e *Executor) Submit(key string, r *plan.Request, handle plan.Handler, to Responder) bool {
	t := &task{Executor: e, Request: r, Handle: handle, To: to, key: key}
	r.Read = reader{t}
	return e.queue.Submit(key, t.run)
}

// run is a job: it calls the handler and follows its plan, or does what an earlier job has left to it, unless the
// request's deadline has passed. If that panics, run reports a failure, so that the member gets an apology, and panics
// again for queue.Guard, which logs the panic.
func (t *task) run() {
	work := t.next
	t.next = nil
	defer func() {
		p := recover()
		if p == nil && t.next != nil {
			t.queue.HandOver(t.key, t.run) // from here on the task belongs to the new job
			return
		}
		if p != nil {
			t.report.Refusal = ErrPanic
		}
		t.To.Finish(t.report)
		if p != nil {
			panic(p)
		}
	}()
	switch {
	case t.To.Context().Err() != nil:
	case work != nil:
		work()
	default:
		t.completeRequest()
		if t.To.Begin() {
			t.follow(t.Handle(t.Request))
		}
	}
}

// ErrPanic is the refusal in the Report of a request that caused a panic.
var ErrPanic = errors.New("panic")

// follow carries out a plan: it answers the request, or hands it over to another key.
func (t *task) follow(p plan.Plan, err error) {
	if err != nil {
		t.refuse(nil, err)
		return
	}
	ctx := t.To.Context()
	switch now := p.(type) {
	case plan.Answer:
		t.answer(nil, now, nil)
	case plan.On:
		if t.key == Key(now.Match) {
			t.withMatch(now.Match, func(l *cachedMatch) { t.decide(l, now) })
		} else {
			err = t.handOver(Key(now.Match), func() { t.follow(now, nil) })
		}
	case plan.New:
		err = t.begin(now)
	case plan.ChangeMember:
		var m match.Member
		if m, err = t.changeMember(ctx, now.Change); err == nil {
			t.answer(nil, now.Show(m), nil)
		}
	case plan.ChangeServer:
		err = t.changeServer(ctx, now)
	case plan.Forget:
		err = t.forget(ctx, now)
	case plan.OnPuzzle:
		err = t.puzzle(ctx, now)
	case plan.MakeReview:
		err = t.review(ctx, now)
	case plan.ShareReview:
		err = t.shareReview(ctx, now)
	case plan.NewTournament:
		err = t.newTournament(ctx, now)
	case plan.OnTournament:
		err = t.onTournament(ctx, now)
	default:
		err = fmt.Errorf("unknown plan %T", now)
	}
	if err != nil {
		t.refuse(nil, err)
	}
}

// handOver continues the task in a job under another key, once the running job has ended. A job therefore never waits for
// a job under another key.
func (t *task) handOver(key string, work func()) error {
	if t.handOvers++; t.handOvers > maxHandOvers {
		return errors.New("request forwarded to too many matches")
	}
	t.key, t.next = key, work
	return nil
}

// begin saves a new match, and continues under the match's key to show it.
func (t *task) begin(p plan.New) error {
	place := placeOf(t.Request, p.Style, p.Explains)
	if p.Goes.Thread >= match.ThreadOpen && p.Goes.Channel == place.Channel { // posting in an archived thread opens it
		place.Thread, place.Parent = match.ThreadOpen, p.Goes.Parent
	}
	var err error
	for range maxRaces {
		var m match.Match
		facts := t.facts()
		facts.ID = match.NewID(t.deps.Dice.IntN)
		if m, err = p.Begin(facts); err != nil {
			return err
		}
		if len(m.Given) > 0 && m.AgainstComputer(t.Request.User) { // the level's moves tell what the position is worth
			if err = t.withhold(t.To.Context(), []game.Position{m.Position()}, openingPlies, ""); err != nil {
				return err
			}
		}
		begun := &cachedMatch{id: m.ID, record: match.Record{Place: place, Mirror: match.Mirror{Channel: p.Rival}}}
		if err = t.save(t.To.Context(), begun, m, t.Request.ID); err == nil {
			t.saved = true
			if p.After != "" {
				t.reconcileSoon(p.After)
			}
			return t.handOver(Key(m.ID), func() {
				t.withMatch(m.ID, func(l *cachedMatch) {
					l.setRecord(begun.record)
					t.playComputer(t.To.Context(), l)
					t.show(l, plan.Anew, plan.View{Caller: t.Request.User})
					if t.report.Sent.Fate == Declined && p.After == "" {
						t.withdraw(l)
					}
				})
			})
		}
		if errors.Is(err, store.ErrExists) && p.After != "" {
			t.reconcileSoon(p.After)
			return match.ErrContinued
		}
		if !errors.Is(err, store.ErrExists) { // ErrExists: the random id is taken
			break
		}
	}
	return err
}

// placeOf returns the place of a match that is shown in a new message where a request was made.
func placeOf(r *plan.Request, style string, explains bool) match.Place {
	place := r.Place
	place.Style, place.Explains, place.Quiet = style, explains, r.Server.Quiet
	if !r.PrivateThread { // in a private thread the parent stays empty, because members who see the parent channel may not see the thread
		place.Parent = r.Parent
	}
	if r.Server.Threads && r.Threads && !r.Place.Away && r.BotMay.Has(needForThread) {
		place.Thread = match.ThreadWanted
	}
	return place
}

func (t *task) show(l *cachedMatch, as plan.As, v plan.View) {
	t.answered = true
	t.report.Match, t.report.Version = l.id, l.record.Match.Version
	sent := t.To.Send(t.untilStop, as, t.deps.Views.Live(l.record, v, as))
	t.report.Sent = sent
	t.noteAnswer(l, as, sent)
}

// answer sends an answer that is not a live board. l is nil if the request is not about a match.
func (t *task) answer(l *cachedMatch, a plan.Answer, refusal error) {
	if len(a.Content.Files) > 0 {
		drawn, err := t.draw(t.To.Context(), a.Content)
		if a.Content = drawn; err != nil {
			a, refusal = t.deps.Views.Refuse(t.Request, err), err
		}
	}
	t.report.Refusal = refusal
	if l != nil {
		t.report.Match, t.report.Version = l.id, l.record.Match.Version
	}
	if !t.answered {
		t.answered = true
		t.report.Sent = t.To.Send(t.untilStop, a.As, a.Content)
	}
}
