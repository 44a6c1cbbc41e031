package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// play returns the position after moves from the empty board.
func play(t *testing.T, v game.Variant, moves string) game.Position {
	t.Helper()
	var squares game.Moves
	if err := squares.UnmarshalText([]byte(moves)); err != nil {
		t.Fatal(err)
	}
	p, err := rules.Replay(rules.Start(v, game.X), squares)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestVanishing(t *testing.T) {
	t.Parallel()
	six := "a1 b2 c1 b1 b3 c3"
	for _, tt := range []struct {
		name, moves, want string
		outcome           game.Outcome
	}{
		{"the third marks stay", six, "xox/1o1/1xo x a1,b2,c1,b1,b3,c3", game.Outcome{}},
		{"the fourth takes the oldest away", six + " a3", "1ox/1o1/xxo o b2,c1,b1,b3,c3,a3", game.Outcome{}},
		{"also the other side's", six + " a3 a2", "1ox/o2/xxo x c1,b1,b3,c3,a3,a2", game.Outcome{}},
		{"three stand after the oldest has gone", six + " c2 a1 a3", "oo1/2x/xxo o b1,b3,c3,c2,a1,a3", game.Outcome{}},
		{"a row of the first three marks", "a1 a2 b1 b2 c1", "xxx/oo1/3 o a1,a2,b1,b2,c1", game.Won(game.X)},
		{"a row with the oldest mark does not win", "a1 b2 b1 a2 c3 b3 c1", "1xx/oo1/1ox o b2,b1,a2,c3,b3,c1", game.Outcome{}},
		{"a row without it wins", "c3 b2 a1 a2 b1 b3 c1", "xxx/oo1/1o1 o b2,a1,a2,b1,b3,c1", game.Won(game.X)},
	} {
		p := play(t, rules.Vanishing, tt.moves)
		if p.String() != tt.want || p.Outcome() != tt.outcome {
			t.Errorf("%s: %s, %+v, want %s, %+v", tt.name, p, p.Outcome(), tt.want, tt.outcome)
		}
	}
	p := play(t, rules.Vanishing, six)
	going, ok := p.(game.Vanishing).Going()
	if !ok || going != game.At(0, 0) || !errors.Is(p.Check(going), game.ErrOwnSquare) {
		t.Errorf("%s: %s goes next (%v), and a move there is refused with %v", p, going, ok, p.Check(going))
	}
	p, _ = p.Play(game.At(0, 2))
	if gone, ok := p.(game.Vanishing).Gone(); !ok || gone != going {
		t.Errorf("%s: %s has gone (%v), want %s", p, gone, ok, going)
	}
}

// TestVanishingRepeats moves both sides around in a circle until a position is there for the third time.
func TestVanishingRepeats(t *testing.T) {
	t.Parallel()
	round := strings.Fields("a1 b1 b2 a2 c2 c3 c1 b3 a3") // each move goes to a square that was left three moves before
	times := map[string]int{}
	p := rules.Start(rules.Vanishing, game.X)
	for n := 0; ; n++ {
		s, _ := game.ParseSquare(round[n%len(round)])
		next, err := p.Play(s)
		if err != nil {
			t.Fatalf("move %d, %s in %s: %v", n+1, s, p, err)
		}
		p = next
		times[p.String()]++
		if over := p.Outcome().Over; over != (times[p.String()] == 3) {
			t.Fatalf("%s is there for the time %d: %+v", p, times[p.String()], p.Outcome())
		} else if over {
			break
		}
	}
	if !p.Outcome().Drawn() || p.Moves() != nil || !errors.Is(p.Check(game.At(1, 2)), game.ErrGameOver) || p.WinningLine() != nil {
		t.Errorf("%s: %+v, moves %v", p, p.Outcome(), p.Moves())
	}
	if again, err := rules.Parse(rules.Vanishing, p.String()); err != nil || again.Outcome().Over {
		t.Errorf("the notation has no history, so the position is not over: %v, error %v", again, err)
	}
}

// TestVanishingPositions checks how many positions a game that X begins can reach, that Parse accepts each of them and those
// that O's games reach, and nothing else that has six marks or fewer.
func TestVanishingPositions(t *testing.T) {
	t.Parallel()
	reached := map[game.Mark]map[string]bool{game.X: {}, game.O: {}}
	for begins, seen := range reached {
		open, won := 0, 0
		queue := []game.Position{rules.Start(rules.Vanishing, begins)}
		for len(queue) > 0 {
			p := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			if seen[p.String()] {
				continue
			}
			seen[p.String()] = true
			parsed, err := rules.Parse(rules.Vanishing, p.String())
			if err != nil || parsed.String() != p.String() || parsed.Outcome() != p.Outcome() {
				t.Fatalf("%s is read as %v, error %v", p, parsed, err)
			}
			if p.Outcome().Over {
				won++
				continue
			}
			open++
			for _, s := range parsed.Moves() { // from the parsed position, so that none is a repetition
				next, _ := parsed.Play(s)
				queue = append(queue, next)
			}
		}
		if open != 116_074 || won != 12_096 {
			t.Errorf("%s begins: %d positions with somebody to move and %d won ones, want 116,074 and 12,096", begins, open, won)
		}
	}
	accepted := 0
	everyOrder(nil, 6, func(order game.Moves) {
		for _, toMove := range []game.Mark{game.X, game.O} {
			text := written(order, toMove)
			_, err := rules.Parse(rules.Vanishing, text)
			if known := reached[game.X][text] || reached[game.O][text]; (err == nil) != known {
				t.Errorf("Parse(%q): error %v, reachable: %v", text, err, known)
			} else if known {
				accepted++
			}
		}
	})
	for text := range reached[game.O] {
		reached[game.X][text] = true
	}
	if accepted != len(reached[game.X]) {
		t.Errorf("%d positions accepted, want %d", accepted, len(reached[game.X]))
	}
}

// everyOrder calls f with every list of at most `most` different squares.
func everyOrder(order game.Moves, most int, f func(game.Moves)) {
	f(order)
	for i := range 9 {
		if s := game.At(i%3, i/3); len(order) < most && !slices.Contains(order, s) {
			everyOrder(append(slices.Clone(order), s), most, f)
		}
	}
}

// written returns the notation of marks by their age, of which the newest is not of the side to move.
func written(order game.Moves, toMove game.Mark) string {
	marks := map[game.Square]game.Mark{}
	side := toMove
	for _, s := range slices.Backward(order) {
		side = side.Opponent()
		marks[s] = side
	}
	ages := strings.ReplaceAll(order.String(), " ", ",")
	if ages == "" {
		ages = "-"
	}
	return game.FormatRows(3, func(s game.Square) game.Mark { return marks[s] }) + " " + toMove.String() + " " + ages
}

func TestVanishingContradictions(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "3/3/3 x", "3/3/3 x ", "3/3/3 - -", "3/3/3 x a1", "x2/3/3 o -", "x2/3/3 o b1", "x2/3/3 o a1 ", "x2/3/3 o a1,", "x2/3/3 o  a1", "x2/3/3 o A1", "x2/3/3 o a1,a1",
		"x2/3/3 x a1",                     // it cannot be x's turn
		"x1o/1x1/o2 x a1,c1,b2",           // a mark is missing
		"x1o/1x1/o2 x a1,c1,b2,a3,c3",     // a mark too many
		"x1o/1x1/o2 x a1,c1,b2,b3",        // an empty square
		"x1o/1x1/o2 x a1,c1,b2,c1",        // a square twice
		"x1o/1x1/o2 x a1,b2,c1,a3",        // the sides do not take turns
		"x1o/1x1/o2 x c1,a1,a3,b2",        // the newest mark is of the side to move
		"x1o/1x1/o2 x a1 c1 b2 a3",        // no commas
		"xxo/xox/oxo x a1,b2,c1,a3",       // no such board
		"xoo/xxo/1x1 o a1,b1,a2,c1,b2,c2", // four of x's
		"xox/oxo/1x1 o a1,b1,c1,a2,b2,c2,b3",
		"xxx/oo1/1o1 x a1,a2,b1,b2,c1,b3", // X had won before O's last move
		"xxx/ooo/3 x a1,a2,b1,b2,c1,c2",
	} {
		if p, err := rules.Parse(rules.Vanishing, text); !errors.Is(err, game.ErrNotation) {
			t.Errorf("Parse(%q) = %v, error %v", text, p, err)
		}
	}
	for _, text := range []string{"3/3/3 x -", "3/3/3 o -", "x1o/1x1/o2 x a1,c1,b2,a3", "o1o/1xx/x1o o a1,b2,c1,a3,c3,c2"} {
		if p, err := rules.Parse(rules.Vanishing, text); err != nil || p.String() != text {
			t.Errorf("Parse(%q) = %v, error %v", text, p, err)
		}
	}
}
