package gateway

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"noughts/bot/backoff"

	"github.com/bwmarrin/discordgo"
)

const (
	// identifyPause is Discord's minimum pause between two identifies (messages that begin a session) of shards in the
	// same bucket. The bucket of a shard is its number modulo Discord's max_concurrency.
	identifyPause = 5 * time.Second
	// turnHold is the longest time that a shard may hold an identify turn: the time to open a
	// connection, and some reserve.
	turnHold = openLimit + 5*time.Second
	// turnPoll is how often to ask for a turn that another process holds, since that process may release it early.
	turnPoll = 500 * time.Millisecond
	// budgetTrust is how long the cached number of remaining identifies is trusted. Other processes identify too.
	budgetTrust = time.Minute
	// paceBelow sets when identifies are slowed down: once less than half of the day's identifies remain
	// (1/paceBelow), they are spread over the rest of the day.
	paceBelow = 2
)

// Turns let one shard of each bucket of all processes identify at a time. Package bot uses a bucket of its own, so that only
// one process uploads tiles.
type Turns interface {
	// AcquireTurn takes the turn of a bucket until ReleaseTurn, but for no longer than `hold`. It returns
	// 0 if it has taken the turn, else the longest time to wait before asking again.
	AcquireTurn(ctx context.Context, bucket int, hold time.Duration) (wait time.Duration, err error)
	// ReleaseTurn gives up a turn. No shard can take it again before the pause is over.
	ReleaseTurn(ctx context.Context, bucket int, pause time.Duration) error
}

// An identifyGate keeps identifies (messages that begin a session) within Discord's limits: the number at
// the same time, and the number per day. Discord resets the token of a bot that exceeds the daily number.
//
// A turn lasts from before dialling until after the IDENTIFY was sent, so that a delayed IDENTIFY
// cannot come too close to the next one.
type identifyGate struct {
	limits      func(context.Context) (discordgo.GatewayBotResponse, error)
	turns       Turns
	log         *slog.Logger
	concurrency int
	buckets     []chan struct{} // by bucket; a channel is full while a shard of this process has the bucket's turn

	mu        sync.Mutex
	remaining int
	total     int
	reset     time.Time // when Discord resets remaining to total
	asked     time.Time // when Discord was last asked
	last      time.Time // time of this process's last identify
}

// newIdentifyGate returns a gate. `start` is Discord's latest answer about the limits, and `limits` asks Discord again.
// `shared` are the turns that processes share; nil if this process is the only one.
func newIdentifyGate(start discordgo.SessionInformation, limits func(context.Context) (discordgo.GatewayBotResponse, error), shared Turns, log *slog.Logger) *identifyGate {
	if shared == nil {
		shared = &ownTurns{next: map[int]time.Time{}}
	}
	g := &identifyGate{limits: limits, turns: shared, log: log, concurrency: max(start.MaxConcurrency, 1)}
	g.setBudget(start)
	for range g.concurrency {
		g.buckets = append(g.buckets, make(chan struct{}, 1))
	}
	return g
}

// enter waits until the shard may identify. The caller must then call leave and say whether the
// IDENTIFY was sent. Errors: those of ctx and of shared turns.
func (g *identifyGate) enter(ctx context.Context, shard int) (leave func(sent bool), err error) {
	bucket := shard % g.concurrency
	select {
	case g.buckets[bucket] <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := g.spend(ctx); err != nil {
		<-g.buckets[bucket]
		return nil, err
	}
	for wait := turnPoll; wait > 0 && err == nil; {
		if wait, err = g.turns.AcquireTurn(ctx, bucket, turnHold); wait > 0 && err == nil {
			err = backoff.Sleep(ctx, min(wait, turnPoll))
		}
	}
	if err != nil {
		g.refund()
		<-g.buckets[bucket]
		return nil, err
	}
	return func(sent bool) { g.leave(bucket, sent) }, nil
}

func (g *identifyGate) leave(bucket int, sent bool) {
	defer func() { <-g.buckets[bucket] }()
	pause := identifyPause
	if !sent {
		pause = 0
		g.refund()
	}
	ctx, cancel := context.WithTimeout(context.Background(), saveLimit)
	defer cancel()
	if err := g.turns.ReleaseTurn(ctx, bucket, pause); err != nil {
		g.log.Warn("cannot release the identify slot", "err", err)
	}
}

// spend takes one of the day's identifies. If none remains, it waits until Discord allows more. When half of the day's
// identifies are used, the rest is spread over the rest of the day.
func (g *identifyGate) spend(ctx context.Context) error {
	for {
		g.mu.Lock()
		now, wait := time.Now(), time.Duration(0)
		known := g.remaining > 0 && now.Sub(g.asked) < budgetTrust
		if known && g.remaining < g.total/paceBelow {
			wait = g.last.Add(g.reset.Sub(now) / time.Duration(g.remaining)).Sub(now)
		}
		taken := known && wait <= 0
		if taken {
			g.remaining--
			g.last = now
		}
		g.mu.Unlock()
		switch {
		case taken:
			return nil
		case known:
			g.log.Warn("few identifies left today; waiting", "wait", wait)
		default:
			wait = g.renew(ctx)
		}
		if err := backoff.Sleep(ctx, wait); err != nil {
			return err
		}
	}
}

func (g *identifyGate) renew(ctx context.Context) (wait time.Duration) {
	bot, err := g.limits(ctx)
	limit := bot.SessionStartLimit
	switch {
	case err != nil:
		g.log.Warn("cannot get the number of identifies left", "err", err)
		return backoff.Longest
	case limit.Remaining <= 0:
		wait = max(time.Duration(limit.ResetAfter)*time.Millisecond, time.Second)
		g.log.Warn("no identifies left today; waiting", "wait", wait)
		return wait
	}
	g.setBudget(limit)
	return 0
}

func (g *identifyGate) refund() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.remaining++
}

func (g *identifyGate) setBudget(limit discordgo.SessionInformation) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.remaining, g.total, g.asked = limit.Remaining, limit.Total, time.Now()
	g.reset = g.asked.Add(time.Duration(limit.ResetAfter) * time.Millisecond)
}

// ownTurns are the turns of a single process. The gate's buckets already admit one shard at a time,
// so ownTurns only enforces the pauses.
type ownTurns struct {
	mu   sync.Mutex
	next map[int]time.Time
}

func (o *ownTurns) AcquireTurn(_ context.Context, bucket int, _ time.Duration) (time.Duration, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return time.Until(o.next[bucket]), nil
}

func (o *ownTurns) ReleaseTurn(_ context.Context, bucket int, pause time.Duration) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.next[bucket] = time.Now().Add(pause)
	return nil
}
