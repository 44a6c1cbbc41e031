package clients

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"noughts/bot/discordtest"
)

// A requestLog records the REST exchanges of a scene's server. It is safe for concurrent use.
type requestLog struct {
	mu      sync.Mutex
	all     []discordtest.Exchange
	changed chan struct{} // closed and replaced at each exchange
}

func newRequestLog() *requestLog { return &requestLog{changed: make(chan struct{})} }

// add records an exchange. The server calls it as an observer.
func (l *requestLog) add(e discordtest.Exchange) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, e)
	close(l.changed)
	l.changed = make(chan struct{})
}

// look returns the exchanges so far, and a channel that is closed at the next exchange.
func (l *requestLog) look() ([]discordtest.Exchange, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.all), l.changed
}

// since returns the exchanges after the first n.
func (l *requestLog) since(n int) []discordtest.Exchange {
	all, _ := l.look()
	return all[n:]
}

// len returns the number of exchanges so far.
func (l *requestLog) len() int { return len(l.since(0)) }

// await waits for an exchange for which `wanted` returns true and returns the first one, or ctx's error.
func (l *requestLog) await(ctx context.Context, wanted func(discordtest.Exchange) bool) (found discordtest.Exchange, err error) {
	err = l.awaitAll(ctx, func(all []discordtest.Exchange) bool {
		i := slices.IndexFunc(all, wanted)
		if i >= 0 {
			found = all[i]
		}
		return i >= 0
	})
	return found, err
}

// awaitAll waits until `wanted` returns true for the list of all exchanges so far, or returns ctx's error.
func (l *requestLog) awaitAll(ctx context.Context, wanted func([]discordtest.Exchange) bool) error {
	for {
		all, changed := l.look()
		if wanted(all) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// describe describes an exchange for the log of a test.
func describe(e discordtest.Exchange) string {
	return fmt.Sprintf("%s %s: %d %s\n\tafter %s", e.Method, e.Route, e.Status, e.Answer, e.Body)
}
