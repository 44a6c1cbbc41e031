package matches

import (
	crand "crypto/rand"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
)

// NewDice returns the bot's random numbers, seeded from r, or by the system if r is nil. They are safe for
// concurrent use. Errors: r's.
func NewDice(r io.Reader) (*rand.Rand, error) {
	if r == nil {
		r = crand.Reader
	}
	var seed [32]byte
	if _, err := io.ReadFull(r, seed[:]); err != nil {
		return nil, fmt.Errorf("cannot read a random seed: %w", err)
	}
	return rand.New(&source{chacha: rand.NewChaCha8(seed)}), nil
}

// A source is a random source that is safe for concurrent use.
type source struct {
	mu     sync.Mutex
	chacha *rand.ChaCha8
}

// Uint64 returns the next random number.
func (s *source) Uint64() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.chacha.Uint64()
}
