package match

import "noughts/game"

// Relays reports whether the player of a side relayed the moves of a level from another match of the member: if, up to
// symmetry, both games began with the same moves, and in the other one a level made at least half of those that the
// player made in m. Members find the first moves of a game by themselves, so these must be four, or all three.
func (m Match) Relays(side game.Mark, other Match) bool {
	if other.ID == m.ID || other.Options.Variant != m.Options.Variant {
		return false
	}
	own := 0
	for i := range m.Moves {
		if m.moverOf(i) == side {
			own++
		}
	}
	needed := max(3, min(own, 4), (own+1)/2)
	for _, line := range [][]game.Square{other.Moves, other.Undone} {
		for way := range game.Symmetry(game.Symmetries) {
			if m.suppliedBy(side, other, line, way) >= needed {
				return true
			}
		}
	}
	return false
}

// suppliedBy returns how many moves a level made in a line of another match that `side` made too, before the games part.
func (m Match) suppliedBy(side game.Mark, other Match, line []game.Square, way game.Symmetry) (n int) {
	size := m.Options.Variant.Size()
	theirs := append(other.Given[:len(other.Given):len(other.Given)], line...)
	for i, s := range m.WholeGame() {
		if i >= len(theirs) || way.Of(s, size) != theirs[i] {
			break
		}
		if m.moverOf(i) == side && i >= len(other.Given) && other.Player(other.moverOf(i)).IsComputer() {
			n++
		}
	}
	return n
}
