//go:build race

package commands

// lawGames is the number of games of each variant that TestLaw plays under the race detector, which
// makes the test about ten times slower.
const lawGames = 50
