package ai

import (
	"slices"

	"noughts/game"
)

// Step returns the level that is so many steps above another one of a variant, or below
// it, and false when there is none.
func Step(v game.Variant, level string, by int) (string, bool) {
	levels := Levels(v)
	at := slices.Index(levels, level)
	if to := at + by; at >= 0 && 0 <= to && to < len(levels) {
		return levels[to], true
	}
	return "", false
}
