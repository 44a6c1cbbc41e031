package main

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"time"
)

// Bounds of flags. Values beyond them would run for days, need too much memory, or have no effect.
const (
	mostGames    = 10_000_000
	mostThreads  = 256 // cmd/engine has the same bound
	mostParallel = 1024
	mostTime     = 365 * 24 * time.Hour
	mostNodes    = math.MaxInt64
	mostPlies    = 1000 // longer than any game
	leastRate    = 1e-9 // with a lower learning rate the network learns nothing
)

// numberFlag adds a flag for a number within bounds. NaN is out of bounds.
func numberFlag[T int | int64 | float64 | time.Duration](flags *flag.FlagSet, to *T, name string, value, least, most T, usage string) {
	*to = value
	flags.Var(&number[T]{to, least, most}, name, usage)
}

// A number is the flag.Value of numberFlag.
type number[T int | int64 | float64 | time.Duration] struct {
	value       *T
	least, most T
}

// String returns the value, or 0 for the zero number: package flag calls String on a zero number to print the defaults.
func (n *number[T]) String() string {
	var value T
	if n.value != nil {
		value = *n.value
	}
	return fmt.Sprint(value)
}

// Set parses the value and checks its bounds.
func (n *number[T]) Set(text string) error {
	var value any
	var err error
	switch any(n.least).(type) {
	case int:
		value, err = strconv.Atoi(text)
	case int64:
		value, err = strconv.ParseInt(text, 10, 64)
	case float64:
		value, err = strconv.ParseFloat(text, 64)
	case time.Duration:
		value, err = time.ParseDuration(text)
	}
	v, ok := value.(T)
	if err != nil || !ok || !(v >= n.least && v <= n.most) {
		return fmt.Errorf("must be from %v to %v", n.least, n.most)
	}
	*n.value = v
	return nil
}
