//go:build race

package review_test

// Under the race detector, which makes searches twenty times slower, some games
// are enough: every review makes the same use of its two goroutines.
const (
	solved    = 1
	everyGame = 9
)
