package uttt

// The tables of the evaluation, in thousandths of the logarithm of the odds.
type evalTables struct {
	line  [3][1 << (3 * kindBits)]int16 // a line of the large board at an edge, through the middle, diagonal: for X
	local [3][rowCount]int16            // a local board at a corner, an edge, in the middle: for X
	turn  [2][3][rowCount]int16         // the turn of X or O on such a board
	stake [2][kinds][3][3]int16         // and on one of a kind with interest of X and of O
	free  [10]int16                     // a free choice with so many local boards to win
}

var tables = guessTables()

func guessTables() *evalTables {
	t := new(evalTables)
	var sum, count [kinds]int
	for x := range all + 1 {
		for o := range all + 1 {
			if x&o == 0 && !(hasLine[x] && hasLine[o]) {
				k := kindOf(x, o)
				sum[k] += int(hopes[ternary[x]+2*ternary[o]][0])
				count[k]++
			}
		}
	}
	hope := func(k uint64) int { return sum[k] / max(count[k], 1) }
	for i := range t.line[0] {
		a, b, c := uint64(i)&31, uint64(i)>>5&31, uint64(i)>>10&31
		x := hope(a) * hope(b) * hope(c)
		o := hope(swapped[a]) * hope(swapped[b]) * hope(swapped[c])
		for j := range t.line {
			t.line[j][i] = int16((x - o) >> 6)
		}
	}
	for i := range t.free {
		t.free[i] = 1450
	}
	for s := range t.turn {
		for p := range t.turn[s] {
			for r := range t.turn[s][p] {
				t.turn[s][p][r] = 450
			}
		}
	}
	return t
}
