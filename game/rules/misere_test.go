package rules_test

import (
	"errors"
	"fmt"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

func ExampleParseMisere() {
	p, err := rules.ParseMisere(3, "xx1/oo1/3 x")
	fmt.Println(p.Moves(), err)
	next, _ := p.Play(game.At(2, 0))
	fmt.Println(next, next.Variant())
	fmt.Println(next.Outcome().Winner, "has won:", next.WinningLine(), "is the line of the other side")
	// Output:
	// [c1 c2 a3 b3 c3] <nil>
	// xxx/oo1/3 o misere 3
	// o has won: [a1 b1 c1] is the line of the other side
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]game.Outcome{
		"3/3/3 x":       {},
		"xox/xxo/o1o x": {},
		"xxx/oo1/3 o":   game.Won(game.O),
		"ox1/1o1/xxo x": game.Won(game.X),
		"xxo/oox/xxo o": game.Draw,
		"xxx/oxo/xoo o": game.Won(game.O), // a line on a full board
	} {
		p, err := rules.ParseMisere(3, text)
		if err != nil || p.Outcome() != want {
			t.Errorf("%s: %+v, error %v, want %+v", text, p.Outcome(), err, want)
		}
		if moves := p.Moves(); (len(moves) == 0) != want.Over {
			t.Errorf("%s: moves %v", text, moves)
		}
		if next, err := p.Play(0); want.Over && (next != nil || !errors.Is(err, game.ErrGameOver)) {
			t.Errorf("%s goes on with %v, error %v", text, next, err)
		}
	}
}

func TestNoOtherSizes(t *testing.T) {
	t.Parallel()
	for text, size := range map[string]int{"2/2 x": 2, "6/6/6/6/6/6 x": 6} {
		if p, err := rules.ParseMisere(size, text); !errors.Is(err, game.ErrNotation) {
			t.Errorf("Parse(%d, %q) = %v, error %v", size, text, p, err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Start(%d) did not panic", size)
				}
			}()
			rules.StartMisere(size)
		}()
	}
}
