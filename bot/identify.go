package bot

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// identifyPause is how long Discord wants between two identifies of shards that
// share a turn.
const identifyPause = 5 * time.Second

// An identifyGate lets shards identify no faster than Discord allows: so many at
// once, and so many a day. Who goes over the day's number gets a new token from
// Discord and a letter about it.
type identifyGate struct {
	limits func(context.Context) (discordgo.GatewayBotResponse, error)
	log    *slog.Logger

	mu          sync.Mutex
	concurrency int
	remaining   int
	next        map[int]time.Time // by shard number modulo concurrency
}

func newIdentifyGate(start discordgo.SessionInformation, limits func(context.Context) (discordgo.GatewayBotResponse, error), log *slog.Logger) *identifyGate {
	return &identifyGate{
		limits: limits, log: log, next: map[int]time.Time{},
		concurrency: max(start.MaxConcurrency, 1), remaining: start.Remaining,
	}
}

// wait returns when the shard may identify, which then counts as done. Errors:
// ctx's.
func (g *identifyGate) wait(ctx context.Context, shard int) error {
	for {
		turn, ok := g.turn(shard)
		if ok {
			return sleep(ctx, time.Until(turn))
		}
		if err := g.renew(ctx); err != nil {
			return err
		}
	}
}

// turn takes the shard's next turn, if the day has any left.
func (g *identifyGate) turn(shard int) (time.Time, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.remaining <= 0 {
		return time.Time{}, false
	}
	g.remaining--
	key := shard % g.concurrency
	turn := g.next[key]
	if now := time.Now(); turn.Before(now) {
		turn = now
	}
	g.next[key] = turn.Add(identifyPause)
	return turn, true
}

// sent notes that a shard has identified, or has given up: the pause counts from
// now. What comes before an identify, such as asking for the gateway's address,
// can take longer than planned.
func (g *identifyGate) sent(shard int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := shard % g.concurrency
	if next := time.Now().Add(identifyPause); g.next[key].Before(next) {
		g.next[key] = next
	}
}

// renew asks how many identifies are left and, when there are none, waits until
// there are.
func (g *identifyGate) renew(ctx context.Context) error {
	bot, err := g.limits(ctx)
	if err != nil {
		g.log.Warn("cannot ask for the number of identifies left", "err", err)
		return sleep(ctx, longestPause)
	}
	limit := bot.SessionStartLimit
	if limit.Remaining <= 0 {
		wait := max(time.Duration(limit.ResetAfter)*time.Millisecond, time.Second)
		g.log.Warn("no identifies are left today", "wait", wait)
		return sleep(ctx, wait)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.remaining = limit.Remaining
	return nil
}
