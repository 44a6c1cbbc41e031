package uttt

import "noughts/game/ai/search"

// A value is the worth of a position for the side to move.
type value = search.Value

const infinite = search.Infinite

// winIn and lossIn return the value of a game decided so many plies from the
// root of the search.
func winIn(plies int) value  { return search.WinIn(plies) }
func lossIn(plies int) value { return search.LossIn(plies) }

// pliesOf returns how far from the root a decided game ends.
func pliesOf(v value) int { return int(search.WinIn(0) - max(v, -v)) }

// fromHere turns a value that counts plies from the root into one that counts
// from a position ply plies below it, as it is remembered in a table.
func fromHere(v value, ply int) value {
	switch {
	case v > search.Decided:
		return v + value(ply)
	case v < -search.Decided:
		return v - value(ply)
	}
	return v
}

// fromRoot undoes fromHere.
func fromRoot(v value, ply int) value {
	switch {
	case v > search.Decided:
		return v - value(ply)
	case v < -search.Decided:
		return v + value(ply)
	}
	return v
}
