package review

import (
	"slices"
	"strings"

	"noughts/game"
)

// A naive position is a second implementation of the rules, for comparison. It is a grid of letters, read from the
// notation. Its methods are simple and slow: they put marks on the grid and look at every square.
type naive struct {
	n, k           int // columns and rows; number in a row to win
	nested, misere bool
	grid           [9][9]byte // 'x', 'o', or 0
	side           byte
	forced         int // local board, or -1
}

func readNaive(p game.Position) naive {
	v, words := p.Variant(), strings.Fields(p.String())
	n := naive{n: v.Size(), k: v.Length(), nested: v == game.Ultimate, misere: v.Kind == "misere", side: words[1][0], forced: -1}
	if n.nested {
		n.k = 3
		if words[2] != "-" {
			n.forced = int(words[2][0] - '1')
		}
	}
	for row, text := range strings.Split(words[0], "/") {
		col := 0
		for _, letter := range []byte(text) {
			if letter >= '1' && letter <= '9' {
				col += int(letter - '0')
				continue
			}
			n.grid[row][col] = letter
			col++
		}
	}
	return n
}

func (n naive) rival() byte { return 'x' + 'o' - n.side }

func (n *naive) at(s game.Square) byte { return n.grid[s.Row()][s.Col()] }

// put returns the grid with a mark of either side added.
func (n naive) put(s game.Square, side byte) naive {
	n.grid[s.Row()][s.Col()] = side
	return n
}

// play returns the position after a move.
func (n naive) play(s game.Square) naive {
	next := n.put(s, n.side)
	next.side = n.rival()
	if n.nested {
		next.forced = s.Row()%3*3 + s.Col()%3
		if next.local(next.forced) != 0 {
			next.forced = -1
		}
	}
	return next
}

// run reports whether a side has at least `length` marks in a row through the square s. Only the part of the grid
// counts that begins at column `left` and row `top`, and has `size` columns and rows.
func (n *naive) run(s game.Square, side byte, left, top, size, length int) bool {
	for _, step := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		count := 0
		for i := 1 - length; i < length; i++ {
			col, row := s.Col()+i*step[0], s.Row()+i*step[1]
			if col < left || row < top || col >= left+size || row >= top+size || n.grid[row][col] != side {
				count = 0
			} else if count++; count == length {
				return true
			}
		}
	}
	return false
}

// completes reports whether the mark on a square is part of a complete line. In Ultimate it is a
// line of the local board.
func (n *naive) completes(s game.Square) bool {
	if n.nested {
		return n.run(s, n.at(s), s.Col()/3*3, s.Row()/3*3, 3, 3)
	}
	return n.run(s, n.at(s), 0, 0, n.n, n.k)
}

// all returns the squares of the grid, in reading order.
func (n naive) all() []game.Square {
	squares := make([]game.Square, 0, n.n*n.n)
	for row := range n.n {
		for col := range n.n {
			squares = append(squares, game.At(col, row))
		}
	}
	return squares
}

func boardOf(s game.Square) int { return s.Row()/3*3 + s.Col()/3 }

// local returns the result of a local board: 'x' or 'o' for its winner, '=' if it is full without a winner, and 0 if it
// is open.
func (n *naive) local(board int) byte {
	full := byte('=')
	for cell := range 9 {
		switch s := game.At(board%3*3+cell%3, board/3*3+cell/3); {
		case n.at(s) == 0:
			full = 0
		case n.completes(s):
			return n.at(s)
		}
	}
	return full
}

// owners returns a naive 3×3 board with the owners of the local boards as marks.
func (n naive) owners() naive {
	boards := naive{n: 3, k: 3}
	for board := range 9 {
		if owner := n.local(board); owner == 'x' || owner == 'o' {
			boards.grid[board/3][board%3] = owner
		}
	}
	return boards
}

// winner returns 'x' or 'o' for the winner, '=' for a draw, and 0 while the game is in progress.
func (n naive) winner() byte {
	decided := n
	if n.nested {
		decided = n.owners()
	}
	for _, s := range decided.all() {
		if side := decided.at(s); side != 0 && decided.completes(s) {
			if n.misere {
				return 'x' + 'o' - side
			}
			return side
		}
	}
	for _, s := range n.all() {
		if n.at(s) == 0 && (!n.nested || n.local(boardOf(s)) == 0) {
			return 0
		}
	}
	return '='
}

// empty returns the empty squares, except those on closed local boards.
func (n naive) empty() []game.Square {
	var closed [9]bool
	if n.nested {
		for board := range closed {
			closed[board] = n.local(board) != 0
		}
	}
	return n.among(func(s game.Square) bool { return n.at(s) == 0 && !closed[boardOf(s)%9] })
}

func (n naive) among(test func(game.Square) bool) []game.Square {
	return slices.DeleteFunc(n.all(), func(s game.Square) bool { return !test(s) })
}

// moves returns the legal moves.
func (n naive) moves() []game.Square {
	if n.winner() != 0 {
		return nil
	}
	return slices.DeleteFunc(n.empty(), func(s game.Square) bool { return n.forced >= 0 && boardOf(s) != n.forced })
}

// gaps returns the squares that would complete a line for a side.
func (n naive) gaps(side byte) []game.Square {
	return slices.DeleteFunc(n.empty(), func(s game.Square) bool { next := n.put(s, side); return !next.completes(s) })
}

// deciding returns the squares that would win the game for a side.
func (n naive) deciding(side byte) []game.Square {
	return slices.DeleteFunc(n.gaps(side), func(s game.Square) bool { return n.put(s, side).winner() != side })
}

// doubles returns the squares where a side that has no threat makes two threats at once, while the other side has none.
func (n naive) doubles(side byte) []game.Square {
	other := 'x' + 'o' - side
	if n.winner() != 0 || len(n.gaps(side)) > 0 || len(n.gaps(other)) > 1 {
		return nil
	}
	return slices.DeleteFunc(n.empty(), func(s game.Square) bool {
		next := n.put(s, side)
		return next.completes(s) || len(next.gaps(side)) < 2 || len(next.gaps(other)) > 0
	})
}

// linesThrough counts the lines through a square that have at least `least` marks of the side `of`, and no mark of the
// side `without`.
func (n naive) linesThrough(s game.Square, of byte, least int, without byte) (count int) {
	for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for first := 1 - n.k; first <= 0; first++ {
			marks, good := 0, true
			for i := first; i < first+n.k; i++ {
				col, row := s.Col()+i*step[0], s.Row()+i*step[1]
				if col < 0 || row < 0 || col >= n.n || row >= n.n || n.grid[row][col] == without {
					good = false
					break
				}
				if n.grid[row][col] == of {
					marks++
				}
			}
			if good && marks >= least {
				count++
			}
		}
	}
	return count
}

// free reports whether the side to move may play on any of several open boards.
func (n naive) free() bool {
	open := 0
	for board := range 9 {
		if n.local(board) == 0 {
			open++
		}
	}
	return n.winner() == 0 && n.forced < 0 && open > 1
}
