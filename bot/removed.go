package bot

import (
	"context"
	"time"

	"noughts/bot/backoff"
)

const (
	// firstLook is how long after the start the bot looks where it still is, and lookPace how
	// often then.
	firstLook = time.Minute
	lookPace  = 24 * time.Hour
	// forgetPage is how many games are changed before others have their turn, and forgetRest
	// the pause then.
	forgetPage = 100
	forgetRest = time.Second
)

// forgetRemoved notices each day which servers have removed the bot, and deletes what is kept of
// those that did so KEEP_REMOVED ago, until ctx ends. Interactions over HTTP tell nothing of that, and
// the gateway tells it only to a bot that runs: so Discord is asked for the list. Of several
// processes that do it at once each finds what the others have left.
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

// forgetGuild deletes what is kept of a server.
func (b *Bot) forgetGuild(ctx context.Context, guild string) error {
	for games := 0; ; {
		changed, err := b.deps.Store.ForgetGuild(ctx, guild, forgetPage)
		b.owner.Reread(changed)
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
