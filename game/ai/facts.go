package ai

// A fact is something that a person may notice of a move at a glance, without
// thinking ahead: two in a line, the opponent's two in a line, where the
// opponent is sent. Facts are judged as a beginner is told to.
type fact struct {
	// worth is what the fact adds to the result that is expected, from -1 to 1.
	worth float64
	// plain says how easily the fact is noticed: who notices a fact of plainness
	// 1 with probability s notices this one with 1-(1-s)^plain.
	plain float64
}

// The worth and the plainness of a move that decides the game at once.
const (
	certainty   = 1.0
	conspicuous = 8
)
