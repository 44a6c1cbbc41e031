package bot

import (
	crand "crypto/rand"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"noughts/game"
	"noughts/game/match"
)

// dice are the bot's chance. They are safe for concurrent use.
type dice struct {
	mu  sync.Mutex
	rng *rand.Rand
}

// newDice returns dice seeded from r, by default from the system.
func newDice(r io.Reader) (*dice, error) {
	if r == nil {
		r = crand.Reader
	}
	var seed [32]byte
	if _, err := io.ReadFull(r, seed[:]); err != nil {
		return nil, fmt.Errorf("reading a random seed: %w", err)
	}
	return &dice{rng: rand.New(rand.NewChaCha8(seed))}, nil
}

func (d *dice) intn(n int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rng.IntN(n)
}

// id returns a new match's id.
func (d *dice) id() match.ID { return match.NewID(d.intn) }

// toss throws a fair coin.
func (d *dice) toss() game.Mark { return game.X + game.Mark(d.intn(2)) }

// seed returns a seed for a search.
func (d *dice) seed() uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rng.Uint64()
}
