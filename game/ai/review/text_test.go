package review_test

import (
	"errors"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai/review"
	"noughts/game/rules"
)

const drawnText = `noughts review 1
version 1
variant classic 3
start 3/3/3 x
b2 d b2b1
b1 d a1b1
end w5 a1c3a3a2c1
`

// TestText checks that a short text is read, written back, and completed with computed values, and that the text of a
// long game stays short.
func TestText(t *testing.T) {
	t.Parallel()
	r, err := review.Parse(drawnText)
	if err != nil {
		t.Fatal(err)
	}
	if r.Text() != drawnText || r.Turning != 2 || r.Moves[1].Mark != review.Blunder || r.Moves[1].Reply[0] != 0 {
		t.Errorf("got %+v", r)
	}
	long := analyze(t, longest(t, game.Ultimate), quick)
	if n := len(long.Text()); n > 3000 {
		t.Errorf("%d bytes for %d moves", n, len(long.Moves))
	}
}

func TestTextsThatAreRefused(t *testing.T) {
	t.Parallel()
	for _, change := range []struct{ old, new string }{
		{"review 1", "review 2"},
		{"version 1", "version "},
		{"variant classic 3", "variant classic 10"},
		{"classic 3", "classic 4"},
		{"b2 d b2b1", "b2 d b2"},              // valid: the only change that Parse accepts
		{"b2 d b2b1", "b2 60 b2b1"},           // contradicts the value of the next position
		{"b2 d b2b1", "b2 d a1b1"},            // a different best move must be better, not equal
		{"b2 d b2b1", "b2 d b2b2"},            // an illegal line
		{"b2 d b2b1", "b2 d"},                 // a missing line
		{"b2 d b2b1", "b2  d b2b1"},           // not in canonical form
		{"b1 d a1b1", "b1 l9 a1b1"},           // the best move is worse than the played move
		{"b1 d a1b1", "b1 w101 a1b1"},         // not a valid value
		{"b1 d a1b1", "b1 050 a1b1"},          // not in canonical form
		{"b1 d", "b2 d"},                      // an illegal move
		{"end w5 a1c3a3a2c1\n", ""},           // no end line
		{"end w5 a1c3a3a2c1\n", "end w5 a1"},  // the line of play is cut off
		{"end w5 a1c3a3a2c1", "end w5 a1c3z"}, // an incomplete square
		{"end w5", "out w5"},
	} {
		text := strings.Replace(drawnText, change.old, change.new, 1)
		_, err := review.Parse(text)
		if fine := change.new == "b2 d b2"; (err == nil) != fine || err != nil && !errors.Is(err, review.ErrText) {
			t.Errorf("%q instead of %q: %v", change.new, change.old, err)
		}
	}
}

// FuzzParse checks that Parse never panics, and that a parsed review satisfies the invariants of check.
func FuzzParse(f *testing.F) {
	f.Add(drawnText)
	for _, v := range []game.Variant{game.Ultimate, game.Classic(1), game.InARow(5, 4), {Kind: "misere", N: 3}} {
		f.Add(analyze(f, selfPlay(f, v, "random", "random", 1), quick).Text())
	}
	f.Add("noughts review 1\nversion 1\nvariant ultimate\nstart " + rules.Start(game.Ultimate, game.O).String() + "\nend 50 e5\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := review.Parse(text)
		if err == nil {
			check(t, r)
		}
	})
}
