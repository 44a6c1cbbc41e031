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

// missing says what keeps the bot from answering members, as far as it knows by
// itself; nothing when they get answers. Discord is never asked: a probe must
// not use up rate limits, nor fail all processes at once when Discord does.
func (b *Bot) missing(ctx context.Context) []string {
	var missing []string
	if b.stopped.Load() != nil {
		missing = append(missing, missingStopped)
	}
	switch {
	case !b.overHTTP():
		missing = append(missing, b.missingOfGateway()...)
	case !b.hasStarted(): // nobody hears of Discord until somebody plays
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

// missingOfGateway says what keeps Discord from being heard, nothing when a shard
// hears it. A process that has been left no shard has nothing to hear.
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
