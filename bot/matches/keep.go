package matches

import (
	"context"
	"time"

	"noughts/game/match"
)

const (
	// firstKeep is how long after the start the moves of old games are dropped first, and keepPace how often then.
	firstKeep = time.Minute
	keepPace  = time.Hour
	// keepPage is how many matches are changed before others have their turn, and keepRest the pause then.
	keepPage = 100
	keepRest = time.Second
)

// Moves is what a Store does for servers that do not keep the moves of games for ever.
type Moves interface {
	Keeping(ctx context.Context) ([]match.Server, error)
	DropMoves(ctx context.Context, guild string, before time.Time, limit int) ([]match.ID, error)
}

// dropOldMoves has the moves of old games dropped where servers want that, until ctx ends. Of several processes that
// do it at once each finds what the others have left.
func (o *Owner) dropOldMoves(ctx context.Context) {
	next := time.NewTimer(firstKeep)
	defer next.Stop()
	for {
		select {
		case <-next.C:
			o.guard(func() { o.dropDue(ctx) })
			next.Reset(keepPace)
		case <-ctx.Done():
			return
		}
	}
}

// dropDue drops the moves of all games that have ended too long ago for their servers.
func (o *Owner) dropDue(ctx context.Context) {
	servers, err := o.deps.Store.Keeping(ctx)
	for _, s := range servers {
		if err != nil {
			break
		}
		err = o.dropIn(ctx, s.ID, time.Now().AddDate(0, 0, -s.KeepDays))
	}
	if err != nil && ctx.Err() == nil {
		o.deps.Log.Warn("cannot delete the moves of old games; retrying in an hour", "err", err)
	}
}

// dropIn drops the moves of the games of a server that ended before a time.
func (o *Owner) dropIn(ctx context.Context, guild string, before time.Time) error {
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
		select {
		case <-time.After(keepRest):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Reread has matches read again that were changed in the store beside their owner.
func (o *Owner) Reread(ids []match.ID) {
	for _, id := range ids {
		if o.matchCache.Contains(id) { // as it was
			o.queue.RunLast(Key(id), func() { o.readAgain(id) })
		}
	}
}

// readAgain reads a match again that was changed beside its owner.
func (o *Owner) readAgain(id match.ID) {
	ctx, cancel := context.WithTimeout(o.ctx, reconcileLimit)
	defer cancel()
	o.withMatch(id, func(l *live) {
		if err := o.load(ctx, l); err != nil {
			l.loaded = false
		}
	})
}
