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
)

// A Meter counts what becomes of interactions. Its methods are called often and at any
// time; they return at once.
type Meter interface {
	// Interacted counts an interaction, with the time from its arrival to its
	// answer. route is "" when no handler was asked.
	Interacted(route string, o Outcome, took time.Duration)
	// Limited counts an interaction that met a limit.
	Limited(l limits.Limit)
}

// An Outcome is what became of an interaction.
type Outcome string

// The outcomes.
const (
	outcomeDone       Outcome = "done"
	outcomeRefused    Outcome = "refused" // with a reason and what to do
	outcomeLimited    Outcome = "limited" // told to slow down
	outcomeFailed     Outcome = "failed"  // told that something went wrong
	outcomePanicked   Outcome = "panicked"
	outcomeBusy       Outcome = "busy"       // told to come back
	outcomeSilent     Outcome = "silent"     // too fast, and told before
	outcomeDuplicate  Outcome = "duplicate"  // delivered before, here or to another process
	outcomeStale      Outcome = "stale"      // too old to be answered when it came
	outcomeLate       Outcome = "late"       // its time was over before there was an answer; told to come back if that was possible
	outcomeDropped    Outcome = "dropped"    // there was no room even to say so
	outcomeUnanswered Outcome = "unanswered" // Discord did not take the answer
)

// outcomes are all of them: how much each matters, whether a handler was asked, and
// whether the member got an answer. Silence is the one that does not show by default:
// members who flood get it, and they must not flood the log.
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

// Outcomes are all of them.
var Outcomes = slices.Sorted(maps.Keys(outcomes))

// Answered says whether the member got an answer, and with it the time to it.
func (o Outcome) Answered() bool { return outcomes[o].answers }

// ByHandler says whether a handler was asked, which only then names its route.
func (o Outcome) ByHandler() bool { return outcomes[o].byHandler }

// conclude reports what the owner of the matches did with a request, and has a member
// who was refused slow down.
func (i *interaction) conclude(did matches.Report) {
	refused := did.Refusal != nil && i.in.deps.Commands.IsRefusal(did.Refusal)
	if refused {
		i.in.deps.Rates.Refused(i.request.User, i.arrived)
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

// report counts an interaction and writes its one log line, when all is done for it.
// met is the limit that it met, if any.
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
	if did.Match == "" { // then the one on the pressed board, if any
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
