package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game/match"
)

const (
	// clockPace is how often the store is asked for matches that are due. Deadlines
	// are shown to the second.
	clockPace = time.Second
	// mostDue is how many matches are asked for at once.
	mostDue = 200
	// clockRest is how long the clocks leave alone what they find when they begin, and
	// after members could not reach the bot: another process, which they could reach,
	// ends it within a pace or two.
	clockRest = 5 * time.Second
)

// clocks end what is due: challenges that nobody answered, moves that nobody
// made. They run on the store's deadlines, so that nothing is lost with a
// process, and Change lets only one of several processes end a match.
//
// A deadline that passed while members could not reach the bot was nobody's fault:
// the player gets the whole time for the move again. Which deadlines those are, each
// process knows by itself: what passed before it could be reached and is still there
// a while later had no other process to end it.
type clocks struct {
	store   store.Store
	matches commands.Matches
	log     *slog.Logger
	reached func() bool // whether members reach the bot

	away    atomic.Int64 // when they last did not, in Unix nanoseconds
	damaged damaged
}

func newClocks(s store.Store, m commands.Matches, reached func() bool, log *slog.Logger) *clocks {
	c := &clocks{store: s, matches: m, log: log, reached: reached}
	c.away.Store(time.Now().UnixNano())
	return c
}

// back returns when members could last not reach the bot.
func (c *clocks) back() time.Time { return time.Unix(0, c.away.Load()) }

// run watches until ctx ends.
func (c *clocks) run(ctx context.Context) {
	tick := time.NewTicker(clockPace)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			c.look(ctx, time.Now())
		case <-ctx.Done():
			return
		}
	}
}

// look ends what is due, unless it is too early to know.
func (c *clocks) look(ctx context.Context, now time.Time) {
	if !c.reached() {
		c.away.Store(now.UnixNano())
	}
	if now.Sub(c.back()) >= clockRest {
		c.endDue(ctx)
	}
}

// endDue ends what is due now, the oldest first, until nothing is left.
func (c *clocks) endDue(ctx context.Context) {
	for ctx.Err() == nil {
		due, err := c.store.Due(ctx, time.Now(), mostDue+c.damaged.size())
		if err != nil {
			c.log.Error("the clocks cannot ask for what is due", "err", err)
			return
		}
		ended := 0
		for _, id := range due {
			if !c.damaged.has(id) && c.end(ctx, id) {
				ended++
			}
		}
		if len(due) < mostDue || ended == 0 {
			return
		}
	}
}

// end ends a match that is due, and says whether it is no longer.
func (c *clocks) end(ctx context.Context, id match.ID) bool {
	var next match.Match
	changed := false
	_, err := c.matches.Change(ctx, id, func(m match.Match) (match.Match, error) {
		next = m.TickAfter(c.back(), time.Now())
		changed = next.Version != m.Version
		return next, nil
	})
	switch {
	case errors.Is(err, commands.ErrNoMatch):
		return true
	case err != nil:
		c.damaged.note(id, err)
		c.log.Error("a due match could not be ended", "match", id, "err", err)
		return false
	case changed && next.Status == match.Over:
		c.log.Info("time ran out", "match", id, "version", next.Version)
	case changed:
		c.log.Info("time ran out while nobody could move, and begins anew", "match", id, "version", next.Version)
	}
	return true
}
