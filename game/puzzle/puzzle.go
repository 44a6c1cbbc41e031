// Package puzzle has puzzles: positions with exactly one right move. It has the embedded bank, the daily puzzle, attempts,
// the progress of a member, and the lessons of Ultimate. It does not search: package game/ai/review proves the puzzles of
// the bank and judges moves.
package puzzle

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"noughts/game"
	"noughts/game/rules"
)

// A Kind says why only one move of a puzzle is right.
type Kind uint8

// The kinds of puzzles.
const (
	// Win is a position where exactly one move wins, whatever the opponent does.
	Win Kind = iota + 1
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
	Kind     Kind
	// Plies is the number of plies to look ahead, under best play by both sides. For a Win it is the length of the win,
	// including the solution: 1 if the solution itself wins. For an Only it is the length of the longest loss after a
	// wrong move, including that move: 2 if the opponent's reply wins at once.
	Plies int
}

// Difficulty returns the number of stars: how many own moves the solver must look ahead, at most Hardest.
func (p Puzzle) Difficulty() int { return min((p.Plies+1)/2, Hardest) }

// Variant returns the rules of the puzzle: 3×3, Ultimate, or four in a row on 5×5 or 7×7.
func (p Puzzle) Variant() game.Variant { return p.Position.Variant() }

// Solver returns the side that must find the move.
func (p Puzzle) Solver() game.Mark { return p.Position.ToMove() }

// Rating returns the initial rating of the puzzle, before any member has tried it, on the scale of package game/profile.
func (p Puzzle) Rating() int { return 900 + 200*p.Difficulty() }

const inARow = 4

// Variants returns the variants that have puzzles.
func Variants() []game.Variant {
	return []game.Variant{game.Classic(3), game.Ultimate, game.InARow(5, inARow), game.InARow(7, inARow)}
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
