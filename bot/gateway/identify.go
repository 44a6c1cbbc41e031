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
	// identifyPause is how long Discord wants between two identifies of shards that
	// share a turn.
	identifyPause = 5 * time.Second
	// turnHold is how long a turn can be kept: as long as a connection can take to
	// open, and a little.
	turnHold = openLimit + 5*time.Second
	// turnPoll is how often a turn is asked for that another process keeps: it may
	// be given back early.
	turnPoll = 500 * time.Millisecond
	// budgetTrust is how long the number of identifies that are left is believed:
	// other processes identify too.
	budgetTrust = time.Minute
	// paceBelow is the part of the day's identifies that is made to last until the day's
	// end: one half.
	paceBelow = 2
)

// identifyTurns let one shard at a time identify, of those that share a bucket.
type identifyTurns interface {
	// AcquireTurn takes the turn of a bucket until ReleaseTurn, but for no longer than
	// hold. It returns 0, or how long to wait at most before asking again.
	AcquireTurn(ctx context.Context, bucket int, hold time.Duration) (wait time.Duration, err error)
	// ReleaseTurn gives a turn back; the next begins after a pause.
	ReleaseTurn(ctx context.Context, bucket int, pause time.Duration) error
}

// An identifyGate lets shards identify no faster than Discord allows: so many at
// once, and so many a day. Discord resets the token of a bot that goes over the
// day's number.
//
// A turn lasts from before the connection is dialled until after the IDENTIFY
// has been sent, so that none comes early because another was delayed.
type identifyGate struct {
	limits      func(context.Context) (discordgo.GatewayBotResponse, error)
	turns       identifyTurns
	log         *slog.Logger
	concurrency int
	buckets     []chan struct{} // each holds a value while one of our shards has its turn

	mu        sync.Mutex
	remaining int
	total     int
	reset     time.Time // when there are as many as total again
	asked     time.Time // when Discord said so
	last      time.Time // when one was spent here
}

// newIdentifyGate returns a gate. start is what Discord has just said, limits asks
// again. turns is what several processes share, or nil.
func newIdentifyGate(start discordgo.SessionInformation, limits func(context.Context) (discordgo.GatewayBotResponse, error), shared identifyTurns, log *slog.Logger) *identifyGate {
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

// enter returns when the shard may identify. leave must be called afterwards,
// and told whether the IDENTIFY was sent. Errors: ctx's, and those of shared
// turns.
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

// leave gives the turn back. The pause counts from now, which is a little after
// the IDENTIFY.
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

// spend takes one of the day's identifies and waits while there is none. The last
// half of a day's number is made to last for the rest of the day.
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

// renew asks how many identifies are left, and returns how long to wait before the next
// look at their number.
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

// refund gives an identify back that was not made.
func (g *identifyGate) refund() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.remaining++
}

// setBudget notes what Discord has said.
func (g *identifyGate) setBudget(limit discordgo.SessionInformation) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.remaining, g.total, g.asked = limit.Remaining, limit.Total, time.Now()
	g.reset = g.asked.Add(time.Duration(limit.ResetAfter) * time.Millisecond)
}

// ownTurns are the turns of a process that has the bot to itself. Its buckets
// are taken by one shard at a time, so that only the pauses remain to be kept.
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
