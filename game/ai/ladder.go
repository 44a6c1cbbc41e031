package ai

import (
	"slices"

	"noughts/game"
)

// Step returns the level by steps above (or below) another one, and false if there is none.
func Step(v game.Variant, level string, by int) (string, bool) {
	levels := Levels(v)
	at := slices.Index(levels, level)
	if to := at + by; at >= 0 && 0 <= to && to < len(levels) {
		return levels[to], true
	}
	return "", false
}
