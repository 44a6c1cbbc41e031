package main

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// A running match collects the games that are finished, in their order, so
// that a test which ends the match early ends it after the same game, however
// many are played at once.
type running struct {
	*match
	mu      sync.Mutex
	games   []*result // nil until finished
	counted int       // how many of them are in sum
	sum     result
	decided bool
}

// run plays all games, or as many as the match's test needs.
func (m *match) run(ctx context.Context) (result, error) {
	r := &running{match: m, games: make([]*result, m.games)}
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(m.parallel)
	for i := range m.games {
		if r.over() || running.Err() != nil {
			break
		}
		group.Go(func() error {
			game, err := m.play(running, m.first+i)
			if err == nil {
				r.finish(i, game)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return r.sum, err
	}
	return r.sum, ctx.Err()
}

func (r *running) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.decided
}

// finish enters a game, and counts what is complete now.
func (r *running) finish(i int, game result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.games[i] = &game
	for !r.decided && r.ready() {
		if pair := r.games[r.counted:]; len(pair) > 1 {
			r.sum.pair(*pair[0], *pair[1])
			r.counted += 2
		} else {
			r.sum.merge(*pair[0])
			r.counted++
		}
		r.decided = r.test != nil && r.test.verdict(r.test.ratio(r.sum.pairs)) != ""
	}
}

// ready says whether the next pair of games, or the odd one at the end, is
// complete.
func (r *running) ready() bool {
	left := r.games[r.counted:]
	return len(left) > 0 && left[0] != nil && (len(left) == 1 || left[1] != nil)
}
