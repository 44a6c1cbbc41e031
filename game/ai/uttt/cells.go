package uttt

import "noughts/game/classic"

// A set holds cells of a local board, or local boards, one bit each in reading
// order.
type set = uint16

const all set = 1<<9 - 1

var (
	// hasLine says whether a set contains a line.
	hasLine = tabulate(func(s set) bool {
		return someLine(func(line set) bool { return line&^s == 0 })
	})
	// gaps holds the members that would complete a line with those of a set.
	gaps = tabulate(func(s set) (gaps set) {
		someLine(func(line set) bool {
			if missing := line &^ s; missing&(missing-1) == 0 {
				gaps |= missing
			}
			return false
		})
		return gaps
	})
	// ternary reads a set's bits as digits in base three.
	ternary = tabulate(func(s set) (code uint16) {
		for power := uint16(1); s != 0; s, power = s>>1, power*3 {
			code += s & 1 * power
		}
		return code
	})
)

// Gaps returns the cells of a 3×3 board that would complete a line with those
// of cells, one bit a cell in reading order; those of cells among them.
func Gaps(cells uint16) uint16 { return gaps[cells] }

// through[i] says whether a set, with i added to it, contains a line through i.
var through = func() (tables [9]*[512]bool) {
	for i := range tables {
		tables[i] = tabulate(func(s set) bool {
			return someLine(func(line set) bool { return line>>i&1 != 0 && line&^(s|1<<i) == 0 })
		})
	}
	return tables
}()

// tabulate returns the values of a function of all sets.
func tabulate[T any](f func(set) T) *[512]T {
	table := new([512]T)
	for s := range table {
		table[s] = f(set(s))
	}
	return table
}

// someLine says whether a line has a property. The lines of a local board, and
// of the boards themselves, are those of classic 3×3.
func someLine(has func(line set) bool) bool {
	for _, squares := range classic.Lines(3) {
		var line set
		for _, s := range squares {
			line |= 1 << (s.Row()*3 + s.Col())
		}
		if has(line) {
			return true
		}
	}
	return false
}
