// Package uttt searches Ultimate tic-tac-toe: principal-variation alpha-beta
// with iterative deepening and a transposition table, on a board of its own.
package uttt

import (
	"math/bits"

	"noughts/game"
	"noughts/game/ultimate"
)

// A move numbers the square it is made on: local board times nine plus cell.
type move = uint8

// squares is the number of squares, and of moves.
const squares = 81

const anyBoard = 9 // what forced is on a free choice

// A board is a position. It follows the rules of package ultimate, and is laid
// out for search: playing a move updates all that the search asks of it.
type board struct {
	hash   uint64
	marks  [2][9]set  // cells of X and of O on each local board
	hopes  [2][9]hope // of X and of O for each local board
	won    [2]set     // local boards that X and O have won
	can    [2]set     // local boards that X and O have won or still can
	closed set        // local boards won or full
	forced uint8      // local board that must be played, or anyBoard
	side   uint8      // to move: 0 for X, 1 for O
	left   uint8      // empty squares on open local boards
}

func fromPosition(p ultimate.Position) board {
	b := board{side: uint8(p.ToMove() - game.X), forced: anyBoard, left: squares - uint8(p.Ply())}
	if p.Forced() != ultimate.FreeChoice {
		b.forced = uint8(p.Forced())
	}
	b.hash = keys.forced[b.forced] ^ keys.side[b.side]
	for i := range uint8(9) {
		b.marks[0][i], b.marks[1][i] = p.Marks(game.X, int(i)), p.Marks(game.O, int(i))
		b.hash ^= b.squaresKey(i)
		b.judge(i)
	}
	return b
}

// play makes a legal move.
func (b *board) play(m move) {
	i, cell := split[m].board, split[m].cell
	b.marks[b.side][i] |= 1 << cell
	b.hash ^= keys.square[b.side][m] ^ keys.forced[b.forced] ^ keys.side[0] ^ keys.side[1]
	b.left--
	b.judge(i)
	b.forced = cell
	if b.closed>>cell&1 != 0 {
		b.forced = anyBoard
	}
	b.hash ^= keys.forced[b.forced]
	b.side ^= 1
}

// judge brings up to date what follows from the marks on a local board that was
// open before the last of them.
func (b *board) judge(i uint8) {
	x, o := b.marks[0][i], b.marks[1][i]
	h := &hopes[ternary[x]+2*ternary[o]]
	b.hopes[0][i], b.hopes[1][i] = h[0], h[1]
	bit := set(1) << i
	b.can[0] = b.can[0]&^bit | set(min(h[0], 1))<<i
	b.can[1] = b.can[1]&^bit | set(min(h[1], 1))<<i
	switch {
	case h[0] == wonHope:
		b.won[0] |= bit
		b.close(i, 0)
	case h[1] == wonHope:
		b.won[1] |= bit
		b.close(i, 1)
	case x|o == all:
		b.close(i, 2)
	}
}

// close closes a local board; result is the side that has won it, or 2. The
// hash forgets its squares: only the result matters from now on.
func (b *board) close(i uint8, result int) {
	b.closed |= 1 << i
	b.left -= 9 - uint8(bits.OnesCount16(b.marks[0][i]|b.marks[1][i]))
	b.hash ^= b.squaresKey(i) ^ keys.closed[result][i]
}

// playable returns the local boards on which the side to move may play.
func (b *board) playable() set {
	if b.forced == anyBoard {
		return all &^ b.closed
	}
	return 1 << b.forced
}

// empty returns the empty cells of a local board.
func (b *board) empty(i uint8) set { return all &^ (b.marks[0][i] | b.marks[1][i]) }

// over says whether the game has ended.
func (b *board) over() bool {
	return hasLine[b.won[0]] || hasLine[b.won[1]] || b.closed == all
}

// deciding returns the open local boards that would win the game for a side.
func (b *board) deciding(side uint8) set { return gaps[b.won[side]] &^ b.closed }

// winning returns the empty cells of a local board that win it for a side.
func (b *board) winning(side, i uint8) set { return gaps[b.marks[side][i]] & b.empty(i) }

// winsNow says whether the side to move can win the game with one move.
func (b *board) winsNow() bool {
	for boards := b.deciding(b.side) & b.playable(); boards != 0; boards &= boards - 1 {
		if b.winning(b.side, uint8(bits.TrailingZeros16(boards))) != 0 {
			return true
		}
	}
	return false
}

// canWin says whether a side can still win the game.
func (b *board) canWin(side uint8) bool { return hasLine[b.can[side]] }

// squareOf returns the square of a move, and moveOn the move on a square.
func squareOf(m move) game.Square { return ultimate.Join(int(m/9), int(m%9)) }

func moveOn(s game.Square) move {
	board, cell := ultimate.Split(s)
	return move(board*9 + cell)
}

type place struct{ board, cell uint8 }

// split holds the local board and the cell of each move.
var split = func() (places [squares]place) {
	for m := range places {
		places[m] = place{uint8(m / 9), uint8(m % 9)}
	}
	return places
}()
