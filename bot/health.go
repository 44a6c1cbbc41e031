package bot

import (
	"context"
	"time"
)

const (
	// heardWithin is how recently Discord must have been heard for the bot to be
	// ready: more than two heartbeats.
	heardWithin = 90 * time.Second
	// pingLimit is how long the database may take to answer: a member's press needs
	// it several times within three seconds.
	pingLimit = 500 * time.Millisecond
)

// What keeps the bot from answering members, one sentence each.
const (
	missingDrained  = "the bot is stopping"
	missingStart    = "the bot has not started to serve interactions yet"
	missingDiscord  = "no shard has heard from Discord within 90 seconds"
	missingDatabase = "the database does not answer within half a second"
)

// drain makes the bot say from now on that it is not ready, so that a load
// balancer sends it no more while it finishes what it has.
func (b *Bot) drain() {
	b.drainedAt.Store(time.Now().UnixNano())
	b.draining.Store(true)
}

// drained returns how long ago the bot was told to stop, 0 if it was not.
func (b *Bot) drained() time.Duration {
	if !b.draining.Load() {
		return 0
	}
	return time.Since(time.Unix(0, b.drainedAt.Load()))
}

// missing says what keeps the bot from answering members, as far as it knows by
// itself; nothing when they get answers. Discord is never asked: a probe must
// not use up rate limits, nor fail all processes at once when Discord does.
func (b *Bot) missing(ctx context.Context) []string {
	var missing []string
	if b.draining.Load() {
		missing = append(missing, missingDrained)
	}
	switch {
	case b.overHTTP() && !b.hasStarted(): // nobody hears of Discord until somebody plays
		missing = append(missing, missingStart)
	case !b.overHTTP() && !b.heardDiscord(time.Now()):
		missing = append(missing, missingDiscord)
	}
	if !b.databaseAnswers(ctx) {
		missing = append(missing, missingDatabase)
	}
	return missing
}

// hasStarted says whether the bot was ready once.
func (b *Bot) hasStarted() bool {
	select {
	case <-b.ready:
		return true
	default:
		return false
	}
}

// reached says whether members reach the bot: what they do is heard of, as far as
// the bot can know.
func (b *Bot) reached() bool {
	return b.hasStarted() && (b.overHTTP() || b.heardDiscord(time.Now()))
}

// heardDiscord says whether a shard is up and has heard from Discord lately. A
// process that has been left no shard has nothing to hear.
func (b *Bot) heardDiscord(now time.Time) bool {
	f := b.fleet.Load()
	return b.shardStates(now)[shardUp] > 0 || f != nil && f.spare()
}

// databaseAnswers says whether the database answers in time. A database that
// does not even give up in time is not waited for.
func (b *Bot) databaseAnswers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
	defer cancel()
	answered := make(chan error, 1)
	go func() { answered <- b.deps.Store.Ping(ctx) }()
	select {
	case err := <-answered:
		if err != nil {
			b.log.Warn("the database does not answer", "err", err)
		}
		return err == nil
	case <-ctx.Done():
		b.log.Warn("the database does not answer", "err", ctx.Err())
		return false
	}
}
