//go:build !race

package rules_test

// How many random games compare the real rules with the naive rules. Ultimate has randomGames games. Every other
// variant has at most randomPlies plies, so that a large board takes no more time than a small one: 30,000 games of
// classic 3×3 and 3,700 of 9×9. All 81 squares are checked on some plies and at the end.
const (
	randomGames = 30_000
	randomPlies = 300_000
)
