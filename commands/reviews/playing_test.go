package reviews

import (
	"testing"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/game/transcript"
)

// written parses a game from a text such as "classic 4: a1 b1".
func written(t *testing.T, text string) ai.History {
	t.Helper()
	read, err := transcript.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	g := ai.History{Start: rules.Start(read.Variant, read.Begins)}
	for _, m := range read.Moves {
		g.Moves = append(g.Moves, m.Square)
	}
	return g
}

// TestAGameThatTellsAboutAnother checks that the function reaches recognises a match's moves in a pasted game: in any
// order, with the board turned or mirrored, and also if the pasted game goes on for a few moves.
func TestAGameThatTellsAboutAnother(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		match, text string
		reaches     bool
	}{
		{"classic 4: a1 b2 c1", "classic 4: a1 b2 c1 d4", true},
		{"classic 4: a1 b2 c1", "classic 4: c1 b2 a1", true},                                             // moves in another order
		{"classic 4: a1 b2 c1", "classic 4: d1 c2 b1", true},                                             // mirrored
		{"classic 4: a1 b2 c1", "classic 4: a4 b3 a2", true},                                             // turned
		{"classic 4: a1 b2 c1", "noughts game 1\nvariant classic 4\nbegins o\n\n1 a1\n2 b2\n3 c1", true}, // O moves first
		{"classic 4: a1 b2 c1", "classic 4: a1 d4 d1 b2 c1", true},                                       // moves in between
		{"classic 4: a1 b2 c1", "classic 4: a1 b2", false},
		{"classic 4: a1 b2 c1", "classic 4: a1 b2 d2 c1", false}, // a square taken by the other side
		{"classic 4: a1 b2 c1", "classic 5: a1 b2 c1", false},
		{"classic 4: a1 b2 c1", "misere 4: a1 b2 c1", false},
		{"classic 4: a1 b2 c1", "classic 4: a1 d4 d1 c4 b1 d3 a4 b2 c1", false}, // b2 and c1 come too late: a match of three moves is compared with the first six moves
		{"ultimate: e5", "ultimate: e5 d4", true},
		{"ultimate: e5 d4 a1", "ultimate: e5 f4 i1 h2", true}, // mirrored
		{"ultimate: e5 d4 a1", "ultimate: e5 e4 e1", false},
	} {
		g := written(t, c.match)
		m, err := match.New("m1", "1", match.Person("1"), match.Person("2"), match.Options{Variant: g.Start.Variant()}, game.X, time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		m.Moves = g.Moves
		if got := reaches(written(t, c.text), m); got != c.reaches {
			t.Errorf("%s reaches %s: %t", c.text, c.match, got)
		}
	}
	begun := match.Match{Options: match.Options{Variant: game.Classic(4)}}
	if reaches(written(t, "classic 4: a1"), begun) {
		t.Error("a match without a move keeps all games from being reviewed")
	}
}
