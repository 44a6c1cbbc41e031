package rules_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// closedBoards is a position where X has won board 1, board 9 is full without a winner, and O must play on board 5.
// Boards are numbered from 1 in reading order.
const closedBoards = "xxxo5/9/9/9/4x4/9/6xox/o5oxo/1o4oxo o 5"

func position(t testing.TB, v game.Variant, text string) game.Position {
	t.Helper()
	p, err := rules.Parse(v, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func squares(t *testing.T, names string) (all []game.Square) {
	t.Helper()
	for name := range strings.FieldsSeq(names) {
		s, err := game.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

func TestPlayRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		variant        game.Variant
		position, move string
		want           error
	}{
		{game.Classic(3), "3/1x1/o2 x", "b2", game.ErrOwnSquare},
		{game.Classic(3), "3/1x1/o2 x", "a3", game.ErrOpponentSquare},
		{game.Classic(3), "3/1x1/o2 x", "d1", game.ErrNotASquare},
		{game.Classic(3), "3/1x1/o2 x", "a4", game.ErrNotASquare},
		{game.Classic(3), "xxx/oo1/3 o", "c2", game.ErrGameOver},
		{game.Classic(3), "xxx/oo1/3 o", "a1", game.ErrGameOver},
		{game.Classic(3), "xox/xox/oxo o", "a1", game.ErrGameOver},
		{game.Ultimate, closedBoards, "h7", game.ErrOwnSquare},
		{game.Ultimate, closedBoards, "e5", game.ErrOpponentSquare},
		{game.Ultimate, closedBoards, "a2", game.ErrClosedBoard},
		{game.Ultimate, closedBoards, "e1", game.ErrWrongBoard},
		{game.Ultimate, topRow + " o -", "a9", game.ErrGameOver},
		{game.Ultimate, topRow + " o -", "a1", game.ErrGameOver},
	} {
		p, s := position(t, tt.variant, tt.position), squares(t, tt.move)[0]
		if next, err := p.Play(s); next != nil || !errors.Is(err, tt.want) || !errors.Is(p.Check(s), tt.want) {
			t.Errorf("%s: Play(%s) gave %v, error %v; Check gave %v", p, s, next, err, p.Check(s))
		}
	}
}

// TestEverySquareHasAnAnswer calls At and Check with all 256 values of a Square. No value may panic, and exactly the
// squares of the board are legal moves.
func TestEverySquareHasAnAnswer(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		p, legal := rules.Start(v, game.X), 0
		for s := range 256 {
			s := game.Square(s)
			err := p.Check(s)
			if err == nil {
				legal++
			} else if !errors.Is(err, game.ErrNotASquare) {
				t.Errorf("%s: %d gave error %v", v, s, err)
			}
			if p.At(s) != game.Empty {
				t.Errorf("%s: %v on %d", v, p.At(s), s)
			}
		}
		if legal != v.Size()*v.Size() {
			t.Errorf("%s: %d legal moves", v, legal)
		}
	}
}

// TestWinningLine plays games to their end. The line may lie anywhere on the board, be longer than k, or be several
// lines that one move completes.
func TestWinningLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		variant     game.Variant
		moves, want string
	}{
		{game.Classic(1), "a1", "a1"},
		{game.Classic(2), "a1 a2 b1", "a1 b1"},
		{game.Classic(3), "a1 a2 b1 b2 c1", "a1 b1 c1"},
		{game.Classic(3), "a1 a2 b2 b3 c1 c2 a3", "c1 b2 a3"},
		{game.Classic(3), "a1 b1 c1 a2 a3 c2 c3 b3 b2", "a1 c1 b2 a3 c3"}, // both diagonals
		{game.Classic(3), "b1 b2 c1 c2 a2 b3 a3 c3 a1", "a1 b1 c1 a2 a3"}, // a row and a column
		{game.Classic(3), "a1 b1 c1 b2 a2 a3 b3 c3 c2", ""},
		{rules.Misere(3), "a1 a2 b1 b2 c1", "a1 b1 c1"},
		{game.InARow(7, 4), "a1 a7 b2 b7 d4 c7 c3", "a1 b2 c3 d4"},
		{game.InARow(7, 4), "e4 a7 f3 b7 g2 c7 d5", "g2 f3 e4 d5"},
		{game.InARow(7, 4), "g4 a1 g5 b1 g6 c1 g7", "g4 g5 g6 g7"},
		{game.InARow(7, 4), "a3 a4 b3 b4 d3 d4 e3 e5 c3", "a3 b3 c3 d3 e3"},
		{game.InARow(5, 3), "a1 e1 b1 e2 c3 d5 c4 e4 c1", "a1 b1 c1"}, // c3 and c4 are only two in a row
		{game.InARow(6, 3), "a1 f1 b1 f2 c2 d6 c3 e4 d2 b6 e3 d5 c1", "a1 b1 c1 c2 d2 c3 e3"},
		{game.InARow(6, 3), "a1 f1 b1 f2 d1 f4 c2 f6 c3 e6 e1 a6 c1", "a1 b1 c1 d1 e1 c2 c3"},
	} {
		moves, want := squares(t, tt.moves), squares(t, tt.want)
		p, err := rules.Replay(rules.Start(tt.variant, game.X), moves)
		slices.Sort(want)
		if got := p.WinningLine(); err != nil || !p.Outcome().Over || !slices.Equal(got, want) {
			t.Errorf("%s: winning line %v, want %v, error %v", p, got, want, err)
		}
	}
}

// TestLinesInARow checks the number of lines on several boards, and the order of the first lines.
func TestLinesInARow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ size, k, want int }{{3, 3, 8}, {4, 3, 24}, {7, 4, 88}, {9, 5, 140}, {9, 3, 224}, {9, 8, 44}} {
		if got := len(rules.LinesInARow(tt.size, tt.k)); got != tt.want {
			t.Errorf("%d×%d has %d lines of %d, want %d", tt.size, tt.size, got, tt.k, tt.want)
		}
	}
	if got := rules.LinesInARow(4, 3)[:3]; fmt.Sprint(got) != "[[a1 a2 a3] [a2 a3 a4] [b1 b2 b3]]" {
		t.Errorf("the first lines are %v", got)
	}
}

func TestMisereOutcome(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]game.Outcome{
		"3/3/3 x":       {},
		"xox/xxo/o1o x": {},
		"xxx/oo1/3 o":   game.Won(game.O),
		"ox1/1o1/xxo x": game.Won(game.X),
		"xxo/oox/xxo o": game.Draw,
		"xxx/oxo/xoo o": game.Won(game.O), // a line on a full board
	} {
		if p := position(t, rules.Misere(3), text); p.Outcome() != want || (len(p.Moves()) == 0) != want.Over {
			t.Errorf("%s: %+v, moves %v, want %+v", text, p.Outcome(), p.Moves(), want)
		}
	}
}

func TestWhereTheOpponentIsSent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, position, move string
		forced               int
	}{
		{"to the board in the same place", closedBoards, "f4", 2},
		{"to the same board", startUltimate + " x -", "e5", 4},
		{"to a board that is won: anywhere", closedBoards, "d4", game.FreeChoice},
		{"to a board that is full: anywhere", closedBoards, "f6", game.FreeChoice},
		{"to the board that the move closes: anywhere", "1xxo5/9/9/o8/9/9/9/9/9 x 1", "a1", game.FreeChoice},
	} {
		next, err := position(t, game.Ultimate, tt.position).Play(squares(t, tt.move)[0])
		if got := next.(game.Nested).Forced(); err != nil || got != tt.forced {
			t.Errorf("%s: board %d is forced, want %d, error %v", tt.name, got, tt.forced, err)
		}
	}
}

func TestLocalBoards(t *testing.T) {
	t.Parallel()
	p := position(t, game.Ultimate, closedBoards).(game.Nested)
	for board, want := range map[int]game.Outcome{0: game.Won(game.X), 8: game.Draw, 1: {}, 4: {}, 6: {}} {
		if got := p.Local(board); got != want || p.Open(board) == want.Over || p.Playable(board) != (board == 4) {
			t.Errorf("board %d: %+v, want %+v; playable: %t", board+1, got, want, p.Playable(board))
		}
	}
	if got := p.Marks(game.X, 0); got != 0b111 {
		t.Errorf("X has cells %b of board 1", got)
	}
}

func TestWinningBoards(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]int{topRow + " o -": {0, 1, 2}, topAndLeft + " o -": {0, 1, 2, 3, 6}, closedBoards: nil} {
		p := position(t, game.Ultimate, text).(game.Nested)
		if got := p.WinningBoards(); !slices.Equal(got, want) {
			t.Errorf("%s: boards %v, want %v", p, got, want)
		}
		line := p.WinningLine()
		if len(line) != 9*len(want) || !slices.IsSorted(line) {
			t.Errorf("%s: winning line %v", p, line)
		}
		for _, s := range line {
			if board, _ := rules.Split(s); !slices.Contains(want, board) {
				t.Errorf("%s is not on boards %v", s, want)
			}
		}
	}
}

func TestSplitAndJoin(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]int{"a1": {0, 0}, "c3": {0, 8}, "d1": {1, 0}, "e5": {4, 4}, "a9": {6, 6}, "i9": {8, 8}} {
		s := squares(t, name)[0]
		if board, cell := rules.Split(s); board != want[0] || cell != want[1] || rules.Join(board, cell) != s {
			t.Errorf("Split(%s) = %d, %d", name, board, cell)
		}
	}
}
