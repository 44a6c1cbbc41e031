package training

import "noughts/game/ai/uttt/network"

// The first layer has a row for every pattern of every local board. While it is
// trained a row is the sum of its own weights and of those of its parts: what
// is on each of the nine cells and in each of the eight lines. Rare patterns
// thus learn from common ones.

// Parts of a local board: 3 states of each cell and 27 of each line.
const (
	cellParts  = 9 * 3
	boardParts = cellParts + 8*27
	patternSum = 9 + 8 // parts of a pattern
)

// partsOf holds the parts of each open board's pattern.
var partsOf = func() *[network.WonPattern][patternSum]uint8 {
	table := new([network.WonPattern][patternSum]uint8)
	for p := range table {
		marks := network.Pattern(p).Marks()
		for i, mark := range marks {
			table[p][i] = uint8(i*3) + mark
		}
		for i, l := range network.Lines {
			state := marks[l[0]] + 3*marks[l[1]] + 9*marks[l[2]]
			table[p][9+i] = uint8(cellParts + i*27 + int(state))
		}
	}
	return table
}()

// A row is the number of a row of the first layer: local board and pattern.
type row uint32

// Besides the nine local boards, the board that must be played has rows of its
// own, as the side to move sees it and as its opponent does.
const (
	boards   = network.ForcedBoard + 2
	rowCount = boards * int(network.Patterns)
)

func rowOf(board int, p network.Pattern) row { return row(board*int(network.Patterns) + int(p)) }

func (r row) board() int               { return int(r) / int(network.Patterns) }
func (r row) pattern() network.Pattern { return network.Pattern(int(r) % int(network.Patterns)) }
