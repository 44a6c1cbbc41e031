package ai

// A fact is a feature that a person may notice about a move without thinking ahead, such as two in
// a line, or where the opponent is sent. Facts are rated as beginners are taught to.
type fact struct {
	// worth is added to the expected result, from -1 to 1.
	worth float64
	// plain says how easily the fact is noticed: a player who notices a fact with plain 1 with
	// probability s notices this one with 1-(1-s)^plain.
	plain float64
}

// The worth and the plainness of a move that decides the game at once.
const (
	certainty   = 1.0
	conspicuous = 8
)
