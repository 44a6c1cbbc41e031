//go:build !race

package rules_test

// The number of games that compare the real with the naive rules: randomGames of Ultimate, and at most randomPlies
// plies of each other variant, so that a large board takes no more time than a small one. That is 30,000 games of
// classic 3×3 and 3,700 of 9×9. All 81 squares are checked on some plies and at the end.
const (
	randomGames = 30_000
	randomPlies = 300_000
)
