//go:build !race

package rules_test

// What the real rules and the naive ones are compared over: randomGames of Ultimate, and randomPlies of each
// other variant at most, so that a large board is given no more time than a small one. That is 100,000 games of
// classic 3×3 and 12,000 of 9×9, in each of which all of its 81 squares are looked at after every ply.
const (
	randomGames = 100_000
	randomPlies = 1_000_000
)
