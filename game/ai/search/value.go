package search

// A Value is what an engine reckons with: the worth of a position for the side
// to move. 0 is even. Values beyond ±Decided stand for wins and losses that
// have been seen to the end, those between for judgement.
type Value int32

// Decided is smaller than the value of any win and larger than any judgement.
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

// plies returns how far from the root the game is decided.
func (v Value) plies() int { return int(mate - max(v, -v)) }

// fromHere turns a value that counts plies from the root into one that counts
// from a position ply plies below it, as it is remembered in a table.
func (v Value) fromHere(ply int) Value {
	switch {
	case v > Decided:
		return v + Value(ply)
	case v < -Decided:
		return v - Value(ply)
	}
	return v
}

// fromRoot undoes fromHere.
func (v Value) fromRoot(ply int) Value {
	switch {
	case v > Decided:
		return v - Value(ply)
	case v < -Decided:
		return v + Value(ply)
	}
	return v
}
