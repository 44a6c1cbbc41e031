//go:build !race

package rules_test

// The games that compare the real rules with the naive ones: randomGames of Ultimate, and at most randomPlies
// of each other variant, so that a large board takes no more time than a small one. That is 30,000 games of
// classic 3×3 and 3,700 of 9×9, with all 81 squares checked after every ply.
const (
	randomGames = 30_000
	randomPlies = 300_000
)
