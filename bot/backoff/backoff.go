// Package backoff computes pauses between attempts, and waits.
package backoff

import (
	"context"
	"math/rand/v2"
	"time"
)

// The shortest and the longest whole pause: see Pause.
const (
	Shortest = time.Second
	Longest  = 30 * time.Second
)

// A Pause is how long to wait between attempts: longer each time, with jitter so
// that many processes do not come back at once. The zero Pause is ready.
type Pause struct {
	failures int
}

// Next returns the next pause: between a half and the whole of one second, two,
// four, up to thirty.
func (p *Pause) Next() time.Duration {
	whole := min(Shortest<<min(p.failures, 10), Longest)
	p.failures++
	return whole/2 + rand.N(whole/2)
}

// Reset begins again with the shortest pause, after a success.
func (p *Pause) Reset() { p.failures = 0 }

// Sleep waits for a duration, or until ctx ends; then it returns ctx's error.
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
