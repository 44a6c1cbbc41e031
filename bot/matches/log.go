package matches

import (
	"context"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"noughts/commands/plan"
	"noughts/game/match"
)

// toldMost is how many lines the log channel of a server gets in toldPace: what is more is not
// posted.
const (
	toldMost = 5
	toldPace = time.Minute
)

// told counts the lines in log channels.
type told struct {
	mu     sync.Mutex
	counts *lru.Cache[string, toldCount]
}

// A toldCount is how many lines there were since a time.
type toldCount struct {
	since time.Time
	lines int
}

func newTold() *told {
	counts, _ := lru.New[string, toldCount](maxServers) // fails only for a size below one
	return &told{counts: counts}
}

// forgetIdle drops the counts that began before a time.
func (t *told) forgetIdle(before time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	forgetOlder(t.counts, before, func(c toldCount) time.Time { return c.since })
}

// allow counts a line, and returns false if there are too many.
func (t *told) allow(guild string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	c, _ := t.counts.Get(guild)
	if now.Sub(c.since) >= toldPace {
		c = toldCount{since: now}
	}
	c.lines++
	t.counts.Add(guild, c)
	return c.lines <= toldMost
}

// tellOwners posts a line in the log channel of a server, if there is one, beside what is in
// work: it is tried once, and a crash may lose it. Discord posts it once under its name. It
// mentions nobody.
func (o *Owner) tellOwners(s match.Server, name string, content plan.Content) {
	if s.LogChannel == "" || !o.told.allow(s.ID, time.Now()) {
		return
	}
	content.Pings = nil
	o.queue.Submit("log/"+s.ID, func() {
		ctx, cancel := context.WithTimeout(o.ctx, editLimit)
		defer cancel()
		if _, err := o.Discord.Post(ctx, s.LogChannel, name, content.Response(plan.Anew).Data); err != nil {
			o.Log.Info("a line in a server's log channel could not be posted", "guild", s.ID, "channel", s.LogChannel, "err", err)
		}
	})
}
