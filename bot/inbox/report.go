package inbox

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/commands/plan"
)

// A Meter counts the outcomes of interactions. Its methods return at once and are safe for concurrent use.
type Meter interface {
	// Interacted counts an interaction and the time from its arrival to its answer. `route` is "" if
	// no handler was called.
	Interacted(route string, o Outcome, took time.Duration)
	// Limited counts an interaction that was above a limit.
	Limited(l limits.Limit)
}

// An Outcome is the outcome of an interaction.
type Outcome string

// The outcomes.
const (
	outcomeDone       Outcome = "done"
	outcomeRefused    Outcome = "refused" // the member was told the reason and what to do
	outcomeLimited    Outcome = "limited" // the member was told to slow down
	outcomeFailed     Outcome = "failed"  // the member was told that something went wrong
	outcomePanicked   Outcome = "panicked"
	outcomeBusy       Outcome = "busy"       // the member was told to try again later
	outcomeSilent     Outcome = "silent"     // above the rate limit, after the warning
	outcomeDuplicate  Outcome = "duplicate"  // another delivery was handled, by this process or another
	outcomeStale      Outcome = "stale"      // too old on arrival
	outcomeLate       Outcome = "late"       // the deadline passed without an answer; the member was told if possible
	outcomeDropped    Outcome = "dropped"    // too many apologies were pending
	outcomeUnanswered Outcome = "unanswered" // Discord refused the answer, or sending it failed
)

// outcomes has, for each outcome, its log level, whether a handler was called, and whether the member got an answer.
// Silent outcomes are logged at debug level, so that members who flood the bot cannot flood the log.
var outcomes = map[Outcome]struct {
	level              slog.Level
	byHandler, answers bool
}{
	outcomeDone:       {slog.LevelInfo, true, true},
	outcomeRefused:    {slog.LevelInfo, true, true},
	outcomeLimited:    {slog.LevelInfo, false, true},
	outcomeFailed:     {slog.LevelError, true, true},
	outcomePanicked:   {slog.LevelError, true, true},
	outcomeBusy:       {slog.LevelWarn, false, true},
	outcomeSilent:     {slog.LevelDebug, false, false},
	outcomeDuplicate:  {slog.LevelInfo, false, false},
	outcomeStale:      {slog.LevelWarn, false, false},
	outcomeLate:       {slog.LevelWarn, false, false},
	outcomeDropped:    {slog.LevelWarn, false, false},
	outcomeUnanswered: {slog.LevelWarn, true, false},
}

// Outcomes has all outcomes, sorted.
var Outcomes = slices.Sorted(maps.Keys(outcomes))

// Answered reports whether the member got an answer.
func (o Outcome) Answered() bool { return outcomes[o].answers }

// ByHandler reports whether a handler was called. Only then does the interaction have a route.
func (o Outcome) ByHandler() bool { return outcomes[o].byHandler }

func (i *interaction) conclude(did matches.Report) {
	refused := did.Refusal != nil && i.in.deps.Commands.IsRefusal(did.Refusal)
	if refused {
		i.in.deps.Rates.Refused(i.request.User, i.arrived)
	}
	if errors.Is(did.Sent.Err, matches.ErrElsewhere) && !i.in.deps.Shared || errors.Is(did.Refusal, plan.ErrNoMatch) &&
		i.request.Match != "" && i.in.fresh.isSinceStart(i.request.Message.ID, i.request.ID) {
		i.in.warnElsewhere()
	}
	o := outcomeFailed
	switch {
	case errors.Is(did.Sent.Err, matches.ErrElsewhere):
		o = outcomeDuplicate
	case did.Sent.Err != nil:
		o = outcomeUnanswered
	case did.Refusal == nil:
		o = outcomeDone
	case errors.Is(did.Refusal, matches.ErrPanic):
		o = outcomePanicked
	case refused:
		o = outcomeRefused
	}
	i.report(o, limits.None, did)
}

// warnElsewhere warns, at most once a minute, of another process that handles this application's interactions without
// sharing the store: it answered one, or the match of a board that was posted since the start is not stored.
func (in *Inbox) warnElsewhere() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if now := time.Now(); in.warned.IsZero() || now.Sub(in.warned) >= time.Minute {
		in.warned = now
		in.deps.Log.Warn("another process with this bot's token answers members from another database, so games seem gone at random: " +
			"stop one of the two, or give both the same PostgreSQL as DATABASE_URL")
	}
}

// report counts a finished interaction and writes its log line. `met` is the limit that the
// interaction exceeded, or limits.None.
func (i *interaction) report(o Outcome, met limits.Limit, did matches.Report) {
	deps, r, about, took, route := &i.in.deps, i.request, outcomes[o], time.Since(i.arrived), ""
	if about.byHandler {
		route = i.route.Pattern
	}
	deps.Meter.Interacted(route, o, took)
	attrs := append(make([]slog.Attr, 0, 9), slog.String("id", r.ID))
	if i.shard != noShard {
		attrs = append(attrs, slog.Int("shard", i.shard))
	}
	if route != "" {
		attrs = append(attrs, slog.String("path", route))
	}
	attrs = append(attrs, slog.String("outcome", string(o)), slog.Duration("took", took))
	if did.Match == "" { // fall back to the match of the pressed board
		did.Match, did.Version = r.Match, r.Version
	}
	if did.Match != "" {
		attrs = append(attrs, slog.String("match", string(did.Match)), slog.Int("version", did.Version))
	}
	if met != limits.None {
		attrs = append(attrs, slog.String("limit", string(met)))
	}
	if err := errors.Join(did.Sent.Err, did.Refusal); err != nil {
		attrs = append(attrs, slog.Any("err", err))
	}
	deps.Log.LogAttrs(context.Background(), about.level, "interaction", attrs...)
}
