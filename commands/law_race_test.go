//go:build race

package commands

// lawGames is how many games of each variant TestLaw plays under the race
// detector, which makes everything ten times slower.
const lawGames = 50
