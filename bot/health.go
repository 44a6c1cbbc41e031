package bot

import (
	"context"
	"time"

	"noughts/bot/ops"
)

// missing lists the reasons why the bot cannot answer members. The list is empty if the bot can. It
// uses only what the bot knows without asking Discord: a health probe must not use up rate limits,
// and must not fail in all processes at once during an outage of Discord.
func (b *Bot) missing(ctx context.Context) []string {
	var missing []string
	if b.stopped.Load() != nil {
		missing = append(missing, "the bot is stopping")
	}
	states, shards := b.shardStates(), b.shards.Load()
	switch {
	case b.overHTTP(): // nothing else is checked: a lack of interactions may just mean that nobody plays
		if !b.hasStarted() {
			missing = append(missing, "the bot has not started to serve interactions yet")
		}
	case states.Up > 0, shards != nil && shards.Spare(): // a spare process has no shards and needs none
	case states.Silent > 0:
		missing = append(missing, "no shard has heard from Discord within 90 seconds")
	default:
		missing = append(missing, "no shard is connected to Discord")
	}
	if b.inbox.Stale(time.Now()) {
		missing = append(missing, "nearly every interaction arrives too late to be answered")
	}
	if reason := ops.Answers(ctx, b.deps.Store, b.log); reason != "" {
		missing = append(missing, ops.Redact(reason, b.cfg.Secrets()...))
	}
	return missing
}
