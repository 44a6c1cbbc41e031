package ai

import (
	"math/rand/v2"

	"noughts/game"
	"noughts/game/classic"
)

// scoresOf returns the scores that the level `scores` gives the squares of a classic game after its
// last move. They depend on every position of the game. It returns nil for a game of another
// variant or with a move that the rules refuse.
func scoresOf(g Game) scoreBoard {
	p, ok := g.Start.(classic.Position)
	if !ok {
		return nil
	}
	board := newScoreBoard(p.Size())
	board.update(p)
	for _, move := range g.Moves {
		if p.Check(move) != nil {
			return nil
		}
		p = p.After(move)
		board.update(p)
	}
	return board
}

// A scoreBoard holds a score for every square, row by row.
type scoreBoard [][]int

// newScoreBoard returns the scores before the first turn: 3 on the main
// diagonals, 2 elsewhere.
func newScoreBoard(n int) scoreBoard {
	board := make(scoreBoard, n)
	for row := range board {
		board[row] = make([]int, n)
		for col := range board[row] {
			board[row][col] = 2
			if col == row || col == n-1-row {
				board[row][col] = 3
			}
		}
	}
	return board
}

// update brings the scores up to date, as is done before each turn of either
// player: occupied squares have none, and each free square gains for every
// line that it lies on.
func (b scoreBoard) update(p classic.Position) {
	for _, line := range classic.Lines(p.Size()) {
		gain := lineGain(p, line)
		for _, s := range line {
			b[s.Row()][s.Col()] += gain
		}
	}
	for row := range b {
		for col := range b[row] {
			if p.At(game.At(col, row)) != game.Empty {
				b[row][col] = 0
			}
		}
	}
}

// lineGain returns what a line adds to its free squares: the lead of one side
// in it, or much more when a single square is missing.
func lineGain(p classic.Position, line []game.Square) int {
	sum := 0
	for _, s := range line {
		switch p.At(s) {
		case game.X:
			sum++
		case game.O:
			sum--
		default:
		}
	}
	lead := max(sum, -sum)
	if lead == len(line)-1 {
		return 20 * (len(line) + 1)
	}
	return lead
}

// pickByScores takes the square with the highest score, the last such in
// reading order.
func pickByScores(g Game, p game.Position, _ *rand.Rand) Choice {
	board := scoresOf(g)
	best, top := game.Square(0), 0
	for _, s := range p.Moves() {
		if score := board[s.Row()][s.Col()]; score >= top {
			best, top = s, score
		}
	}
	return plain(best)
}

// ScoreBoard returns the scores that the level `scores` gives the squares of a game, row by row. The
// level plays the highest score, the last in reading order of several; a taken square has 0. It returns
// false for a game whose variant has no such level.
func ScoreBoard(g Game) ([][]int, bool) {
	if g.Start == nil {
		return nil, false
	}
	if _, ok := find(g.Start.Variant(), "scores"); !ok {
		return nil, false
	}
	board := scoresOf(g)
	return board, board != nil
}
