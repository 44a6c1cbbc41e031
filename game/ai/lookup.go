package ai

import (
	"fmt"
	"math/rand/v2"

	"noughts/game"
)

// Levels returns the names of a variant's levels, weakest first.
func Levels(v game.Variant) []string {
	var names []string
	for _, l := range kindOf(v).levels {
		names = append(names, l.name)
	}
	return names
}

// DefaultLevel returns the level for members who name none. Beginners can beat it.
func DefaultLevel(game.Variant) string { return "beginner" }

// find returns a variant's level by its name, or by one that it has had in
// matches saved earlier.
func find(v game.Variant, name string) (level, bool) {
	levels := kindOf(v).levels
	for _, l := range levels {
		if l.name == name {
			return l, true
		}
	}
	if len(levels) > 0 && (name == "strong" || name == "perfect") {
		return levels[len(levels)-1], true
	}
	return level{}, false
}

// LookUp returns the name that Levels has for a level, which may have gone by
// another one in matches saved earlier, and whether the variant has the level.
func LookUp(v game.Variant, name string) (string, bool) {
	l, ok := find(v, name)
	return l.name, ok
}

// StrengthOf returns the strength of a level, and false for a published opponent.
func StrengthOf(v game.Variant, name string) (Strength, bool) {
	l, ok := find(v, name)
	return l.strength, ok && l.published == nil
}

// New returns a player of a level. seed determines its random choices. It returns an error if the
// variant has no such level.
func New(v game.Variant, name string, seed uint64) (Player, error) {
	l, ok := find(v, name)
	if !ok {
		return nil, fmt.Errorf("ai: %s has no level %.24q", v, name)
	}
	if l.published != nil {
		return &picker{l.published, v, newRand(seed)}, nil
	}
	return NewPlayer(v, l.strength, seed), nil
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
