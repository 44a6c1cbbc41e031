package ai

import (
	_ "embed"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"noughts/game"
	"noughts/game/rules"
)

// A BookMove is a move and the expected result, from 0 to 1, for the side that makes it.
type BookMove struct {
	Square   game.Square
	Expected float64
}

// A Book has good moves, best first, for canonical positions (see game.Canonical).
type Book struct {
	moves map[string][]BookMove
	plies int // plies of the latest position that has an entry
}

//go:embed book.txt
var embedded string

// StandardBook returns the embedded book. It has one position per line: the canonical text, and each move with its value,
// best first, separated by tabs. A test checks the file, so there are no errors here.
var StandardBook = sync.OnceValue(func() *Book {
	b := &Book{moves: make(map[string][]BookMove)}
	for line := range strings.Lines(embedded) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		position, moves, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for move := range strings.SplitSeq(moves, "\t") {
			square, value, _ := strings.Cut(move, " ")
			s, _ := game.ParseSquare(square)
			expected, _ := strconv.ParseFloat(value, 64)
			b.moves[position] = append(b.moves[position], BookMove{s, expected})
		}
		rows, _, _ := strings.Cut(position, " ")
		b.plies = max(b.plies, strings.Count(rows, "x")+strings.Count(rows, "o"))
	}
	return b
})

// Find returns the book's moves for a position, best first, of several symmetrical ones a random one, or none.
func (b *Book) Find(p rules.UltimatePosition, rng *rand.Rand) []BookMove {
	if p.Ply() > b.plies || p.Outcome().Over {
		return nil
	}
	return b.seen(p, game.Symmetry(rng.IntN(game.Symmetries)))
}

// Moves is like Find, but returns the same moves every time, and false if the position has no entry.
func (b *Book) Moves(p rules.UltimatePosition) ([]BookMove, bool) {
	moves := b.seen(p, 0)
	return moves, len(moves) > 0
}

// seen returns the moves of a position, mapped back from its canonical position. Several symmetries can map the
// position to the canonical position. seen uses the first one in cyclic order, starting at `from`.
func (b *Book) seen(p rules.UltimatePosition, from game.Symmetry) (moves []BookMove) {
	key, m := game.CanonicalFrom(p, from)
	back := m.Inverse()
	for _, move := range b.moves[key] {
		moves = append(moves, BookMove{back.Of(move.Square, game.MaxSize), move.Expected})
	}
	return moves
}
