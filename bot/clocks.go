package bot

import (
	"context"
	"log/slog"
	"time"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game/match"
)

// clockPace is how often the store is asked for matches that are due. Deadlines
// are shown to the second.
const clockPace = time.Second

// mostDue is how many matches are ended at once; the rest is ended a pace later.
const mostDue = 1000

// clocks end what is due: challenges that nobody answered, moves that nobody
// made. They run on the store's deadlines, so that nothing is lost with a
// process, and Change lets only one of several processes end a match.
type clocks struct {
	store   store.Store
	matches commands.Matches
	log     *slog.Logger
}

// run watches until ctx ends.
func (c *clocks) run(ctx context.Context) {
	tick := time.NewTicker(clockPace)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			c.endDue(ctx)
		case <-ctx.Done():
			return
		}
	}
}

func (c *clocks) endDue(ctx context.Context) {
	due, err := c.store.Due(ctx, time.Now(), mostDue)
	if err != nil && ctx.Err() == nil {
		c.log.Error("the clocks cannot ask for what is due", "err", err)
	}
	for _, id := range due {
		g, err := c.matches.Change(ctx, id, func(m match.Match) (match.Match, error) {
			return m.Tick(time.Now()), nil
		})
		if err != nil {
			c.log.Error("a due match could not be ended", "match", id, "err", err)
			continue
		}
		c.log.Info("time ran out", "match", id, "version", g.Match.Version)
	}
}
