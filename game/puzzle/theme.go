package puzzle

import (
	"noughts/game"
	"noughts/game/ultimate"
)

// A Theme is what a puzzle is about. Its String names it in identifiers and custom
// ids; members read their own words for it.
type Theme uint8

// The themes. Each defines the predicate of its puzzles; "the answer" is the opponent's move after
// the solution.
const (
	// ThemeWin is a win in Puzzle.Plies: the puzzle is a Win.
	ThemeWin Theme = iota + 1
	// ThemeOnly is the only move: the puzzle is an Only, every other move loses.
	ThemeOnly
	// ThemeSendAway sends the opponent away from a winning square: after the solution a mark of the
	// opponent would win the game on some local board, but the answer must be on another, where no
	// mark wins it.
	ThemeSendAway
	// ThemeSacrifice gives up a local board: the solution sends the opponent to one
	// that it can win with the answer, and did not win a local board itself.
	ThemeSacrifice
	// ThemeFreeChoice leaves the opponent a free choice: after the solution it may
	// choose between at least two local boards.
	ThemeFreeChoice
)

// Themes are all themes.
func Themes() []Theme {
	return []Theme{ThemeWin, ThemeOnly, ThemeSendAway, ThemeSacrifice, ThemeFreeChoice}
}

// String returns the theme's name: win, only, send-away, sacrifice or free-choice.
func (t Theme) String() string {
	switch t {
	case ThemeWin:
		return "win"
	case ThemeOnly:
		return "only"
	case ThemeSendAway:
		return "send-away"
	case ThemeSacrifice:
		return "sacrifice"
	case ThemeFreeChoice:
		return "free-choice"
	default:
		return ""
	}
}

// Themes returns what the puzzle is about, in the order of the function Themes:
// ThemeWin or ThemeOnly, and on a board of local boards what else is true.
func (p Puzzle) Themes() []Theme {
	themes := []Theme{ThemeWin}
	if p.Kind == Only {
		themes[0] = ThemeOnly
	}
	before, ok := p.Position.(ultimate.Position)
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

func sendsAway(p ultimate.Position) bool {
	elsewhere := false
	for board := range 9 {
		if !winsGameOn(p, board) {
			continue
		}
		if p.Playable(board) {
			return false
		}
		elsewhere = true
	}
	return elsewhere
}

func sacrifices(before, after ultimate.Position, solution game.Square) bool {
	board, _ := ultimate.Split(solution)
	forced := after.Forced()
	return forced != game.FreeChoice && after.Local(board).Winner != before.ToMove() &&
		winning(after, forced) != 0
}

// winning returns the cells of a local board that win it for the side to move, one bit a cell.
func winning(p ultimate.Position, board int) (cells uint16) {
	if !p.Open(board) {
		return 0
	}
	own, other := p.Marks(p.ToMove(), board), p.Marks(p.ToMove().Opponent(), board)
	for cell := range 9 {
		if bit := uint16(1) << cell; (own|other)&bit == 0 && ultimate.HasLine(own|bit) {
			cells |= bit
		}
	}
	return cells
}

// winsGameOn says whether a mark of the side to move on a local board would win the
// game, if that board might be played.
func winsGameOn(p ultimate.Position, board int) bool {
	if winning(p, board) == 0 {
		return false
	}
	won := uint16(1) << board
	for i := range 9 {
		if p.Local(i).Winner == p.ToMove() {
			won |= 1 << i
		}
	}
	return ultimate.HasLine(won)
}
