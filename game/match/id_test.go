package match_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/match"
)

func TestNewID(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[match.ID]bool{}
	for range 10_000 {
		id := match.NewID(rng.IntN)
		if !id.Valid() || len(id) < 10 || strings.ContainsAny(string(id), "aeiou01l") || seen[id] {
			t.Fatalf("NewID = %q", id)
		}
		seen[id] = true
	}
}

func TestIDValid(t *testing.T) {
	t.Parallel()
	for id, want := range map[match.ID]bool{
		"m1": true, "2B": true, "": false, "a/b": false, "é": false, "a b": false,
		match.ID(strings.Repeat("a", 20)): true, match.ID(strings.Repeat("a", 21)): false,
	} {
		if got := id.Valid(); got != want {
			t.Errorf("%q.Valid() = %v", id, got)
		}
	}
}

func TestToss(t *testing.T) {
	t.Parallel()
	for pick, want := range []game.Mark{game.X, game.O} {
		got := match.Toss(func(n int) int { return pick % n })
		if got != want {
			t.Errorf("Toss with %d = %q, want %q", pick, got, want)
		}
	}
}
