package game

import "slices"

// A Symmetry is one of the eight symmetries of a square board. Bit 0 swaps left and right, and bit 1 swaps top and
// bottom. After that, bit 2 mirrors the board on its main diagonal. On a nested board the symmetry moves the local
// boards, and the cells of each local board, in the same way.
type Symmetry uint8

// Symmetries is the number of symmetries, the identity included.
const Symmetries = 8

// Of returns the image of a square on a board with `size` columns.
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

// Inverse returns the symmetry that undoes m. All but the quarter turns are their own inverse.
func (m Symmetry) Inverse() Symmetry {
	switch m {
	case 5:
		return 6
	case 6:
		return 5
	}
	return m
}

// Show returns the notation of the image of a position. On O's turn, Show also swaps X and O, so that it is X's turn.
func (m Symmetry) Show(p Position) string {
	size, back := p.Variant().Size(), m.Inverse()
	text := FormatRows(size, func(s Square) Mark {
		mark := p.At(back.Of(s, size))
		if p.ToMove() == O {
			mark = mark.Opponent()
		}
		return mark
	}) + " x"
	if vanishing, ok := p.(Vanishing); ok {
		for _, s := range vanishing.Ages() {
			text += " " + m.Of(s, size).String()
		}
	}
	nested, ok := p.(Nested)
	if !ok {
		return text
	}
	if nested.Forced() == FreeChoice {
		return text + " -"
	}
	board, _ := nested.Split(m.Of(nested.Join(nested.Forced(), 0), size))
	return text + " " + string(rune('1'+board))
}

// Canonical returns the notation, with X to move, of all positions that a symmetry or swapped sides make the same.
func Canonical(p Position) string {
	text, _ := CanonicalFrom(p, 0)
	return text
}

// CanonicalFrom returns Canonical(p) and a symmetry that maps p to the position in that text. On the empty board, for
// example, several symmetries do that. CanonicalFrom then returns the first of them in cyclic order, starting at
// `from`.
func CanonicalFrom(p Position, from Symmetry) (text string, by Symmetry) {
	for i := range Symmetry(Symmetries) {
		m := (from + i) % Symmetries
		if shown := m.Show(p); text == "" || shown < text {
			text, by = shown, m
		}
	}
	return text, by
}

// Near reports whether two positions of a variant can lie in one game, at most `plies` moves apart: whether all marks of
// one stand in the other, up to a symmetry. It does not matter which of X and O moved first. Where marks vanish, fewer plies
// count: see mostVanished.
func Near(a, b Position, plies int) bool {
	if a.Ply() > b.Ply() {
		a, b = b, a
	}
	if a.Variant() != b.Variant() || b.Ply()-a.Ply() > plies {
		return false
	}
	size := a.Variant().Size()
	if before, ok := a.(Vanishing); ok {
		after, _ := b.(Vanishing)
		return nearVanishing(before, after, size) || nearVanishing(after, before, size)
	}
	swapped := (a.ToMove() == b.ToMove()) != ((b.Ply()-a.Ply())%2 == 0)
	for way := range Symmetry(Symmetries) {
		if stands(a, b, way, size, swapped) {
			return true
		}
	}
	return false
}

// mostVanished is the number of moves after which positions with vanishing marks still count as near. Later too few marks are
// the same.
const mostVanished = 2

// nearVanishing reports whether a symmetry leads from `before` to `after` with few moves: whether the oldest marks of the one are
// the newest of the other. Until a mark must go, all that stood before still stand.
func nearVanishing(before, after Vanishing, size int) bool {
	old, now := before.Ages(), after.Ages()
	_, full := after.Going()
	full = full || after.Outcome().Over
	for moves := range min(mostVanished, len(now)) + 1 {
		kept := now[:len(now)-moves]
		if len(kept) > len(old) || len(kept) < len(old) && !full {
			continue
		}
		for way := range Symmetry(Symmetries) {
			if slices.EqualFunc(old[len(old)-len(kept):], kept, func(a, b Square) bool { return way.Of(a, size) == b }) {
				return true
			}
		}
	}
	return false
}

func stands(a, b Position, way Symmetry, size int, swapped bool) bool {
	for row := range size {
		for col := range size {
			s := At(col, row)
			mark := a.At(s)
			if swapped && mark != Empty {
				mark = mark.Opponent()
			}
			if mark != Empty && b.At(way.Of(s, size)) != mark {
				return false
			}
		}
	}
	return true
}
