//go:build !race

package commands

// lawGames is how many games of each variant TestLaw plays.
const lawGames = 10_000
