package rules_test

import (
	"strconv"
	"strings"

	"noughts/game"
)

// naive is a second implementation of the rules, as different as possible from the packages under test: a plain grid of
// letters, and all results computed again after every move by looking at every square.
type naive interface {
	// marks returns the grid by row and column: 'x', 'o', or 0 for empty.
	marks() *[9][9]byte
	// turn returns 'x' or 'o'.
	turn() byte
	// winner returns 'x', 'o', '=' for a draw, or 0 in a game in progress.
	winner() byte
	// moves appends the squares that the side to move may mark, in reading order.
	moves([]game.Square) []game.Square
	// refusal returns the error for a move on a square, nil if the move is legal.
	refusal(row, col int) error
	// won reports whether a square belongs to the line that ended the game.
	won(row, col int) bool
	play(row, col int)
	notation() string
}

// newNaive returns the naive game of a variant.
func newNaive(v game.Variant, begins game.Mark) naive {
	letter := byte('x')
	if begins == game.O {
		letter = 'o'
	}
	switch v.Kind {
	case "ultimate":
		return &naiveUltimate{side: letter, mustPlay: anywhere}
	case "misere":
		return &naiveMisere{naiveClassic{n: v.N, side: letter}}
	case "vanishing":
		return &naiveVanishing{naiveClassic: naiveClassic{n: v.N, side: letter}, times: map[string]int{}}
	case "classic":
		if v.K != 0 {
			return &naiveInARow{naiveClassic{n: v.N, side: letter}, v.K}
		}
		return &naiveClassic{n: v.N, side: letter}
	}
	panic(v.Kind + " has no naive rules that its real ones could be compared with")
}

func other(side byte) byte { return 'x' + 'o' - side }

// naiveRows returns the rows in notation. It writes dots for empty squares first, and then replaces
// runs of dots by their length.
func naiveRows(n int, grid *[9][9]byte) string {
	var rows []string
	for _, row := range grid[:n] {
		rows = append(rows, strings.ReplaceAll(string(row[:n]), "\x00", "."))
	}
	text := strings.Join(rows, "/")
	for run := n; run > 0; run-- {
		text = strings.ReplaceAll(text, strings.Repeat(".", run), strconv.Itoa(run))
	}
	return text
}

type naiveClassic struct {
	n    int
	grid [9][9]byte
	side byte
	end  byte
}

func (g *naiveClassic) marks() *[9][9]byte { return &g.grid }
func (g *naiveClassic) turn() byte         { return g.side }
func (g *naiveClassic) winner() byte       { return g.end }
func (g *naiveClassic) notation() string {
	return naiveRows(g.n, &g.grid) + " " + string(g.side)
}

func (g *naiveClassic) moves(all []game.Square) []game.Square {
	if g.end != 0 {
		return all
	}
	for row := range g.n {
		for col, letter := range g.grid[row][:g.n] {
			if letter == 0 {
				all = append(all, game.At(col, row))
			}
		}
	}
	return all
}

func (g *naiveClassic) refusal(row, col int) error {
	switch {
	case g.end != 0:
		return game.ErrGameOver
	case row >= g.n || col >= g.n:
		return game.ErrNotASquare
	case g.grid[row][col] == g.side:
		return game.ErrOwnSquare
	case g.grid[row][col] != 0:
		return game.ErrOpponentSquare
	}
	return nil
}

func (g *naiveClassic) play(row, col int) {
	g.grid[row][col] = g.side
	g.side = other(g.side)
	g.end = g.result()
}

// result returns the side with a full row, column or diagonal, '=' for a draw, or 0 in a game in progress.
func (g *naiveClassic) result() byte {
	last, full := g.n-1, true
	for i := range g.n {
		if side := g.along(i, 0, 0, 1); side != 0 {
			return side
		}
		if side := g.along(0, i, 1, 0); side != 0 {
			return side
		}
		for j := range g.n {
			full = full && g.grid[i][j] != 0
		}
	}
	if side := g.along(0, 0, 1, 1); side != 0 {
		return side
	}
	if side := g.along(last, 0, -1, 1); side != 0 {
		return side
	}
	if full {
		return '='
	}
	return 0
}

// along returns the side whose marks fill the whole line from a square in a direction, or 0.
func (g *naiveClassic) along(row, col, down, right int) byte {
	side := g.grid[row][col]
	for i := 1; i < g.n; i++ {
		if g.grid[row+i*down][col+i*right] != side {
			return 0
		}
	}
	return side
}

// won reports whether the square lies on a full row, column or diagonal of the winner.
func (g *naiveClassic) won(row, col int) bool {
	if g.end == 0 || g.end == '=' {
		return false
	}
	inRow, inCol, down, up := true, true, row == col, row+col == g.n-1
	for i := range g.n {
		inRow = inRow && g.grid[row][i] == g.end
		inCol = inCol && g.grid[i][col] == g.end
		down = down && g.grid[i][i] == g.end
		up = up && g.grid[i][g.n-1-i] == g.end
	}
	return inRow || inCol || down || up
}

// naiveVanishing notes when each mark was placed, and counts the notations of all positions.
type naiveVanishing struct {
	naiveClassic
	placed [9][9]int
	ply    int
	times  map[string]int
}

// byAge returns the occupied squares, the oldest mark first.
func (g *naiveVanishing) byAge() []string {
	names := map[int]string{}
	for row := range 3 {
		for col := range 3 {
			if g.grid[row][col] != 0 {
				names[g.placed[row][col]] = string([]byte{byte('a' + col), byte('1' + row)})
			}
		}
	}
	var all []string
	for ply := 1; ply <= g.ply; ply++ {
		if names[ply] != "" {
			all = append(all, names[ply])
		}
	}
	return all
}

func (g *naiveVanishing) play(row, col int) {
	g.ply++
	g.grid[row][col], g.placed[row][col] = g.side, g.ply
	for r := range 3 {
		for c := range 3 {
			if g.grid[r][c] == g.side && g.placed[r][c] == g.ply-6 { // it was placed three own moves ago
				g.grid[r][c] = 0
			}
		}
	}
	g.side = other(g.side)
	g.end = g.result()
	g.times[g.notation()]++
	if g.times[g.notation()] == 3 {
		g.end = '='
	}
}

func (g *naiveVanishing) notation() string {
	ages := strings.Join(g.byAge(), ",")
	if ages == "" {
		ages = "-"
	}
	return g.naiveClassic.notation() + " " + ages
}

// naiveMisere is classic tic-tac-toe with the opposite winner: the side that completes a line loses.
type naiveMisere struct{ naiveClassic }

func (g *naiveMisere) winner() byte {
	switch g.end {
	case 'x':
		return 'o'
	case 'o':
		return 'x'
	}
	return g.end
}

// naiveInARow is classic tic-tac-toe won by k marks in a row, where k is less than the size of the board.
type naiveInARow struct {
	naiveClassic
	k int
}

func (g *naiveInARow) play(row, col int) {
	g.grid[row][col] = g.side
	g.side = other(g.side)
	g.end = g.result()
}

// result returns the side with k marks in a row, '=' for a draw, or 0 in a game in progress. It
// checks the longest run of marks through every square.
func (g *naiveInARow) result() byte {
	full := true
	for row := range g.n {
		for col := range g.n {
			full = full && g.grid[row][col] != 0
			if g.grid[row][col] != 0 && g.longest(row, col) >= g.k {
				return g.grid[row][col]
			}
		}
	}
	if full {
		return '='
	}
	return 0
}

// won reports whether the square lies on a run of at least k marks of the winner.
func (g *naiveInARow) won(row, col int) bool {
	return g.end != 0 && g.end == g.grid[row][col] && g.longest(row, col) >= g.k
}

// longest returns the length of the longest run of one mark through a square.
func (g *naiveInARow) longest(row, col int) (most int) {
	for _, step := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		run := 1
		for _, way := range []int{1, -1} {
			r, c := row, col
			for {
				r, c = r+way*step[0], c+way*step[1]
				if r < 0 || c < 0 || r >= g.n || c >= g.n || g.grid[r][c] != g.grid[row][col] {
					break
				}
				run++
			}
		}
		most = max(most, run)
	}
	return most
}
