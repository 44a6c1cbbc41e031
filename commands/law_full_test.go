//go:build !race

package commands

// lawGames is the number of games of each variant in TestLaw. A fault in one of 300 cases is then missed once
// in 20,000 runs. Boards above 4×4 get a fifth of it, because their games are longer.
const lawGames = 3_000
