package bot

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	// identifyPause is how long Discord wants between two identifies of shards that
	// share a turn.
	identifyPause = 5 * time.Second
	// turnHold is how long a turn can be kept: as long as a connection can take to
	// open.
	turnHold = openLimit + 2*cutLimit
	// turnPoll is how often a turn is asked for that another process keeps: it may
	// be given back early.
	turnPoll = 500 * time.Millisecond
	// budgetTrust is how long the number of identifies that are left is believed:
	// other processes identify too.
	budgetTrust = time.Minute
)

// identifyTurns let one shard at a time identify, of those that share a bucket.
type identifyTurns interface {
	// TakeTurn takes the turn of a bucket until EndTurn, but for no longer than
	// hold. It returns 0, or how long to wait at most before asking again.
	TakeTurn(ctx context.Context, bucket int, hold time.Duration) (wait time.Duration, err error)
	// EndTurn gives a turn back; the next begins after a pause.
	EndTurn(ctx context.Context, bucket int, pause time.Duration) error
}

// An identifyGate lets shards identify no faster than Discord allows: so many at
// once, and so many a day. Who goes over the day's number gets a new token from
// Discord and a letter about it.
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
	asked     time.Time // when Discord said so
}

// newIdentifyGate returns a gate. turns is what several processes share, or nil.
func newIdentifyGate(start discordgo.SessionInformation, limits func(context.Context) (discordgo.GatewayBotResponse, error), shared identifyTurns, log *slog.Logger) *identifyGate {
	if shared == nil {
		shared = &ownTurns{next: map[int]time.Time{}}
	}
	g := &identifyGate{
		limits: limits, turns: shared, log: log, concurrency: max(start.MaxConcurrency, 1),
		remaining: start.Remaining, asked: time.Now(),
	}
	for range g.concurrency {
		g.buckets = append(g.buckets, make(chan struct{}, 1))
	}
	return g
}

// enter returns when the shard may identify. leave must be called afterwards,
// and told whether the IDENTIFY was sent. Errors: ctx's, and those of shared
// turns.
func (g *identifyGate) enter(ctx context.Context, shard int) (leave func(sent bool), _ error) {
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
	if err := g.await(ctx, bucket); err != nil {
		g.refund()
		<-g.buckets[bucket]
		return nil, err
	}
	return func(sent bool) { g.leave(bucket, sent) }, nil
}

// await takes the bucket's turn among processes.
func (g *identifyGate) await(ctx context.Context, bucket int) error {
	for {
		wait, err := g.turns.TakeTurn(ctx, bucket, turnHold)
		if err != nil || wait <= 0 {
			return err
		}
		if err := sleep(ctx, min(wait, turnPoll)); err != nil {
			return err
		}
	}
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
	if err := g.turns.EndTurn(ctx, bucket, pause); err != nil {
		g.log.Warn("a turn to identify could not be given back", "err", err)
	}
}

// spend takes one of the day's identifies and waits while there is none.
func (g *identifyGate) spend(ctx context.Context) error {
	for {
		g.mu.Lock()
		known := time.Since(g.asked) < budgetTrust
		if known && g.remaining > 0 {
			g.remaining--
			g.mu.Unlock()
			return nil
		}
		g.mu.Unlock()
		if err := g.renew(ctx); err != nil {
			return err
		}
	}
}

// refund gives an identify back that was not made.
func (g *identifyGate) refund() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.remaining++
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
	g.remaining, g.asked = limit.Remaining, time.Now()
	return nil
}

// ownTurns are the turns of a process that has the bot to itself. Its buckets
// are taken by one shard at a time, so that only the pauses remain to be kept.
type ownTurns struct {
	mu   sync.Mutex
	next map[int]time.Time
}

func (o *ownTurns) TakeTurn(_ context.Context, bucket int, _ time.Duration) (time.Duration, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return time.Until(o.next[bucket]), nil
}

func (o *ownTurns) EndTurn(_ context.Context, bucket int, pause time.Duration) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.next[bucket] = time.Now().Add(pause)
	return nil
}
