//go:build !race

package commands

// lawGames is the number of games of each variant that TestLaw plays. With 3,000 games, TestLaw
// misses a bug that affects one in 300 games only once in 20,000 runs. Variants with a board above
// 4×4 get a fifth of the games, because their games are longer.
const lawGames = 3_000
