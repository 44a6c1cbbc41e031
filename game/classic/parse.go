package classic

import (
	"fmt"
	"strings"

	"noughts/game"
)

// Parse reads a position in notation, for a size from 1 to game.MaxSize. It accepts exactly the
// positions that a game can reach, whichever side began. Every error wraps game.ErrNotation.
func Parse(size int, text string) (Position, error) { return parse(size, size, text) }

func parse(size, k int, text string) (Position, error) {
	if size < 1 || size > game.MaxSize {
		return Position{}, fmt.Errorf("%w: no board of size %d", game.ErrNotation, size)
	}
	rows, side, _ := strings.Cut(text, " ")
	toMove, err := game.ParseToMove(side)
	if err != nil {
		return Position{}, err
	}
	p := start(size, k).Beginning(toMove)
	count := map[game.Mark]int{}
	err = game.ParseRows(size, rows, func(s game.Square, m game.Mark) {
		p.marks[s] = m
		p.ply++
		count[m]++
	})
	if err != nil {
		return Position{}, err
	}
	if err := game.CheckTurn(count[game.X], count[game.O], toMove); err != nil {
		return Position{}, err
	}
	return p.withWinner()
}

// withWinner returns p with the winner that its marks show. It returns an error if no single last
// move can have completed the lines on the board.
func (p Position) withWinner() (Position, error) {
	if !p.anyLine() {
		return p, nil
	}
	last := p.toMove.Opponent()
	for s, m := range p.marks {
		if m == last && !p.without(game.Square(s)).anyLine() {
			p.winner = last
			return p, nil
		}
	}
	return Position{}, fmt.Errorf("%w: no single move of %s can have completed all lines on the board", game.ErrNotation, last)
}

func (p Position) anyLine() bool {
	for _, line := range p.lines() {
		if p.complete(line) {
			return true
		}
	}
	return false
}

func (p Position) without(s game.Square) Position {
	p.marks[s] = game.Empty
	return p
}
