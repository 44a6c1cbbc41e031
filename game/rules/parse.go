package rules

import (
	"fmt"
	"math/bits"
	"strings"

	"noughts/game"
)

// ParseUltimate reads a position in notation. Either side may have begun. The counts of marks, the lines of
// each local board, the forced board and the end of the game must be consistent with some last move.
// Parse does not check whether a game can reach the position before that move. Every error wraps
// game.ErrNotation.
func ParseUltimate(text string) (UltimatePosition, error) {
	fields := strings.SplitN(text, " ", 3)
	if len(fields) != 3 {
		return UltimatePosition{}, fmt.Errorf("%w: rows, side to move and forced board expected", game.ErrNotation)
	}
	toMove, err := game.ParseToMove(fields[1])
	if err != nil {
		return UltimatePosition{}, err
	}
	forced := strings.Index("123456789", fields[2]) // -1 is game.FreeChoice
	if fields[2] != "-" && (len(fields[2]) != 1 || forced < 0) {
		return UltimatePosition{}, fmt.Errorf("%w: %.8q is not a forced board: 1 to 9, or -", game.ErrNotation, fields[2])
	}
	p, err := parseMarks(fields[0], toMove)
	if err != nil {
		return UltimatePosition{}, err
	}
	p.forced = int8(forced)
	if err := p.contradiction(); err != nil {
		return UltimatePosition{}, err
	}
	return p, nil
}

// parseMarks returns the board with the given marks, and with its won and closed local boards.
func parseMarks(rows string, toMove game.Mark) (UltimatePosition, error) {
	p := StartUltimate().Beginning(toMove)
	count := map[game.Mark]int{}
	err := game.ParseRows(game.MaxSize, rows, func(s game.Square, m game.Mark) {
		board, cell := Split(s)
		p.marks[m-game.X][board] |= 1 << cell
		p.ply++
		count[m]++
	})
	if err != nil {
		return UltimatePosition{}, err
	}
	for board := range 9 {
		if err := p.judge(board); err != nil {
			return UltimatePosition{}, err
		}
	}
	return p, game.CheckTurn(count[game.X], count[game.O], toMove)
}

// judge sets whether a local board is won or full. It returns an error if no last move can have completed its lines.
func (p *UltimatePosition) judge(board int) error {
	x, o := p.marks[0][board], p.marks[1][board]
	if x|o == full {
		p.closed |= 1 << board
	}
	for side, lines := range [2]bool{hasRow[x], hasRow[o]} {
		if !lines {
			continue
		}
		if hasRow[p.marks[1-side][board]] || lastCells(p.marks[side][board]) == 0 {
			return fmt.Errorf("%w: no single move can have completed all lines on local board %d", game.ErrNotation, board+1)
		}
		p.won[side] |= 1 << board
		p.closed |= 1 << board
	}
	return nil
}

// lastCells returns those of a side's cells without any one of which it has no line there.
func lastCells(cells uint16) (last uint16) {
	for rest := cells; rest != 0; rest &= rest - 1 {
		cell := rest & -rest
		if !hasRow[cells&^cell] {
			last |= cell
		}
	}
	return last
}

// contradiction returns an error if no possible last move agrees with the forced board and the outcome of the game.
func (p UltimatePosition) contradiction() error {
	switch {
	case p.ply == 0 && p.forced == game.FreeChoice:
		return nil
	case p.ply == 0:
		return fmt.Errorf("%w: no board is forced before the first move", game.ErrNotation)
	case p.forced != game.FreeChoice && p.Outcome().Over:
		return fmt.Errorf("%w: no board is forced after the end of the game", game.ErrNotation)
	case p.forced != game.FreeChoice && !p.Open(int(p.forced)):
		return fmt.Errorf("%w: the forced board %d is closed", game.ErrNotation, p.forced+1)
	}
	for board := range 9 {
		if p.explained(board) {
			return nil
		}
	}
	return fmt.Errorf("%w: unreachable by a move of %s", game.ErrNotation, p.toMove.Opponent())
}

func (p UltimatePosition) explained(board int) bool {
	side := p.toMove.Opponent() - game.X
	before := p.won[side] &^ (1 << board)
	if hasRow[before] || hasRow[p.won[1-side]] || p.won[1-side]>>board&1 != 0 {
		return false // the game or this board was over before the last move
	}
	if p.Outcome().Over {
		return true // the last move ended the game by closing this board
	}
	for last := lastCells(p.marks[side][board]); last != 0; last &= last - 1 {
		if p.sentTo(bits.TrailingZeros16(last)) == p.forced {
			return true
		}
	}
	return false
}
