package rules

import (
	"math/bits"
	"slices"

	"noughts/game"
)

// UltimateRules are the rules of Ultimate: nine local 3×3 boards in a 3×3 grid. A move sends the opponent to the local board
// in the place of the chosen cell; if that board is closed, the opponent may choose any open board. A local board is closed
// when it is won by three in a row or full. Three local boards in a row win the game. The game is drawn when all local boards
// are closed and neither side has three in a row.
var UltimateRules = game.NewRules(
	[]game.Variant{game.Ultimate},
	func(game.Variant) UltimatePosition { return StartUltimate() },
	func(_ game.Variant, text string) (UltimatePosition, error) { return ParseUltimate(text) },
)

// An UltimatePosition is an Ultimate board with the side to move. It is an immutable value: it can be copied
// and compared, and Play returns a new one. The zero value is invalid. It implements game.Nested.
type UltimatePosition struct {
	marks  [2][9]uint16 // cells of X and of O on each local board, one bit per cell
	won    [2]uint16    // local boards won by X and by O, one bit per board
	closed uint16       // local boards won or full
	forced int8         // local board that must be played, or game.FreeChoice
	toMove game.Mark
	ply    uint8
}

// StartUltimate returns the empty board with X to move and a free choice.
func StartUltimate() UltimatePosition {
	return UltimatePosition{forced: game.FreeChoice, toMove: game.X}
}

// Beginning returns p with m to move. Use it on an empty board, to let O begin.
func (p UltimatePosition) Beginning(m game.Mark) UltimatePosition {
	p.toMove = m
	return p
}

// Variant returns game.Ultimate.
func (p UltimatePosition) Variant() game.Variant { return game.Ultimate }

// ToMove returns the side whose turn it is.
func (p UltimatePosition) ToMove() game.Mark { return p.toMove }

// Ply returns the number of moves made.
func (p UltimatePosition) Ply() int { return int(p.ply) }

// At returns the mark on a square.
func (p UltimatePosition) At(s game.Square) game.Mark {
	if !s.On(game.MaxSize) {
		return game.Empty
	}
	board, cell := Split(s)
	switch {
	case p.marks[0][board]>>cell&1 != 0:
		return game.X
	case p.marks[1][board]>>cell&1 != 0:
		return game.O
	}
	return game.Empty
}

// Split implements game.Nested with the function Split.
func (UltimatePosition) Split(s game.Square) (board, cell int) { return Split(s) }

// Join implements game.Nested with the function Join.
func (UltimatePosition) Join(board, cell int) game.Square { return Join(board, cell) }

func (p UltimatePosition) empty(board int) uint16 {
	return full &^ (p.marks[0][board] | p.marks[1][board])
}

// Local returns the outcome of a local board: a draw if it is full without a line.
func (p UltimatePosition) Local(board int) game.Outcome {
	switch {
	case p.won[0]>>board&1 != 0:
		return game.Won(game.X)
	case p.won[1]>>board&1 != 0:
		return game.Won(game.O)
	case !p.Open(board):
		return game.Draw
	}
	return game.Outcome{}
}

// Won returns the local boards that a side has won, one bit per board.
func (p UltimatePosition) Won(m game.Mark) uint16 { return p.won[m-game.X] }

// OpenBoards returns the local boards that are neither won nor full, one bit per board.
func (p UltimatePosition) OpenBoards() uint16 { return full &^ p.closed }

// Marks returns the cells of a local board with the mark m, one bit per cell in reading order.
func (p UltimatePosition) Marks(m game.Mark, board int) uint16 { return p.marks[m-game.X][board] }

// Outcome returns the side with three local boards in a row as the winner, else a draw if all are closed.
func (p UltimatePosition) Outcome() game.Outcome {
	switch {
	case hasRow[p.won[0]]:
		return game.Won(game.X)
	case hasRow[p.won[1]]:
		return game.Won(game.O)
	case p.closed == full:
		return game.Draw
	}
	return game.Outcome{}
}

// Moves returns the legal moves in reading order over the whole grid, none after the end.
func (p UltimatePosition) Moves() []game.Square {
	boards, count := p.playable(), 0
	for rest := boards; rest != 0; rest &= rest - 1 {
		count += bits.OnesCount16(p.empty(bits.TrailingZeros16(rest)))
	}
	if count == 0 {
		return nil
	}
	moves := make([]game.Square, 0, count)
	for s, at := range places {
		if boards>>at.board&1 != 0 && p.empty(int(at.board))>>at.cell&1 != 0 {
			moves = append(moves, game.Square(s))
		}
	}
	return moves
}

// Check returns nil for a legal move, else the error Play would return.
func (p UltimatePosition) Check(s game.Square) error {
	if p.Outcome().Over {
		return game.ErrGameOver
	}
	if !s.On(game.MaxSize) {
		return game.ErrNotASquare
	}
	if err := game.Occupied(p.At(s), p.toMove); err != nil {
		return err
	}
	switch board, _ := Split(s); {
	case !p.Open(board):
		return game.ErrClosedBoard
	case !p.Playable(board):
		return game.ErrWrongBoard
	}
	return nil
}

// Play returns the position after a move, or the error of Check.
func (p UltimatePosition) Play(s game.Square) (game.Position, error) {
	if err := p.Check(s); err != nil {
		return nil, err
	}
	return p.After(s), nil
}

// After returns the position after a legal move, which it does not check.
func (p UltimatePosition) After(s game.Square) UltimatePosition {
	board, cell := Split(s)
	side := p.toMove - game.X
	p.marks[side][board] |= 1 << cell
	if hasRow[p.marks[side][board]] {
		p.won[side] |= 1 << board
		p.closed |= 1 << board
	} else if p.empty(board) == 0 {
		p.closed |= 1 << board
	}
	p.forced = game.FreeChoice
	if !p.Outcome().Over {
		p.forced = p.sentTo(cell)
	}
	p.toMove = p.toMove.Opponent()
	p.ply++
	return p
}

// sentTo returns the board to play after a move on a cell, or game.FreeChoice. The game must not be over.
func (p UltimatePosition) sentTo(cell int) int8 {
	if p.Open(cell) {
		return int8(cell)
	}
	return game.FreeChoice
}

// Forced returns the local board that must be played, 0 to 8 in reading order, or game.FreeChoice.
func (p UltimatePosition) Forced() int { return int(p.forced) }

// OnlyBoard returns the only local board with legal moves, or game.FreeChoice if there are several or none.
func (p UltimatePosition) OnlyBoard() int {
	open := full &^ p.closed
	switch {
	case p.Outcome().Over:
		return game.FreeChoice
	case p.forced == game.FreeChoice && bits.OnesCount16(open) == 1:
		return bits.TrailingZeros16(open)
	}
	return int(p.forced)
}

// Open reports whether a local board is neither won nor full.
func (p UltimatePosition) Open(board int) bool { return p.closed>>board&1 == 0 }

// Playable reports whether the side to move may play on a local board now.
func (p UltimatePosition) Playable(board int) bool { return p.playable()>>board&1 != 0 }

func (p UltimatePosition) playable() uint16 {
	switch {
	case p.Outcome().Over:
		return 0
	case p.forced != game.FreeChoice:
		return 1 << p.forced
	}
	return full &^ p.closed
}

// WinningBoards returns the local boards, in reading order, of the line or lines that the last move completed.
func (p UltimatePosition) WinningBoards() []int {
	var line uint16
	for _, won := range p.won {
		for _, row := range rows {
			if won&row == row {
				line |= row
			}
		}
	}
	var boards []int
	for ; line != 0; line &= line - 1 {
		boards = append(boards, bits.TrailingZeros16(line))
	}
	return boards
}

// WinningLine returns all squares of the local boards that won the game, in reading order, or nil if nobody has won.
func (p UltimatePosition) WinningLine() []game.Square {
	var line []game.Square
	boards := p.WinningBoards()
	for _, s := range squares[game.MaxSize] {
		if board, _ := Split(s); slices.Contains(boards, board) {
			line = append(line, s)
		}
	}
	return line
}

// String returns the position in notation, such as "9/9/9/4x4/9/9/9/9/9 o 2".
func (p UltimatePosition) String() string {
	forced := "-"
	if p.forced != game.FreeChoice {
		forced = string(rune('1' + p.forced))
	}
	return game.FormatRows(game.MaxSize, p.At) + " " + p.toMove.String() + " " + forced
}

const full = 1<<9 - 1

// rows are the eight lines of a 3×3 board, one bit per cell in reading order.
var rows = func() (table [8]uint16) {
	for i, line := range Lines(3) {
		for _, s := range line {
			table[i] |= 1 << (s.Row()*3 + s.Col())
		}
	}
	return table
}()

// hasRow[cells] reports whether a set of cells contains a line.
var hasRow = func() (table [512]bool) {
	for cells := range table {
		for _, row := range rows {
			if uint16(cells)&row == row {
				table[cells] = true
			}
		}
	}
	return table
}()

// HasLine reports whether a set of cells, or of local boards, one bit each, contains a line of a 3×3 board.
func HasLine(cells uint16) bool { return hasRow[cells&full] }

// Gaps returns the cells that complete a line of a 3×3 board together with the given cells, one bit per cell. The set
// can also hold local boards instead of cells. If the given cells already have a line, Gaps does not report that line.
func Gaps(cells uint16) (gaps uint16) {
	for _, row := range rows {
		if missing := row &^ cells; missing&(missing-1) == 0 {
			gaps |= missing
		}
	}
	return gaps
}

// places[s] is the local board and the cell of a square.
var places = func() (table [game.MaxSize * game.MaxSize]struct{ board, cell uint8 }) {
	for s := range table {
		col, row := game.Square(s).Col(), game.Square(s).Row()
		table[s].board = uint8(row/3*3 + col/3)
		table[s].cell = uint8(row%3*3 + col%3)
	}
	return table
}()

// Split returns the local board that a square lies on and its cell there, both from 0 to 8 in reading order.
func Split(s game.Square) (board, cell int) {
	return int(places[s].board), int(places[s].cell)
}

// Join returns the square of a cell on a local board, both from 0 to 8.
func Join(board, cell int) game.Square {
	return game.At(board%3*3+cell%3, board/3*3+cell/3)
}
