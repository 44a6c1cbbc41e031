package puzzle_test

import (
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/puzzle"
	"noughts/game/rules"
)

// TestThemesByTheRules checks that every puzzle has the same themes as a slow function finds by trying every square of
// the position after the solution.
func TestThemesByTheRules(t *testing.T) {
	t.Parallel()
	for _, p := range puzzle.All() {
		want := []puzzle.Theme{puzzle.ThemeWin}
		if p.Kind == puzzle.Only {
			want[0] = puzzle.ThemeOnly
		}
		if nested, ok := p.Position.(game.Nested); ok {
			want = append(want, slowThemes(t, nested, p.Solution)...)
		}
		if got := p.Themes(); !slices.Equal(got, want) {
			t.Errorf("%s has the themes %v, want %v", p, got, want)
		}
	}
}

func slowThemes(t *testing.T, before game.Nested, solution game.Square) (themes []puzzle.Theme) {
	t.Helper()
	played, err := before.Play(solution)
	if err != nil {
		t.Fatal(err)
	}
	after, _ := played.(game.Nested)
	if after.Outcome().Over {
		return nil
	}
	there, elsewhere := false, false // whether a square wins the game: on a board where the opponent may play, and on another open board
	boards := map[int]bool{}
	losesBoard := false
	for s := range game.Square(81) {
		board, _ := after.Split(s)
		if after.At(s) == game.Empty && after.Open(board) && winsGame(after, s) {
			there = there || after.Playable(board)
			elsewhere = elsewhere || !after.Playable(board)
		}
		if after.Check(s) == nil {
			boards[board] = true
			losesBoard = losesBoard || line(func(cell int) game.Mark { return marked(after, s, after.Join(board, cell)) }, after.ToMove())
		}
	}
	if elsewhere && !there {
		themes = append(themes, puzzle.ThemeSendAway)
	}
	board, _ := before.Split(solution)
	if after.Forced() >= 0 && losesBoard && after.Local(board).Winner == game.Empty {
		themes = append(themes, puzzle.ThemeSacrifice)
	}
	if after.Forced() < 0 && len(boards) > 1 {
		themes = append(themes, puzzle.ThemeFreeChoice)
	}
	return themes
}

// winsGame reports whether a mark of the side to move on a square would win the game.
func winsGame(p game.Nested, s game.Square) bool {
	on, _ := p.Split(s)
	return line(func(board int) game.Mark {
		if board == on && line(func(cell int) game.Mark { return marked(p, s, p.Join(board, cell)) }, p.ToMove()) {
			return p.ToMove()
		}
		return p.Local(board).Winner
	}, p.ToMove())
}

// marked returns the mark that square s has after the side to move has marked the square `move`.
func marked(p game.Nested, move, s game.Square) game.Mark {
	if s == move {
		return p.ToMove()
	}
	return p.At(s)
}

// line reports whether a side has a line of a 3×3 grid.
func line(at func(int) game.Mark, side game.Mark) bool {
	return slices.ContainsFunc(rules.Lines(3), func(squares []game.Square) bool {
		return !slices.ContainsFunc(squares, func(s game.Square) bool { return at(s.Row()*3+s.Col()) != side })
	})
}
