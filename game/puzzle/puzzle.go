// Package puzzle holds the puzzles: positions with exactly one right move, in a bank that is part
// of the program; the puzzle of each day; and attempts. It searches nothing: package game/ai/proof
// proves the bank, and says what a move of an attempt is worth.
package puzzle

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"noughts/game"
)

// A Kind says why one move alone is right.
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
	// ID names the puzzle for ever: six small letters or digits, the same for all
	// positions that differ by a symmetry or by the names of the sides only.
	ID       string
	Position game.Position
	Solution game.Square
	Kind     Kind
	// Plies is, for a Win, how many plies the game lasts at most from here when the
	// solver hurries, and as many if the opponent resists: 1 is a win with the
	// solution itself. It is 0 for Only.
	Plies int
	// Difficulty is measured: the weaker the level of the computer that finds the
	// solution most of the time, the lower.
	Difficulty int
}

// Variant returns the rules of the puzzle: 3×3, Ultimate, or four in a row on 5×5 or 7×7.
func (p Puzzle) Variant() game.Variant { return p.Position.Variant() }

// Solver returns the side that is to find the move.
func (p Puzzle) Solver() game.Mark { return p.Position.ToMove() }

// Rating returns the rating that the puzzle has before anybody has tried it, on the
// scale of package game/rating.
func (p Puzzle) Rating() int { return 900 + 200*p.Difficulty }

// inARow is how many in a row win the puzzles on larger flat boards.
const inARow = 4

// Variants are the rules that puzzles are played by.
func Variants() []game.Variant {
	return []game.Variant{game.Classic(3), game.Ultimate, game.InARow(5, inARow), game.InARow(7, inARow)}
}

// String writes the puzzle as the bank does: ID;POSITION;SOLUTION;KIND;DIFFICULTY,
// where KIND is "win N", with N the plies, or "only".
func (p Puzzle) String() string {
	kind := "only"
	if p.Kind == Win {
		kind = fmt.Sprint("win ", p.Plies)
	}
	return fmt.Sprintf("%s;%s;%s;%s;%d", p.ID, p.Position, p.Solution, kind, p.Difficulty)
}

// idLength is how many characters an ID has, of five bits each.
const idLength = 6

// IDOf returns the ID of a puzzle with a position: the same for all that differ by
// a symmetry or by the names of the sides only. Two others may by chance share
// one, so that the bank can hold only one of them.
func IDOf(p game.Position) string {
	sum := sha256.Sum256([]byte(p.Variant().String() + ";" + game.Canonical(p)))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:idLength]
}
