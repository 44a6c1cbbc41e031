package bot

import (
	"context"
	"time"

	"noughts/bot/ops"
)

// The reasons why the bot cannot answer members, besides those of ops.Answers. Each is one sentence.
const (
	missingStopped = "the bot is stopping"
	missingStart   = "the bot has not started to serve interactions yet"
	missingShard   = "no shard is connected to Discord"
	missingDiscord = "no shard has heard from Discord within 90 seconds"
	missingFresh   = "nearly every interaction arrives too late to be answered"
)

// missing lists the reasons why the bot cannot answer members. The list is empty if the bot can. It
// uses only what the bot knows without asking Discord: a health probe must not use up rate limits,
// and must not fail in all processes at once during an outage of Discord.
func (b *Bot) missing(ctx context.Context) []string {
	var missing []string
	if b.stopped.Load() != nil {
		missing = append(missing, missingStopped)
	}
	switch {
	case !b.overHTTP():
		missing = append(missing, b.missingOfGateway()...)
	case !b.hasStarted(): // over HTTP nothing else is checked: a lack of interactions may just mean that nobody plays
		missing = append(missing, missingStart)
	}
	if b.inbox.Stale(time.Now()) {
		missing = append(missing, missingFresh)
	}
	if reason := ops.Answers(ctx, b.deps.Store, b.log); reason != "" {
		missing = append(missing, ops.Redact(reason, b.cfg.Secrets()...))
	}
	return missing
}

// missingOfGateway returns none if a shard is up, or for a spare process, which has no shards and needs none.
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
