package rules_test

import (
	"fmt"

	"noughts/game"
)

const anywhere = -1

// naiveUltimate keeps the 9×9 grid of letters and the board that must be played. `local` holds the
// result of each of the nine boards: 'x', 'o', '=' for full without a winner, 0 for open.
type naiveUltimate struct {
	grid     [9][9]byte
	local    [3][3]byte
	side     byte
	mustPlay int // 0 to 8, or anywhere
	end      byte
}

func (g *naiveUltimate) marks() *[9][9]byte { return &g.grid }
func (g *naiveUltimate) turn() byte         { return g.side }
func (g *naiveUltimate) winner() byte       { return g.end }

func (g *naiveUltimate) notation() string {
	forced := "-"
	if g.mustPlay != anywhere {
		forced = fmt.Sprint(g.mustPlay + 1)
	}
	return fmt.Sprintf("%s %c %s", naiveRows(9, &g.grid), g.side, forced)
}

func (g *naiveUltimate) moves(all []game.Square) []game.Square {
	for row := range 9 {
		for col := range 9 {
			if g.canPlay(row, col) {
				all = append(all, game.At(col, row))
			}
		}
	}
	return all
}

func (g *naiveUltimate) canPlay(row, col int) bool {
	return g.grid[row][col] == 0 && g.local[row/3][col/3] == 0 && g.end == 0 &&
		(g.mustPlay == anywhere || g.mustPlay == row/3*3+col/3)
}

func (g *naiveUltimate) refusal(row, col int) error {
	switch {
	case g.end != 0:
		return game.ErrGameOver
	case row >= 9:
		return game.ErrNotASquare
	case g.grid[row][col] == g.side:
		return game.ErrOwnSquare
	case g.grid[row][col] != 0:
		return game.ErrOpponentSquare
	case g.local[row/3][col/3] != 0:
		return game.ErrClosedBoard
	case !g.canPlay(row, col):
		return game.ErrWrongBoard
	}
	return nil
}

func (g *naiveUltimate) play(row, col int) {
	g.grid[row][col] = g.side
	g.side = other(g.side)
	for r := range 3 {
		for c := range 3 {
			var board [3][3]byte
			for i := range 3 {
				for j := range 3 {
					board[i][j] = g.grid[3*r+i][3*c+j]
				}
			}
			g.local[r][c] = naiveThree(board)
		}
	}
	g.end = naiveThree(g.local)
	g.mustPlay = row%3*3 + col%3
	if g.end != 0 || g.local[row%3][col%3] != 0 {
		g.mustPlay = anywhere
	}
}

// naiveThree returns the side with three in a row on a 3×3 board: 'x' or 'o'. It returns '=' for a
// full board without three in a row, else 0.
func naiveThree(b [3][3]byte) byte {
	full := true
	for i := range 3 {
		if side := b[i][i]; isSide(side) &&
			(b[i][0] == side && b[i][1] == side && b[i][2] == side ||
				b[0][i] == side && b[1][i] == side && b[2][i] == side) {
			return side
		}
		full = full && b[i][0] != 0 && b[i][1] != 0 && b[i][2] != 0
	}
	if side := b[1][1]; isSide(side) &&
		(b[0][0] == side && b[2][2] == side || b[0][2] == side && b[2][0] == side) {
		return side
	}
	if full {
		return '='
	}
	return 0
}

func isSide(letter byte) bool { return letter == 'x' || letter == 'o' }

// won reports whether the square's local board lies in a line of boards that the winner has won.
func (g *naiveUltimate) won(row, col int) bool {
	if !isSide(g.end) {
		return false
	}
	r, c := row/3, col/3
	inRow, inCol, down, up := true, true, r == c, r+c == 2
	for i := range 3 {
		inRow = inRow && g.local[r][i] == g.end
		inCol = inCol && g.local[i][c] == g.end
		down = down && g.local[i][i] == g.end
		up = up && g.local[i][2-i] == g.end
	}
	return inRow || inCol || down || up
}
