package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/commands"
	"noughts/game/match"
)

// A handler answers interactions: commands.Commands.
type handler interface {
	Handle(ctx context.Context, i *discordgo.Interaction) commands.Reply
	// Busy answers when there is no room for the interaction, Broken when Handle
	// cannot.
	Busy(i *discordgo.Interaction) commands.Reply
	Broken(i *discordgo.Interaction) commands.Reply
}

// An answerer carries answers to Discord and keeps the live boards true:
// *boards.
type answerer interface {
	answer(ctx context.Context, by carrier, i *discordgo.Interaction, r commands.Reply) error
	settle(id match.ID)
}

// A dispatcher takes interactions as they come and sees that each is answered
// once, in order for each match, and soon.
type dispatcher struct {
	handler   handler
	answerer  answerer
	rest      *restClient
	log       *slog.Logger
	lanes     *lanes
	seen      *recent
	fresh     *freshness
	apologies chan struct{} // a place for each apology under way

	gate    *limits.Gate // nil limits nobody
	tooFast func(discordgo.Locale, limits.Limit) *discordgo.InteractionResponse
	meter   Meter
	shardOf func(guild string) (int, bool) // whose gateway brings a guild's interactions
}

// newDispatcher returns a dispatcher with the default limits, but one that
// limits nobody and counts nothing.
func newDispatcher(h handler, a answerer, rest *restClient, log *slog.Logger) *dispatcher {
	d := &dispatcher{handler: h, answerer: a, rest: rest, log: log, fresh: newFreshness(), meter: unmetered{}}
	d.shardOf = func(string) (int, bool) { return 0, false }
	d.bound(limits.Defaults)
	return d
}

// bound sets how much there is room for. It is called before anything is taken.
func (d *dispatcher) bound(l limits.Limits) {
	d.lanes = newLanes(l.Jobs, l.JobsOfMatch)
	d.seen = newRecent(l.Remembered)
	d.apologies = make(chan struct{}, l.Apologies)
}

// take takes a gateway event. It returns at once. done is called as soon as the
// event needs to be delivered no more, even if this process ended.
func (d *dispatcher) take(e *discordgo.Event, done func()) {
	if e.Type != "INTERACTION_CREATE" {
		done()
		return
	}
	arrived := time.Now()
	i, err := readInteraction(e)
	if err != nil {
		d.log.Warn("unreadable interaction", "err", err)
		done()
		return
	}
	read := func() (*discordgo.Interaction, error) { return i, nil }
	if d.accept(headingOf(i), read, arrived, byCallback{d.rest}, done) != nil { // it says in the log why
		done()
	}
}

// The reasons for which an interaction is not taken.
var (
	errDuplicate = errors.New("the interaction has come before")
	errStale     = errors.New("the interaction is too old")
	errFull      = errors.New("there is no room for the interaction")
)

// accept takes an interaction, whose answer goes by a carrier. It returns at
// once, and calls done when the work is over. The interaction is read only if it
// is to be handled. Errors: errDuplicate, errStale, errSilent, errFull and read's;
// then there will be no answer, and done is not called.
func (d *dispatcher) accept(h heading, read func() (*discordgo.Interaction, error), arrived time.Time, by carrier, done func()) error {
	if d.seen.again(h.ID) {
		d.report(report{heading: h, outcome: outcomeDuplicate})
		return errDuplicate
	}
	if age := d.fresh.age(h.ID, arrived); age >= staleAge {
		d.report(report{heading: h, outcome: outcomeStale, took: age})
		return errStale
	}
	if verdict, limit := d.pace(h, arrived); verdict != limits.Pass {
		return d.slow(h, verdict, limit, arrived, by, done)
	}
	i, err := read()
	if err != nil {
		return err
	}
	p := newPending(i, arrived, by, d)
	if !d.lanes.submit(laneOf(i), func() { d.serve(p); done() }) {
		p.close()
		return d.shed(h, i, arrived, by, done)
	}
	return nil
}

// shed answers an interaction for which there is no room, and then calls done.
// Errors: errFull when there are too many even for that, so that it stays
// unanswered.
func (d *dispatcher) shed(h heading, i *discordgo.Interaction, arrived time.Time, by carrier, done func()) error {
	d.meter.Limited(limits.Queue)
	return d.apologise(h, arrived, done, func(ctx context.Context) {
		err := d.answerer.answer(ctx, by, i, d.handler.Busy(i))
		d.report(report{heading: h, outcome: outcomeBusy, took: time.Since(arrived), err: err})
	})
}

// serve handles one interaction and answers it. It never panics.
func (d *dispatcher) serve(p *pending) {
	defer p.close()
	if p.ctx.Err() != nil {
		d.report(report{heading: headingOf(p.i), outcome: outcomeLate, took: time.Since(p.arrived)})
		return
	}
	ctx, changed := withChanges(withCause(p.ctx, p.i.ID))
	reply := d.handle(ctx, p.i)
	ctx, cancel := context.WithDeadline(context.Background(), p.arrived.Add(workLimit+finishLimit))
	defer cancel()
	err := d.answerer.answer(ctx, p, p.i, reply)
	d.reportAnswer(p, reply, err)
	d.charge(p, reply)
	if reply.Match != "" { // another process may have changed it in the meantime
		changed.add(reply.Match)
	}
	for _, id := range changed.list() {
		d.answerer.settle(id)
	}
}

// errPanic is wrapped by the error of a handler that panicked.
var errPanic = errors.New("panic")

func (d *dispatcher) handle(ctx context.Context, i *discordgo.Interaction) (reply commands.Reply) {
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("a handler panicked", "id", i.ID, "panic", p, "stack", string(debug.Stack()))
			reply = d.handler.Broken(i)
			reply.Err = fmt.Errorf("%w: %v", errPanic, p)
		}
	}()
	return d.handler.Handle(ctx, i)
}

// close takes no more interactions and waits for those in work, or for ctx.
func (d *dispatcher) close(ctx context.Context) error { return d.lanes.close(ctx) }
