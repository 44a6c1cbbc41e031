//go:build race

package review_test

// The race detector makes searches twenty times slower, so only some games are reviewed. They are enough to find data
// races, because every review uses its two goroutines in the same way.
const (
	solved    = 1
	everyGame = 9
)
