//go:build !race

package commands

// lawGames is how many games of each variant TestLaw plays: enough that a mistake in
// one way through a few hundred is met. Boards above 4×4 get a fifth, as their games
// are longer and take the ways of a button or of two menus again and again.
const lawGames = 10_000
