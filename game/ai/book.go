package ai

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
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

// StandardBook returns the embedded book.
var StandardBook = sync.OnceValue(func() *Book {
	b, err := ParseBook(strings.NewReader(embedded))
	if err != nil {
		return new(Book) // a test checks the file; here an invalid file gives an empty book
	}
	return b
})

// Known reports whether the book has an entry for a position.
func (b *Book) Known(p rules.UltimatePosition) bool {
	_, ok := b.moves[game.Canonical(p)]
	return ok
}

// Find returns the book's moves for a position, best first, of several symmetrical ones a random one, or none.
func (b *Book) Find(p rules.UltimatePosition, rng *rand.Rand) []BookMove {
	if p.Ply() > b.plies || p.Outcome().Over {
		return nil
	}
	return b.seen(p, game.Symmetry(rng.IntN(game.Symmetries)))
}

// Moves is like Find, but returns the same moves every time, and false if the position has no entry.
func (b *Book) Moves(p rules.UltimatePosition) ([]BookMove, bool) {
	if !b.Known(p) {
		return nil, false
	}
	return b.seen(p, 0), true
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

var errLine = errors.New("malformed book line")

// ParseBook reads a book with one position per line: the canonical text, and each move with its value, best first, separated
// by tabs. It skips lines that begin with #.
func ParseBook(in io.Reader) (*Book, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	b := &Book{moves: make(map[string][]BookMove)}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := b.parseLine(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return b, nil
}

func (b *Book) parseLine(line string) error {
	fields := strings.Split(line, "\t")
	parsed, err := rules.Parse(game.Ultimate, fields[0])
	if err != nil {
		return fmt.Errorf("%w: %w", errLine, err)
	}
	p, _ := parsed.(rules.UltimatePosition)
	if game.Canonical(p) != fields[0] {
		return fmt.Errorf("%w: %s is not in canonical form", errLine, fields[0])
	}
	var moves []BookMove
	for _, field := range fields[1:] {
		move, err := parseMove(p, field)
		if err != nil {
			return fmt.Errorf("%w: %w", errLine, err)
		}
		moves = append(moves, move)
	}
	b.moves[fields[0]] = moves
	b.plies = max(b.plies, p.Ply())
	return nil
}

func parseMove(p rules.UltimatePosition, text string) (BookMove, error) {
	square, value, _ := strings.Cut(text, " ")
	s, err := game.ParseSquare(square)
	if err == nil {
		err = p.Check(s)
	}
	if err != nil {
		return BookMove{}, err
	}
	expected, err := strconv.ParseFloat(value, 64)
	if err == nil && !(expected >= 0 && expected <= 1) {
		err = fmt.Errorf("%s is not an expected result", value)
	}
	return BookMove{s, expected}, err
}
