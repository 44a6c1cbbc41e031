package game

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A Variant names the rules of a game and the size of its board. The zero Variant is invalid: see rules.Valid.
type Variant struct {
	Kind string // the rules, such as "classic"
	N    int    // the number of columns and rows, 0 for a kind with only one size of board
	K    int    // how many in a row decide the game, 0 for the number of columns
}

// Ultimate is Ultimate tic-tac-toe: nine local 3×3 boards in a 3×3 grid.
var Ultimate = Variant{Kind: "ultimate"}

// Classic returns classic tic-tac-toe on n×n squares with n in a row to win.
func Classic(n int) Variant { return Variant{Kind: "classic", N: n} }

// LeastInARow is the smallest K of a variant whose lines are shorter than the board.
const LeastInARow = 3

// InARow returns classic tic-tac-toe on n×n squares with k in a row to win. With k = n it is Classic(n).
func InARow(n, k int) Variant {
	v := Classic(n)
	if k != n {
		v.K = k
	}
	return v
}

// Length returns the number of squares in a winning line. It has no meaning for Ultimate.
func (v Variant) Length() int { return cmp.Or(v.K, v.Size()) }

// Size returns the number of columns and of rows, MaxSize for a kind with only one size of board.
func (v Variant) Size() int { return cmp.Or(v.N, MaxSize) }

// String returns the variant in notation, such as "ultimate", "classic 3" or "classic 7 4".
func (v Variant) String() string {
	text := v.Kind
	for _, number := range []int{v.N, v.K} {
		if number != 0 {
			text += " " + strconv.Itoa(number)
		}
	}
	return text
}

// MarshalText returns the variant in notation, for JSON.
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads a variant in notation. It does not check that the variant exists: see rules.Valid.
func (v *Variant) UnmarshalText(text []byte) error {
	*v = Variant{}
	words := strings.Fields(string(text))
	if len(words) > 3 {
		return fmt.Errorf("%.24q is no variant", text)
	}
	for i, word := range words {
		var err error
		switch i {
		case 0:
			v.Kind = word
		case 1:
			v.N, err = strconv.Atoi(word)
		case 2:
			v.K, err = strconv.Atoi(word)
		}
		if err != nil {
			return fmt.Errorf("%.24q is no variant: %w", text, err)
		}
	}
	return nil
}

// Rules are the rules of one kind of variant, as a value. Package rules lists them.
type Rules struct {
	// Variants are all variants of the kind, the smallest board first.
	Variants []Variant
	// Start returns the first position of a game of variant v. The side `begins` moves first.
	Start func(v Variant, begins Mark) Position
	// Parse reads a position in notation and refuses positions that contradict the rules. Every error wraps ErrNotation.
	Parse func(v Variant, text string) (Position, error)
	// Replay returns the position after `moves` are made from the position `from`. If a move is
	// illegal, it returns the position before that move, and an error with the number of the move.
	Replay func(from Position, moves []Square) (Position, error)
}

// NewRules makes the Rules of a kind from its position type P: `start` returns the empty board with X
// to move, and `parse` reads a position.
func NewRules[P interface {
	Position
	Beginning(Mark) P
	After(Square) P
}](variants []Variant, start func(Variant) P, parse func(Variant, string) (P, error)) Rules {
	return Rules{
		Variants: variants,
		Start:    func(v Variant, begins Mark) Position { return start(v).Beginning(begins) },
		Parse: func(v Variant, text string) (Position, error) {
			p, err := parse(v, text)
			if err != nil {
				return nil, err // nil, because p holds an invalid position
			}
			return p, nil
		},
		// Replay runs for every board that is drawn. It uses the concrete type P, because calls
		// through the interface Position would allocate each position.
		Replay: func(from Position, moves []Square) (Position, error) {
			p, ok := from.(P)
			if !ok {
				return from, fmt.Errorf("game: wrong position type %[2]T for %[1]s", from.Variant(), from)
			}
			for i, move := range moves {
				if err := p.Check(move); err != nil {
					return p, fmt.Errorf("move %d, %s: %w", i+1, move, err)
				}
				p = p.After(move)
			}
			return p, nil
		},
	}
}
