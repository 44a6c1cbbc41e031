package rules_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

const startUltimate = "9/9/9/9/9/9/9/9/9"

func TestParseUltimateRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, why string }{
		{"nothing", "", "expected"},
		{"no side", startUltimate, "expected"},
		{"no forced board", startUltimate + " x", "expected"},
		{"é alone", "é", "expected"},
		{"an empty forced board", startUltimate + " x ", "not a forced board"},
		{"a space too many", startUltimate + "  x -", "not a side to move"},
		{"a space behind", startUltimate + " x - ", "not a forced board"},
		{"a word behind", startUltimate + " x - x", "not a forced board"},
		{"an unknown side", startUltimate + " z -", "not a side to move"},
		{"é as a side", startUltimate + " é -", "not a side to move"},
		{"é as a forced board", startUltimate + " x é", "not a forced board"},
		{"board 0", startUltimate + " x 0", "not a forced board"},
		{"board 10", startUltimate + " x 10", "not a forced board"},
		{"a row too few", "9/9/9/9/9/9/9/9 x -", "8 rows"},
		{"a row too long", "9/9/9/9/9/9/9/9/x9 o -", "more than 9"},
		{"a row too short", "9/9/9/9/9/9/9/9/x7 o 7", "8 squares"},
		{"two digits in a row", "9/9/9/9/45/9/9/9/9 x -", "row 5 has '5'"},
		{"no letter", "9/9/9/9/4é4/9/9/9/9 o 5", "row 5 has"},
		{"too many marks of one side", "9/9/9/4x4/4x4/9/9/9/9 o 5", "cannot be o's turn"},
		{"the side that has just moved", "9/9/9/4x4/9/9/9/9/9 x 2", "cannot be x's turn"},
		{"a forced board before the first move", startUltimate + " x 5", "before the first move"},
		{"a free choice after the first move", "9/9/9/4x4/9/9/9/9/9 o -", "unreachable by a move of x"},
		{"a forced board that nobody was sent to", "9/9/9/4x4/9/9/9/9/9 o 3", "unreachable by a move of x"},
		{"a forced board that only the other side was sent to", "4o4/9/9/4x4/9/9/9/9/9 o 5", "unreachable by a move of x"},
		{"a last move on a board that the other side had won", "xxx6/1o7/9/3o5/9/9/6o2/9/9 x 5", "unreachable by a move of o"},
		{"two winners of a local board", "xxx6/ooo6/9/9/9/9/9/9/9 x -", "lines on local board 1"},
		{"two lines on a local board without a common square", "3xxx3/9/3xxx3/oo1oo1oo1/9/9/9/9/9 o -", "lines on local board 2"},
		{"a closed board is forced", "xxx6/3o5/9/3o5/3o5/9/9/9/9 x 1", "forced board 1 is closed"},
		{"a free choice though every board is open", "x8/9/9/9/o8/9/9/9/9 x -", "unreachable by a move of o"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := rules.ParseUltimate(tt.text)
			if !errors.Is(err, game.ErrNotation) || !strings.Contains(err.Error(), tt.why) || p != (rules.UltimatePosition{}) {
				t.Errorf("Parse(%q) = %s, error %v, want %q", tt.text, p, err, tt.why)
			}
		})
	}
}

// Finished games where X has complete lines of local boards.
const (
	// In topRow X has won the top three local boards.
	topRow = "xxxxxxxxx/oo1oo1oo1/9/oo1o5/9/9/9/9/9"
	// In topAndLeft X has also won the left three boards. One last move, on the top left board, can
	// have completed both lines.
	topAndLeft = "xxxxxxxxx/oo1oo1oo1/9/xxxoo1oo1/oo1oo1o2/9/xxx6/9/9"
	// In topAndBottom X has won two lines of boards without a common board. No single move can have completed both.
	topAndBottom = "xxxxxxxxx/oo1oo1oo1/9/oo1oo1oo1/oo1oo1oo1/9/xxxxxxxxx/9/9"
)

func TestParseEndOfTheGame(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, why string }{
		{"three boards in a row", topRow + " o -", ""},
		{"the winner is to move", topRow + " x -", "unreachable by a move of o"},
		{"a forced board after the end", topRow + " o 4", "after the end"},
		{"both sides have three boards in a row", "xxxxxxxxx/9/9/ooooooooo/9/9/9/9/9 o -", "unreachable by a move of x"},
		{"two lines with a common board", topAndLeft + " o -", ""},
		{"two lines without a common board", topAndBottom + " o -", "unreachable by a move of x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := rules.ParseUltimate(tt.text)
			switch {
			case tt.why == "" && (err != nil || p.Outcome() != game.Won(game.X) || p.String() != tt.text):
				t.Errorf("Parse(%q) = %s, outcome %+v, error %v", tt.text, p, p.Outcome(), err)
			case tt.why != "" && (!errors.Is(err, game.ErrNotation) || !strings.Contains(err.Error(), tt.why)):
				t.Errorf("Parse(%q) gave error %v, want %q", tt.text, err, tt.why)
			}
		})
	}
}

// FuzzParse checks that Parse and String are inverse, that an accepted position has legal moves
// unless it is over, and that Parse accepts the position after each of these moves.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		startUltimate + " x -", startUltimate + " o -", "9/9/9/4x4/9/9/9/9/9 o 2", "9/9/9/4é4/9/9/9/9/9 o 2",
		topRow + " o -", topAndLeft + " o -", topAndBottom + " o -",
		"xo1oo3x/1o1xxx2o/oxx4xo/o1o2xxx1/9/7xo/1x1o1oxo1/5ox1o/2x2o1x1 o 5",
		"xoxooxo1o/xxx1xox1o/oo1x1o1xo/2oox1x1x/x1o3o1x/oxo1oooxx/oxoxxxoxx/1xoo1ox1o/x1xooxxxo o -",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := rules.ParseUltimate(text)
		if err != nil {
			if !errors.Is(err, game.ErrNotation) {
				t.Fatalf("error %v", err)
			}
			return
		}
		if p.String() != text {
			t.Fatalf("%q became %s", text, p)
		}
		if moves := p.Moves(); (len(moves) == 0) != p.Outcome().Over {
			t.Fatalf("%s: moves %v, outcome %+v", p, moves, p.Outcome())
		}
		for _, s := range p.Moves() {
			if q, err := rules.ParseUltimate(p.After(s).String()); err != nil || q != p.After(s) {
				t.Fatalf("after %s: %v, %v", s, q, err)
			}
		}
	})
}

func ExampleParseUltimate() {
	p, err := rules.ParseUltimate("9/9/9/4x4/9/9/9/9/9 o 2")
	fmt.Println(p.Forced()+1, len(p.Moves()), err)

	_, err = rules.ParseUltimate("9/9/9/4x4/9/9/9/9/9 o 3")
	fmt.Println(err)
	// Output:
	// 2 9 <nil>
	// not a position: unreachable by a move of x
}
