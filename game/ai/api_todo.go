package ai

// TEMPORARY signatures so that the other rooms compile; the author of this
// package replaces this file.

import "noughts/game"

// Levels returns the names of a variant's levels, weakest first.
func Levels(v game.Variant) []string { panic("todo") }

// DefaultLevel returns the level a member gets who names none: one that a
// beginner can beat.
func DefaultLevel(v game.Variant) string { panic("todo") }

// New returns a player of a level. seed fixes its random choices. Levels are
// limited by positions searched, not by time, so that they do not weaken on a
// busy machine and work under a fake clock.
func New(v game.Variant, level string, seed uint64) (Player, error) { panic("todo") }
