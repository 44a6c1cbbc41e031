package rules_test

import (
	"errors"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// closedBoards is a position where X has won board 1, board 9 is full without a winner, and O must play on board 5.
// Boards are numbered from 1 in reading order.
const closedBoards = "xxxo5/9/9/9/4x4/9/6xox/o5oxo/1o4oxo o 5"

func parseUltimate(t *testing.T, text string) rules.UltimatePosition {
	t.Helper()
	p, err := rules.ParseUltimate(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func square(t *testing.T, name string) game.Square {
	t.Helper()
	s, err := game.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPlayRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, position, move string
		want                 error
	}{
		{"one's own square", closedBoards, "h7", game.ErrOwnSquare},
		{"the opponent's square", closedBoards, "e5", game.ErrOpponentSquare},
		{"a free square of a board that is won", closedBoards, "a2", game.ErrClosedBoard},
		{"another open board", closedBoards, "e1", game.ErrWrongBoard},
		{"after the end", topRow + " o -", "a9", game.ErrGameOver},
		{"after the end, on a taken square", topRow + " o -", "a1", game.ErrGameOver},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, s := parseUltimate(t, tt.position), square(t, tt.move)
			if next, err := p.Play(s); next != nil || !errors.Is(err, tt.want) {
				t.Errorf("Play gave %v, error %v", next, err)
			}
			if err := p.Check(s); !errors.Is(err, tt.want) {
				t.Errorf("Check gave error %v", err)
			}
		})
	}
}

// TestSquaresOutsideTheGrid checks that no value of a Square outside the grid makes a position panic.
func TestSquaresOutsideTheGrid(t *testing.T) {
	t.Parallel()
	p := rules.StartUltimate()
	for s := 81; s < 256; s++ {
		s := game.Square(s)
		if err := p.Check(s); !errors.Is(err, game.ErrNotASquare) || p.At(s) != game.Empty {
			t.Errorf("%d: error %v, mark %v", s, err, p.At(s))
		}
	}
}

func TestWhereTheOpponentIsSent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, position, move string
		forced               int
	}{
		{"to the board in the same place", closedBoards, "f4", 2},
		{"to the same board", "9/9/9/9/9/9/9/9/9 x -", "e5", 4},
		{"to a board that is won: anywhere", closedBoards, "d4", rules.FreeChoice},
		{"to a board that is full: anywhere", closedBoards, "f6", rules.FreeChoice},
		{"to the board that the move closes: anywhere", "1xxo5/9/9/o8/9/9/9/9/9 x 1", "a1", rules.FreeChoice},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := parseUltimate(t, tt.position).After(square(t, tt.move)).Forced(); got != tt.forced {
				t.Errorf("board %d is forced, want %d", got, tt.forced)
			}
		})
	}
}

func TestLocalBoards(t *testing.T) {
	t.Parallel()
	p := parseUltimate(t, closedBoards)
	for board, want := range map[int]game.Outcome{0: game.Won(game.X), 8: game.Draw, 1: {}, 6: {}} {
		if got := p.Local(board); got != want || p.Open(board) == want.Over {
			t.Errorf("board %d: %+v, want %+v", board+1, got, want)
		}
	}
	for board := range 9 {
		if p.Playable(board) != (board == 4) {
			t.Errorf("board %d: playable %v", board+1, p.Playable(board))
		}
	}
	if got := p.Marks(game.X, 0); got != 0b111 {
		t.Errorf("X has cells %b of board 1", got)
	}
}

func TestWinningBoards(t *testing.T) {
	t.Parallel()
	tests := []struct {
		position string
		boards   []int
	}{
		{topRow + " o -", []int{0, 1, 2}},
		{topAndLeft + " o -", []int{0, 1, 2, 3, 6}},
		{closedBoards, nil},
	}
	for _, tt := range tests {
		p := parseUltimate(t, tt.position)
		if got := p.WinningBoards(); !slices.Equal(got, tt.boards) {
			t.Errorf("%s: boards %v, want %v", p, got, tt.boards)
		}
		line := p.WinningLine()
		if len(line) != 9*len(tt.boards) || !slices.IsSorted(line) {
			t.Errorf("%s: winning line %v", p, line)
		}
		for _, s := range line {
			if board, _ := rules.Split(s); !slices.Contains(tt.boards, board) {
				t.Errorf("%s is not on boards %v", s, tt.boards)
			}
		}
	}
}

func TestSplitAndJoin(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]int{"a1": {0, 0}, "c3": {0, 8}, "d1": {1, 0}, "e5": {4, 4}, "a9": {6, 6}, "i9": {8, 8}} {
		board, cell := rules.Split(square(t, name))
		if board != want[0] || cell != want[1] {
			t.Errorf("Split(%s) = %d, %d", name, board, cell)
		}
	}
	for s := range game.Square(81) {
		if got := rules.Join(rules.Split(s)); got != s {
			t.Errorf("%s became %s", s, got)
		}
	}
}
