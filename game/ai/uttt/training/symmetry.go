package training

import "noughts/game/ai/uttt/network"

// symmetries are the turns and reflections of a 3×3 grid; symmetries[s][i] is
// where the thing in place i goes. The first is the identity. Turning the whole
// game turns the grid of boards and every board with it.
var symmetries = func() (all [8][9]uint8) {
	for s := range all {
		for i := range uint8(9) {
			row, column := i/3, i%3
			if s&1 != 0 {
				row, column = column, row
			}
			if s&2 != 0 {
				row = 2 - row
			}
			if s&4 != 0 {
				column = 2 - column
			}
			all[s][i] = 3*row + column
		}
	}
	return all
}()

// turned holds what becomes of each pattern under each symmetry.
var turned = func() *[8][network.Patterns]network.Pattern {
	table := new([8][network.Patterns]network.Pattern)
	for s := range table {
		for p := range network.Patterns {
			table[s][p] = p
			if p >= network.WonPattern {
				continue
			}
			var marks [9]uint8
			for i, mark := range p.Marks() {
				marks[symmetries[s][i]] = mark
			}
			table[s][p] = network.Seen(marks)
		}
	}
	return table
}()

// turn returns a position under a symmetry.
func turn(in Input, symmetry int) Input {
	to, pattern := &symmetries[symmetry], &turned[symmetry]
	out := Input{Forced: network.AnyBoard}
	for i, p := range in.Boards {
		out.Boards[to[i]] = pattern[p]
	}
	if in.Forced != network.AnyBoard {
		out.Forced = to[in.Forced]
	}
	return out
}

// canonical returns the least of the eight positions that a position can be
// turned into, so that all eight have the same.
func canonical(in Input) Input {
	least := in
	for s := 1; s < len(symmetries); s++ {
		if next := turn(in, s); less(&next, &least) {
			least = next
		}
	}
	return least
}

func less(a, b *Input) bool {
	for i := range a.Boards {
		if a.Boards[i] != b.Boards[i] {
			return a.Boards[i] < b.Boards[i]
		}
	}
	return a.Forced < b.Forced
}
