package rules

import (
	"fmt"

	"noughts/game"
	"noughts/game/classic"
	"noughts/game/ultimate"
)

// Parse reads a position of a variant in notation, strictly: it recomputes what
// can be recomputed and refuses contradictions. Every error wraps
// game.ErrNotation.
func Parse(v game.Variant, text string) (game.Position, error) {
	switch {
	case !v.Valid():
		return nil, fmt.Errorf("%w: of no variant", game.ErrNotation)
	case v == game.Ultimate:
		return position(ultimate.Parse(text))
	}
	return position(classic.Parse(v.Size(), text))
}

// position makes an interface of a variant's own type, nil beside an error.
func position[P game.Position](p P, err error) (game.Position, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}
