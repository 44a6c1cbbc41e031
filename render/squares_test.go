package render

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// TestNumbersAreWhatPeopleType checks that rules.ReadSquare reads the number shown on a square as
// that square, with and without the keypad.
func TestNumbersAreWhatPeopleType(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants()[2:] { // from 3×3 on
		for _, keypad := range []bool{false, true} {
			view := View{Position: rules.Start(v, game.X), Keypad: keypad}
			if v == game.Ultimate {
				view.Position = forcing(t, 5)
			}
			checkNumbers(t, view)
		}
	}
}

// forcing returns a position where the given local board, 0 to 8, must be played.
func forcing(t *testing.T, board int) game.Position {
	t.Helper()
	p, err := rules.Replay(rules.Start(game.Ultimate, game.X), []game.Square{rules.Join(0, board)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func checkNumbers(t *testing.T, v View) {
	t.Helper()
	for _, s := range v.Position.Moves() {
		text := strconv.Itoa(number(v, s))
		got, err := rules.ReadSquare(v.Position, text, v.Keypad)
		if err != nil || got != s {
			t.Errorf("%s, keypad %v: %s shows %s, which reads as %s, %v", v.Position.Variant(), v.Keypad, s, text, got, err)
		}
	}
}

func TestFocus(t *testing.T) {
	t.Parallel()
	start := rules.Start(game.Ultimate, game.X)
	for _, test := range []struct {
		name string
		view View
		want int
	}{
		{"a classic board", View{Position: rules.Start(game.Classic(3), game.X), Chosen: 1}, -1},
		{"a free choice", View{Position: start}, -1},
		{"a chosen board", View{Position: start, Chosen: 9}, 8},
		{"no such board chosen", View{Position: start, Chosen: 10}, -1},
		{"the forced board", View{Position: forcing(t, 5)}, 5},
		{"another board than the forced one chosen", View{Position: forcing(t, 5), Chosen: 1}, 5},
		{"after the end", View{Position: forcing(t, 5), Ended: true}, -1},
	} {
		if got := test.view.Focus(); got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, got, test.want)
		}
	}
}

// TestFocusIsWhereAllMovesAre plays random games without a chosen board. Focus must return a local board if all legal
// moves are on that board, and game.FreeChoice otherwise.
func TestFocusIsWhereAllMovesAre(t *testing.T) {
	t.Parallel()
	random := rand.NewPCG(1, 2)
	for range 100 {
		p := rules.Start(game.Ultimate, game.X)
		for moves := p.Moves(); len(moves) > 0; moves = p.Moves() {
			boards := map[int]bool{}
			for _, s := range moves {
				b, _ := rules.Split(s)
				boards[b] = true
			}
			focus := View{Position: p}.Focus()
			if (focus >= 0) != (len(boards) == 1) || focus >= 0 && !boards[focus] {
				t.Fatalf("%s: the focus is %d, the moves are on %v", p, focus, boards)
			}
			next, err := p.Play(moves[random.Uint64()%uint64(len(moves))])
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
	}
}
