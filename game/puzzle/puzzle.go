// Package puzzle has puzzles: positions with exactly one right move. It has the embedded bank, the daily puzzle, attempts,
// the progress of a member, and the lessons of Ultimate. It does not search: package game/ai/review proves the puzzles of
// the bank and judges moves.
package puzzle

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"noughts/game"
	"noughts/game/rules"
)

// A Goal says why only one move of a puzzle is right.
type Goal uint8

// The kinds of puzzles.
const (
	// Win is a position where exactly one move wins, whatever the opponent does.
	Win Goal = iota + 1
	// Only is a position where no move wins and exactly one does not lose.
	Only
)

// The difficulties, from the easiest to the hardest.
const (
	Easiest = 1
	Hardest = 5
)

// A Puzzle is a position with the one right move of the side to move, the solver. It is immutable.
type Puzzle struct {
	// ID has six lowercase letters or digits and never changes. Positions that differ only by a
	// symmetry or by swapped sides have the same ID.
	ID       string
	Position game.Position
	Solution game.Square
	Kind     Goal
	// Plies is the number of plies to look ahead, under best play by both sides. For a Win it is the length of the win,
	// including the solution: 1 if the solution itself wins. For an Only it is the length of the longest loss after a
	// wrong move, including that move: 2 if the opponent's reply wins at once.
	Plies int
}

// Difficulty returns the number of stars: how many own moves the solver must look ahead, at most Hardest.
func (p Puzzle) Difficulty() int { return min((p.Plies+1)/2, Hardest) }

// Variant returns the rules of the puzzle: one of Variants.
func (p Puzzle) Variant() game.Variant { return p.Position.Variant() }

// Solver returns the side that must find the move.
func (p Puzzle) Solver() game.Mark { return p.Position.ToMove() }

// Rating returns the initial rating of the puzzle, before any member has tried it, on the scale of package game/profile.
func (p Puzzle) Rating() int { return 900 + 200*p.Difficulty() }

const inARow = 4

// Variants returns the variants that have puzzles.
func Variants() []game.Variant {
	return []game.Variant{game.Classic(3), game.Ultimate, game.InARow(5, inARow), game.InARow(7, inARow), rules.Vanishing}
}

// Kinds returns the kinds of variants that have puzzles.
func Kinds() (kinds []string) {
	for _, v := range Variants() {
		kinds = append(kinds, v.Kind)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// String returns a line of the bank: ID;POSITION;SOLUTION;KIND, where KIND is "win N" or "only N" with N plies.
func (p Puzzle) String() string {
	kind := "only"
	if p.Kind == Win {
		kind = "win"
	}
	return fmt.Sprintf("%s;%s;%s;%s %d", p.ID, p.Position, p.Solution, kind, p.Plies)
}

const idLength = 6

// IDOf returns the ID for a position. Positions that differ only by a symmetry or by swapped sides have the same ID.
// Other positions can have the same ID by chance; the bank then accepts only one of them.
func IDOf(p game.Position) string {
	sum := sha256.Sum256([]byte(p.Variant().String() + ";" + game.Canonical(p)))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:idLength]
}

// An Attempt is a puzzle and the moves from its position: alternately a right move of the solver and the opponent's
// reply. It is a value. Package proof judges the next move and returns the following attempt.
type Attempt struct {
	Puzzle Puzzle
	Moves  []game.Square
}

// Position returns the position after the attempt's moves, or an error if a move is illegal.
func (a Attempt) Position() (game.Position, error) {
	p, err := rules.Replay(a.Puzzle.Position, a.Moves)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", a.Puzzle.ID, err)
	}
	return p, nil
}

// After returns the attempt with further moves. It shares no memory with a.
func (a Attempt) After(moves ...game.Square) Attempt {
	all := make([]game.Square, 0, len(a.Moves)+len(moves))
	a.Moves = append(append(all, a.Moves...), moves...)
	return a
}

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
