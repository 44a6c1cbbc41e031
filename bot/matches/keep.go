package matches

import (
	"context"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/queue"
	"noughts/game/match"
)

const (
	// firstKeep is the time from the start of the bot to the first deletion of old moves. keepPace
	// is the time between deletions.
	firstKeep = time.Minute
	keepPace  = time.Hour
	// keepPage is how many matches one call to the store changes. keepRest is the pause between two
	// calls, which leaves the store free for other work.
	keepPage = 100
	keepRest = time.Second
)

// dropOldMoves deletes the moves of old games, until ctx ends, in servers whose settings limit how
// long moves are kept. Several processes may do so at the same time.
func (o *Manager) dropOldMoves(ctx context.Context) {
	for wait := firstKeep; backoff.Sleep(ctx, wait) == nil; wait = keepPace {
		queue.Guard(o.deps.Log, func() {
			servers, err := o.deps.Store.Keeping(ctx)
			for i := 0; i < len(servers) && err == nil; i++ {
				err = o.dropIn(ctx, servers[i].ID, time.Now().AddDate(0, 0, -servers[i].RetentionDays))
			}
			if err != nil && ctx.Err() == nil {
				o.deps.Log.Warn("cannot delete the moves of old games; retrying in an hour", "err", err)
			}
		})
	}
}

func (o *Manager) dropIn(ctx context.Context, guild string, before time.Time) error {
	for games := 0; ; {
		dropped, err := o.deps.Store.DropMoves(ctx, guild, before, keepPage)
		o.Reread(dropped)
		games += len(dropped)
		if err != nil || len(dropped) == 0 {
			if games > 0 {
				o.deps.Log.Info("moves of old games deleted, as their server chose", "guild", guild, "games", games)
			}
			return err
		}
		if err := backoff.Sleep(ctx, keepRest); err != nil {
			return err
		}
	}
}

// Reread loads cached matches again after the store has changed them without the Manager.
func (o *Manager) Reread(ids []match.ID) {
	for _, id := range ids {
		if o.matchCache.Contains(id) { // a match that is not cached needs no reload
			o.queue.RunLast(Key(id), func() { o.readAgain(id) })
		}
	}
}

func (o *Manager) readAgain(id match.ID) {
	o.onMatch(id, reconcileLimit, func(ctx context.Context, l *cachedMatch) {
		if err := o.load(ctx, l); err != nil {
			l.loaded = false
		}
	})
}
