//go:build race

package rules_test

// randomGames is smaller under the race detector, which makes the comparison
// ten times slower and can find nothing in it: the games share no data.
const randomGames = 500
