//go:build !race

package commands

// lawGames is how many games of each variant TestLaw plays: so many that a mistake in one way
// through three hundred is missed once in 20,000 runs. Boards above 4×4 get a fifth, as their games
// are longer and take the ways of a button or of two menus again and again.
const lawGames = 3_000
