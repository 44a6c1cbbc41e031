package puzzle

import (
	"noughts/game"
	"noughts/game/rules"
)

// A Theme is a motif of a puzzle. Stores, custom ids and the keys of texts contain it, so it must not change.
type Theme string

// The themes. Each comment states exactly when a puzzle has the theme. "The answer" is the
// opponent's move after the solution.
const (
	// ThemeWin is a forced win: the puzzle is a Win, and Puzzle.Plies is the length of the win.
	ThemeWin Theme = "win"
	// ThemeOnly is an only move: the puzzle is an Only, so every other move loses.
	ThemeOnly Theme = "only"
	// ThemeSendAway sends the opponent away from a winning square. After the solution the opponent has a square that
	// would win the game, but no such square on the local boards where the answer is allowed.
	ThemeSendAway Theme = "send-away"
	// ThemeSacrifice gives up a local board: the answer can win the board that the solution sends
	// the opponent to, and the solution itself won no local board.
	ThemeSacrifice Theme = "sacrifice"
	// ThemeFreeChoice gives the opponent a free choice: the answer may be on two or more local boards.
	ThemeFreeChoice Theme = "free-choice"
)

// Themes returns all themes.
func Themes() []Theme {
	return []Theme{ThemeWin, ThemeOnly, ThemeSendAway, ThemeSacrifice, ThemeFreeChoice}
}

// Themes returns the puzzle's themes: ThemeWin or ThemeOnly, and in Ultimate others, in the order of the function.
func (p Puzzle) Themes() []Theme {
	themes := []Theme{ThemeWin}
	if p.Kind == Only {
		themes[0] = ThemeOnly
	}
	before, ok := p.Position.(rules.UltimatePosition)
	if !ok || before.Check(p.Solution) != nil {
		return themes
	}
	after := before.After(p.Solution)
	if after.Outcome().Over {
		return themes
	}
	if sendsAway(after) {
		themes = append(themes, ThemeSendAway)
	}
	if sacrifices(before, after, p.Solution) {
		themes = append(themes, ThemeSacrifice)
	}
	if after.Forced() == game.FreeChoice && after.OnlyBoard() == game.FreeChoice {
		themes = append(themes, ThemeFreeChoice)
	}
	return themes
}

func sendsAway(p rules.UltimatePosition) bool {
	elsewhere := false
	for board := range 9 {
		if winning(p, board) == 0 || rules.Gaps(p.Won(p.ToMove()))>>board&1 == 0 {
			continue
		}
		if p.Playable(board) {
			return false
		}
		elsewhere = true
	}
	return elsewhere
}

func sacrifices(before, after rules.UltimatePosition, solution game.Square) bool {
	board, _ := rules.Split(solution)
	forced := after.Forced()
	return forced != game.FreeChoice && after.Local(board).Winner != before.ToMove() &&
		winning(after, forced) != 0
}

// winning returns the cells of a local board that win the board for the side to move, one bit per cell.
func winning(p rules.UltimatePosition, board int) (cells uint16) {
	if !p.Open(board) {
		return 0
	}
	own, other := p.Marks(p.ToMove(), board), p.Marks(p.ToMove().Opponent(), board)
	return rules.Gaps(own) &^ (own | other)
}
