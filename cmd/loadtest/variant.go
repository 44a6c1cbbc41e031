package main

import (
	"errors"
	"strconv"
	"strings"
)

// A variant is which game is played: classic on a board of a size, or Ultimate,
// whose size is 0.
type variant struct{ size int }

// UnmarshalText reads classic3 or ultimate.
func (v *variant) UnmarshalText(text []byte) error {
	size, classic := strings.CutPrefix(string(text), "classic")
	n, err := strconv.Atoi(size)
	switch {
	case string(text) == "ultimate":
		v.size = 0
	case classic && err == nil && 1 <= n && n <= 9:
		v.size = n
	default:
		return errors.New("must be classic1 to classic9, or ultimate")
	}
	return nil
}

// MarshalText is the way back.
func (v variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// String returns the variant's name.
func (v variant) String() string {
	if v.size == 0 {
		return "ultimate"
	}
	return "classic" + strconv.Itoa(v.size)
}

// command returns the command that begins a game, and its options.
func (v variant) command() (string, map[string]any) {
	if v.size == 0 {
		return "/ultimate", map[string]any{}
	}
	return "/classic", map[string]any{"size": v.size}
}
