package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands"
	"noughts/game/match"
)

const (
	// mostJobs bounds the interactions in work, mostOfOne those of one match.
	mostJobs  = 512
	mostOfOne = 32
	// mostApologies bounds the answers to interactions for which there is no room.
	mostApologies = 32
	// mostRecent is how many interaction ids are remembered.
	mostRecent = 4096
)

// A handler answers interactions: commands.Commands.
type handler interface {
	Handle(ctx context.Context, i *discordgo.Interaction) commands.Reply
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
}

func newDispatcher(h handler, a answerer, rest *restClient, log *slog.Logger) *dispatcher {
	return &dispatcher{
		handler: h, answerer: a, rest: rest, log: log,
		lanes:     newLanes(mostJobs, mostOfOne),
		seen:      newRecent(mostRecent),
		fresh:     newFreshness(),
		apologies: make(chan struct{}, mostApologies),
	}
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
	if d.accept(i, arrived, byCallback{d.rest}, done) != nil { // it says in the log why
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
// once, and calls done when the work is over. Errors: errDuplicate, errStale and
// errFull; then there will be no answer, and done is not called.
func (d *dispatcher) accept(i *discordgo.Interaction, arrived time.Time, by carrier, done func()) error {
	if d.seen.again(i.ID) {
		d.log.Info("interaction", "id", i.ID, "outcome", "duplicate")
		return errDuplicate
	}
	if age := d.fresh.age(i.ID, arrived); age >= staleAge {
		d.log.Warn("interaction", "id", i.ID, "outcome", "stale", "age", age)
		return errStale
	}
	p := newPending(i, arrived, by, d.rest, d.log)
	if !d.lanes.submit(laneOf(i), func() { d.serve(p); done() }) {
		p.close()
		return d.shed(i, arrived, by, done)
	}
	return nil
}

// shed answers an interaction for which there is no room, and then calls done.
// Errors: errFull when there are too many even for that, so that it stays
// unanswered.
func (d *dispatcher) shed(i *discordgo.Interaction, arrived time.Time, by carrier, done func()) error {
	select {
	case d.apologies <- struct{}{}:
	default:
		d.log.Warn("interaction", "id", i.ID, "outcome", "dropped")
		return errFull
	}
	go func() {
		defer func() { <-d.apologies }()
		defer done()
		ctx, cancel := context.WithDeadline(context.Background(), arrived.Add(answerLimit))
		defer cancel()
		err := d.answerer.answer(ctx, by, i, commands.Reply{Response: apology(i, textBusy)})
		d.log.Warn("interaction", "id", i.ID, "outcome", "busy", "took", time.Since(arrived), "err", err)
	}()
	return nil
}

// serve handles one interaction and answers it. It never panics.
func (d *dispatcher) serve(p *pending) {
	defer p.close()
	if p.ctx.Err() != nil {
		d.log.Warn("interaction", "id", p.i.ID, "outcome", "late", "took", time.Since(p.arrived))
		return
	}
	ctx, changed := withChanges(p.ctx)
	reply := d.handle(ctx, p.i)
	ctx, cancel := context.WithDeadline(context.Background(), p.arrived.Add(workLimit+finishLimit))
	defer cancel()
	err := d.answerer.answer(ctx, p, p.i, reply)
	d.report(p.i, reply, err, time.Since(p.arrived))
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
			reply = commands.Reply{Response: apology(i, textBroken), Err: fmt.Errorf("%w: %v", errPanic, p)}
		}
	}()
	return d.handler.Handle(ctx, i)
}

// report writes the interaction's one log line.
func (d *dispatcher) report(i *discordgo.Interaction, r commands.Reply, err error, took time.Duration) {
	level, outcome := slog.LevelInfo, "done"
	switch {
	case err != nil:
		level, outcome = slog.LevelWarn, "unanswered"
	case errors.Is(r.Err, errPanic):
		level, outcome = slog.LevelError, "panicked"
	case r.Err != nil:
		outcome = "refused"
	}
	attrs := []slog.Attr{
		slog.String("id", i.ID), slog.String("path", r.Path), slog.String("outcome", outcome), slog.Duration("took", took),
	}
	if r.Match != "" {
		attrs = append(attrs, slog.String("match", string(r.Match)), slog.Int("version", r.Version))
	}
	if why := errors.Join(err, r.Err); why != nil {
		attrs = append(attrs, slog.Any("err", why))
	}
	d.log.LogAttrs(context.Background(), level, "interaction", attrs...)
}

// close takes no more interactions and waits for those in work, or for ctx.
func (d *dispatcher) close(ctx context.Context) error { return d.lanes.close(ctx) }
