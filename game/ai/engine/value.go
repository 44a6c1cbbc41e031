package engine

// A Value is what a search reckons with: the worth of a position for the side
// to move. 0 is even. Values beyond ±Decided stand for wins and losses that
// have been seen to the end, those between for judgment.
type Value int32

// Decided is smaller than the value of any win and larger than any judgment.
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

// FromHere turns a value that counts plies from the root into one that counts
// from a position ply plies below it, as it is remembered in a transposition
// table.
func (v Value) FromHere(ply int) Value {
	switch {
	case v > Decided:
		return v + Value(ply)
	case v < -Decided:
		return v - Value(ply)
	}
	return v
}

// FromRoot undoes FromHere.
func (v Value) FromRoot(ply int) Value { return v.FromHere(-ply) }
