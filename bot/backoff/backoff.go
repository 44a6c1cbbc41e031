// Package backoff computes pauses between attempts, and waits.
package backoff

import (
	"context"
	"math/rand/v2"
	"time"
)

// The shortest and the longest pause, before jitter: see Pause.
const (
	Shortest = time.Second
	Longest  = 30 * time.Second
)

// A Pause computes how long to wait between attempts: longer each time, with jitter so that many
// processes do not retry at once. The zero Pause is ready to use.
type Pause struct {
	failures int
}

// Next returns the next pause, at random: first 0.5 to 1 second, then 1 to 2, then 2 to 4, and so on up to 15 to 30
// seconds.
func (p *Pause) Next() time.Duration {
	whole := min(Shortest<<min(p.failures, 10), Longest)
	p.failures++
	return whole/2 + rand.N(whole/2)
}

// Reset makes the next pause the shortest one again. Call it after a success.
func (p *Pause) Reset() { p.failures = 0 }

// Sleep waits for a duration. If ctx ends first, Sleep returns at once with ctx's error.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Await calls `wait` and returns nil when it has returned. If ctx ends first, Await returns at once with ctx's error.
func Await(ctx context.Context, wait func()) error {
	over := make(chan struct{})
	go func() {
		wait()
		close(over)
	}()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
