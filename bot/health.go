package bot

import (
	"context"
	"time"

	"noughts/bot/ops"
)

// Reasons why the bot cannot answer members, one sentence each, besides ops.MissingDatabase.
const (
	missingStopped = "the bot is stopping"
	missingStart   = "the bot has not started to serve interactions yet"
	missingShard   = "no shard is connected to Discord"
	missingDiscord = "no shard has heard from Discord within 90 seconds"
	missingFresh   = "nearly every interaction arrives too late to be answered"
)

// missing lists what keeps the bot from answering members, as far as it knows without asking Discord; empty if
// they get answers. A probe must not use up rate limits, nor fail in all processes at once when Discord fails.
func (b *Bot) missing(ctx context.Context) []string {
	var missing []string
	if b.stopped.Load() != nil {
		missing = append(missing, missingStopped)
	}
	switch {
	case !b.overHTTP():
		missing = append(missing, b.missingOfGateway()...)
	case !b.hasStarted(): // nothing comes from Discord until somebody plays
		missing = append(missing, missingStart)
	}
	if b.inbox.Stale(time.Now()) {
		missing = append(missing, missingFresh)
	}
	if !ops.Answers(ctx, b.deps.Store, b.log) {
		missing = append(missing, ops.MissingDatabase)
	}
	return missing
}

// missingOfGateway says why nothing comes from Discord, empty if a shard is up. A process that has no shards
// has nothing to receive.
func (b *Bot) missingOfGateway() []string {
	states, s := b.shardStates(), b.shards.Load()
	switch {
	case states.Up > 0 || s != nil && s.Spare():
		return nil
	case states.Silent > 0:
		return []string{missingDiscord}
	}
	return []string{missingShard}
}
