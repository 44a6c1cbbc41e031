package bot

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"noughts/bot/limits"
	"noughts/commands"
	"noughts/game/match"
)

// A report is what is said of one interaction, when all is done for it: one line
// in the log, and a count.
type report struct {
	heading
	outcome Outcome
	took    time.Duration // from its arrival to its answer
	route   string        // that answered, "" for none
	match   match.ID      // "" for none
	version int           // shown by the answer, or pressed
	limit   limits.Limit  // that was met, "" for none
	err     error         // why it was not done
}

// report writes the interaction's one log line and counts it.
func (d *dispatcher) report(r report) {
	d.meter.Interacted(r.route, r.outcome, r.took)
	d.log.LogAttrs(context.Background(), r.outcome.level(), "interaction", r.attrs(d.shardOf)...)
}

// level returns how much an outcome matters. Silence is the one that does not
// show by default: it is there for whoever floods, and must not flood the log.
func (o Outcome) level() slog.Level {
	switch o {
	case outcomeSilent:
		return slog.LevelDebug
	case outcomeDone, outcomeRefused, outcomeLimited, outcomeDuplicate:
		return slog.LevelInfo
	case outcomeFailed, outcomePanicked:
		return slog.LevelError
	}
	return slog.LevelWarn
}

// attrs returns what the line says.
func (r report) attrs(shardOf func(guild string) (int, bool)) []slog.Attr {
	attrs := []slog.Attr{slog.String("id", r.ID)}
	if shard, ok := shardOf(r.GuildID); ok {
		attrs = append(attrs, slog.Int("shard", shard))
	}
	if r.route != "" {
		attrs = append(attrs, slog.String("path", r.route))
	}
	attrs = append(attrs, slog.String("outcome", string(r.outcome)), slog.Duration("took", r.took))
	if r.match != "" {
		attrs = append(attrs, slog.String("match", string(r.match)), slog.Int("version", r.version))
	}
	if r.limit != limits.None {
		attrs = append(attrs, slog.String("limit", string(r.limit)))
	}
	if r.err != nil {
		attrs = append(attrs, slog.Any("err", r.err))
	}
	return attrs
}

// reportAnswer reports an interaction that a handler answered. err is why Discord
// did not take the answer, nil when it did.
func (d *dispatcher) reportAnswer(p *pending, reply commands.Reply, err error) {
	r := report{
		heading: headingOf(p.i), outcome: outcomeOf(reply, err), took: time.Since(p.arrived), route: reply.Path,
		match: reply.Match, version: reply.Version, err: errors.Join(err, reply.Err),
	}
	if r.match == "" {
		r.match, r.version = pressedOn(p.i)
	}
	d.report(r)
}

// outcomeOf returns what became of an interaction that a handler answered.
func outcomeOf(reply commands.Reply, err error) Outcome {
	switch {
	case err != nil:
		return outcomeUnanswered
	case errors.Is(reply.Err, errPanic):
		return outcomePanicked
	case reply.Err == nil:
		return outcomeDone
	case commands.IsRefusal(reply.Err):
		return outcomeRefused
	}
	return outcomeFailed
}
