package engine

// A Value is the value of a position for the side to move within a search. 0 is even. Values beyond
// ±Decided are wins and losses searched to the end; others are evaluations.
type Value int32

// Decided is smaller than the value of any win and larger than any evaluation.
const Decided Value = 30000

const mate Value = 32000

// Infinite is larger than any value.
const Infinite Value = 32001

// WinIn returns the value of a win plies from the root of the search.
func WinIn(plies int) Value { return mate - Value(plies) }

// LossIn returns the value of a loss plies from the root of the search.
func LossIn(plies int) Value { return Value(plies) - mate }

// IsDecided says whether the value is that of a win or a loss.
func (v Value) IsDecided() bool { return v > Decided || v < -Decided }

// Plies returns how far from the root the game is decided.
func (v Value) Plies() int { return int(mate - max(v, -v)) }

// FromHere converts a value that counts plies from the root into one that counts from a position at
// ply, for the transposition table.
func (v Value) FromHere(ply int) Value {
	switch {
	case v > Decided:
		return v + Value(ply)
	case v < -Decided:
		return v - Value(ply)
	}
	return v
}

// FromRoot is the inverse of FromHere.
func (v Value) FromRoot(ply int) Value { return v.FromHere(-ply) }
