package game

import "fmt"

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
