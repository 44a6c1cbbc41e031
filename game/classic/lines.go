package classic

import "noughts/game"

// squares[n] holds the squares of the n×n board in reading order, lines[n] its
// lines, and through[n][s] those of them that contain the square s.
var (
	squares [game.MaxSize + 1][]game.Square
	lines   [game.MaxSize + 1][][]game.Square
	through [game.MaxSize + 1][game.MaxSize * game.MaxSize][][]game.Square
)

func init() {
	for n := 1; n <= game.MaxSize; n++ {
		for i := range n * n {
			squares[n] = append(squares[n], game.At(i%n, i/n))
		}
		lines[n] = makeLines(n)
		for _, line := range lines[n] {
			for _, s := range line {
				through[n][s] = append(through[n][s], line)
			}
		}
	}
}

// Lines returns the lines that win on a board of a size: the columns from the
// left, the rows from the top, the main diagonal from the top left, the one
// from the top right; each from the top or the left. The caller must not
// change them.
func Lines(size int) [][]game.Square { return lines[size] }

// LinesThrough returns the lines that a square of the board lies on. The caller
// must not change them.
func (p Position) LinesThrough(s game.Square) [][]game.Square { return through[p.size][s] }

func makeLines(n int) [][]game.Square {
	all := make([][]game.Square, 0, 2*n+2)
	add := func(square func(i int) game.Square) {
		line := make([]game.Square, n)
		for i := range line {
			line[i] = square(i)
		}
		all = append(all, line)
	}
	for col := range n {
		add(func(i int) game.Square { return game.At(col, i) })
	}
	for row := range n {
		add(func(i int) game.Square { return game.At(i, row) })
	}
	add(func(i int) game.Square { return game.At(i, i) })
	add(func(i int) game.Square { return game.At(n-1-i, i) })
	return all
}
