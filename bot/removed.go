package bot

import (
	"context"
	"time"

	"noughts/bot/backoff"
)

const (
	// firstLook is the time from the start of the bot to the first check for servers that have
	// removed it. lookPace is the time between checks.
	firstLook = time.Minute
	lookPace  = 24 * time.Hour
	// forgetPage is how many games one call to the store changes. forgetRest is the pause between
	// two calls, which leaves the store free for other work.
	forgetPage = 100
	forgetRest = time.Second
)

// forgetRemoved deletes the data of servers that removed the bot at least Config.KeepRemoved ago. It asks Discord for
// the bot's servers: over HTTP the bot is not told of a removal, and the gateway tells only a running bot.
func (b *Bot) forgetRemoved(ctx context.Context) {
	if b.cfg.KeepRemoved <= 0 {
		return
	}
	for wait := firstLook; backoff.Sleep(ctx, wait) == nil; wait = lookPace {
		if err := b.lookForRemoved(ctx); err != nil && ctx.Err() == nil {
			b.log.Warn("cannot look for servers that removed the bot; retrying in a day", "err", err)
		}
	}
}

func (b *Bot) lookForRemoved(ctx context.Context) error {
	present, err := b.rest.Guilds(ctx)
	if err != nil {
		return err
	}
	now := time.Now()
	if err := b.deps.Store.NoteGuilds(ctx, present, now); err != nil {
		return err
	}
	removed, err := b.deps.Store.RemovedGuilds(ctx, now.Add(-b.cfg.KeepRemoved))
	for _, guild := range removed {
		if err == nil {
			err = b.forgetGuild(ctx, guild)
		}
	}
	return err
}

func (b *Bot) forgetGuild(ctx context.Context, guild string) error {
	for games := 0; ; {
		changed, err := b.deps.Store.ForgetGuild(ctx, guild, forgetPage)
		b.matches.Reread(changed)
		games += len(changed)
		if err != nil || len(changed) == 0 {
			b.log.Info("deleted the data of a server that removed the bot", "guild", guild, "games", games, "err", err)
			return err
		}
		if err := backoff.Sleep(ctx, forgetRest); err != nil {
			return err
		}
	}
}
