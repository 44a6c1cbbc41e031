//go:build !race

package rules_test

// randomGames is the number of random games of each variant that the real rules
// and the naive ones are compared over.
const randomGames = 100_000
