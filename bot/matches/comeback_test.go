package matches

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// played returns a match of variant v after some moves, such as "a1 b1".
func played(t *testing.T, v game.Variant, x, o match.Player, moves string) match.Match {
	t.Helper()
	now := time.Now()
	owner := x.ID + o.ID
	m := match.Match{
		ID: "m1", Version: 1, Starter: owner, Players: [2]match.Player{x, o}, Options: match.Options{Variant: v},
		Status: match.Playing, Begins: game.X, Created: now, Changed: now, Deadline: now.Add(match.IdleLife),
	}
	for word := range strings.FieldsSeq(moves) {
		s, err := game.ParseSquare(word)
		if err != nil {
			t.Fatal(err)
		}
		next, err := m.Play(m.ToMove().ID, s, now)
		if m.ToMove().IsComputer() {
			next, err = m.PlayComputer(s, now)
		}
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		m = next
	}
	return m
}

// A win counts as a comeback only on 3×3, and only if the winner's position was a proven loss earlier in the game.
func TestComebacks(t *testing.T) {
	t.Parallel()
	alice, bob := match.Person("100"), match.Person("200")
	for _, c := range []struct {
		name, moves string
		variant     game.Variant
		want        bool
	}{
		{"O makes a mistake, and X a bigger one", "a1 b1 a2 b2 c1 b3", game.Classic(3), true},
		{"a row of X against bad defence", "a1 b1 a2 b2 a3", game.Classic(3), false},
		{"a draw after mistakes", "a1 b1 c3 b2 b3 a3 c1 c2 a2", game.Classic(3), false},
		{"a larger board", "a1 b1 a2 b2 c1 b3 c2 b4", game.Classic(4), false},
		{"a game in progress", "a1 b1 a2", game.Classic(3), false},
	} {
		if got := comeback(played(t, c.variant, alice, bob, c.moves)); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// addLevelAndComeback sets the rating of the computer's level in a change that ends a match, and leaves it 0 in other
// changes.
func TestFactsOfTheEnd(t *testing.T) {
	t.Parallel()
	alice := match.Person("100")
	for _, c := range []struct {
		level, moves string
		want         int
	}{
		{"random", "a1 b1 a2 b2", 0},
		{"random", "a1 b1 a2 b2 a3", 500},
		{"perfect", "a1 b1 a2 b2 a3", 1053},
	} {
		change := store.Change{Record: match.Record{Match: played(t, game.Classic(3), alice, match.Computer(c.level), c.moves)}}
		if addLevelAndComeback(&change); change.Level != c.want {
			t.Errorf("%s, %s: %d, want %d", c.level, c.moves, change.Level, c.want)
		}
	}
}
