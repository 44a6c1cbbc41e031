package commands

import "noughts/game"

// replayed plays the moves by a second implementation of the rules, independent of those in package game. It returns
// the winner. `over` is true if the last move ends the game and no earlier move does.
func replayed(v game.Variant, begins game.Mark, moves []game.Square) (winner game.Mark, over bool) {
	var grid [9][9]game.Mark
	side := begins
	for _, s := range moves {
		if over || grid[s.Row()][s.Col()] != game.Empty {
			return game.Empty, false
		}
		grid[s.Row()][s.Col()] = side
		side = side.Opponent()
		if v == game.Ultimate {
			winner, over = judgeUltimate(&grid)
		} else {
			winner, over = judgeFlat(v.Size(), v.Length(), func(col, row int) game.Mark { return grid[row][col] })
		}
	}
	return winner, over
}

// judgeFlat returns the winner of a classic board of size n where k marks in a row win, and whether the game is over.
// It applies judgeSquare to every k×k part of the board.
func judgeFlat(n, k int, at func(col, row int) game.Mark) (winner game.Mark, over bool) {
	_, over = judgeSquare(n, at)
	for row := range n - k + 1 {
		for col := range n - k + 1 {
			if won, _ := judgeSquare(k, func(c, r int) game.Mark { return at(col+c, row+r) }); won != game.Empty {
				winner, over = won, true
			}
		}
	}
	return winner, over
}

// judgeSquare returns the mark that fills a whole row, column or diagonal. `full` is true if there is such a mark or
// the board is full.
func judgeSquare(n int, at func(col, row int) game.Mark) (winner game.Mark, full bool) {
	full = true
	for _, m := range []game.Mark{game.X, game.O} {
		down, up := 0, 0
		for i := range n {
			across, along := 0, 0
			for j := range n {
				across += one(at(j, i) == m)
				along += one(at(i, j) == m)
				full = full && at(i, j) != game.Empty
			}
			down += one(at(i, i) == m)
			up += one(at(i, n-1-i) == m)
			if across == n || along == n {
				return m, true
			}
		}
		if down == n || up == n {
			return m, true
		}
	}
	return game.Empty, full
}

// judgeUltimate judges the nine local boards, and then the board that they form.
func judgeUltimate(grid *[9][9]game.Mark) (winner game.Mark, over bool) {
	const drawn = game.Mark(9) // a mark that belongs to neither side
	return judgeSquare(3, func(col, row int) game.Mark {
		local, closed := judgeSquare(3, func(c, r int) game.Mark { return grid[3*row+r][3*col+c] })
		if local == game.Empty && closed {
			return drawn
		}
		return local
	})
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
