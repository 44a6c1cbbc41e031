//go:build race

package rules_test

// Under the race detector the tests compare fewer games: it makes the comparison ten times slower, and the games share
// no data.
const (
	randomGames = 500
	randomPlies = 10_000
)
