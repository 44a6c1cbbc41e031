//go:build race

package rules_test

// They are few under the race detector, which makes the comparison ten times slower and can find nothing in
// it: the games share no data.
const (
	randomGames = 500
	randomPlies = 10_000
)
