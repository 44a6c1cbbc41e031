package classic

import "noughts/game"

// squares[n] has the squares of the n×n board in reading order, lines[n][k] its lines of k squares,
// and through[n][k][s] the lines that contain square s.
var (
	squares [game.MaxSize + 1][]game.Square
	lines   [game.MaxSize + 1][game.MaxSize + 1][][]game.Square
	through [game.MaxSize + 1][game.MaxSize + 1][game.MaxSize * game.MaxSize][][]game.Square
)

func init() {
	for n := 1; n <= game.MaxSize; n++ {
		for i := range n * n {
			squares[n] = append(squares[n], game.At(i%n, i/n))
		}
		for k := min(n, game.LeastInARow); k <= n; k++ {
			lines[n][k] = makeLines(n, k)
			for _, line := range lines[n][k] {
				for _, s := range line {
					through[n][k][s] = append(through[n][k][s], line)
				}
			}
		}
	}
}

// Lines returns the lines that win on a board of a size: the columns from the left, the rows from
// the top, the main diagonal from the top left, then the one from the top right. The squares of
// each run from the top or the left. The caller must not change them.
func Lines(size int) [][]game.Square { return lines[size][size] }

// LinesInARow returns the lines of k squares on a board of a size, from game.LeastInARow to size:
// those of the columns, the rows, the diagonals down to the right and the diagonals down to the
// left. Within a row, column or diagonal each line starts one square after the previous one. The
// caller must not change them.
func LinesInARow(size, k int) [][]game.Square { return lines[size][k] }

// LinesThrough returns the lines that a square of the board lies on. The caller
// must not change them.
func (p Position) LinesThrough(s game.Square) [][]game.Square { return through[p.size][p.length][s] }

// makeLines cuts every column, row and diagonal of a board into lines of k.
func makeLines(n, k int) (all [][]game.Square) {
	cut := func(col, row, right, down int) {
		var whole []game.Square
		for ; col >= 0 && col < n && row < n; col, row = col+right, row+down {
			whole = append(whole, game.At(col, row))
		}
		for i := range max(len(whole)-k+1, 0) {
			all = append(all, whole[i:i+k:i+k])
		}
	}
	for col := range n {
		cut(col, 0, 0, 1)
	}
	for row := range n {
		cut(0, row, 1, 0)
	}
	for i := 1 - n; i < n; i++ { // a diagonal begins on the left edge or on the top one
		cut(max(i, 0), max(-i, 0), 1, 1)
	}
	for i := 1 - n; i < n; i++ {
		cut(n-1-max(i, 0), max(-i, 0), -1, 1)
	}
	return all
}
