package game

// A Symmetry is one of the eight ways to lay a square board on itself: bit 0 mirrors left and
// right, bit 1 top and bottom, and then bit 2 the main diagonal. On a board of local boards it maps
// both the boards and the cells of each.
type Symmetry uint8

// Symmetries is how many there are, the one that changes nothing among them.
const Symmetries = 8

// Of returns where a square of a board with size columns comes to lie.
func (m Symmetry) Of(s Square, size int) Square {
	col, row := s.Col(), s.Row()
	if m&1 != 0 {
		col = size - 1 - col
	}
	if m&2 != 0 {
		row = size - 1 - row
	}
	if m&4 != 0 {
		col, row = row, col
	}
	return At(col, row)
}

// Inverse returns the symmetry that undoes m: only quarter turns are not their
// own inverse.
func (m Symmetry) Inverse() Symmetry {
	switch m {
	case 5:
		return 6
	case 6:
		return 5
	}
	return m
}

// Board returns where a local board of p comes to lie; FreeChoice stays.
func (m Symmetry) Board(p Nested, board int) int {
	if board == FreeChoice {
		return board
	}
	moved, _ := p.Split(m.Of(p.Join(board, 0), p.Variant().Size()))
	return moved
}

// Show writes a position as the symmetry shows it, with the side to move as X.
func (m Symmetry) Show(p Position) string {
	size, back := p.Variant().Size(), m.Inverse()
	text := FormatRows(size, func(s Square) Mark {
		mark := p.At(back.Of(s, size))
		if p.ToMove() == O {
			mark = mark.Opponent()
		}
		return mark
	}) + " x"
	nested, ok := p.(Nested)
	if !ok {
		return text
	}
	if board := m.Board(nested, nested.Forced()); board != FreeChoice {
		return text + " " + string(rune('1'+board))
	}
	return text + " -"
}

// Canonical returns the same text for all positions of a variant that differ only by a symmetry of
// the board or by the names of the sides: the notation of one of them, with X to move.
func Canonical(p Position) string {
	text, _ := CanonicalFrom(p, 0)
	return text
}

// CanonicalFrom returns a position's canonical text and a symmetry that shows it.
// Of several such symmetries, as of the empty board, it is the first from one on.
func CanonicalFrom(p Position, from Symmetry) (text string, by Symmetry) {
	for i := range Symmetry(Symmetries) {
		m := (from + i) % Symmetries
		if shown := m.Show(p); text == "" || shown < text {
			text, by = shown, m
		}
	}
	return text, by
}
