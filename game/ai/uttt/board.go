// Package uttt searches Ultimate tic-tac-toe. It uses principal-variation alpha-beta with iterative
// deepening and a transposition table, on its own representation of the board.
package uttt

import (
	"context"
	"math/bits"

	"noughts/game"
	"noughts/game/rules"
)

// A move is the number of its square: the local board times nine plus the cell.
type move = uint8

const squares = 81

// A board is a position in a form for the search; it follows the rules of package ultimate. The method
// `play` updates all fields that the search reads. A board is small enough to copy for each move.
type board struct {
	key      uint64 // for hashing: the sum of all rows (see row), each multiplied by its board's random factor
	rows     [9]row // state of each local board
	occupied [9]set // cells with a mark
	won      [2]set // local boards that X and O have won
	can      pair   // local boards that X and O have won or can still win
	threats  pair   // open local boards that X and O can win with one mark
	closed   set    // local boards won or full
	playable set    // local boards on which the side to move may play
	side     uint8  // to move: 0 for X, 1 for O
	left     uint8  // empty squares on open local boards
}

// A pair holds a set for X in its lower half and a set for O in its upper half.
type pair uint32

func (p pair) of(side uint8) set { return set(p >> (side << 4)) }

// both has bit 0 set in each half. A set times `both` is the pair with that set for X and for O.
const both pair = 1<<16 | 1

func fromPosition(p rules.UltimatePosition) board {
	b := board{side: uint8(p.ToMove() - game.X), left: squares - uint8(p.Ply()), can: pair(all) * both}
	for i := range uint8(9) {
		x, o := p.Marks(game.X, int(i)), p.Marks(game.O, int(i))
		b.occupied[i] = x | o
		b.change(i, ternary[x]+2*ternary[o])
	}
	b.playable = all &^ b.closed
	if f := p.Forced(); f != game.FreeChoice {
		b.playable = 1 << f
	}
	return b
}

func (b *board) play(m move) {
	at := split[m]
	b.occupied[at.board] |= 1 << at.cell
	b.left--
	b.change(at.board, b.rows[at.board]+at.step[b.side&1])
	b.side ^= 1
	b.playable = 1 << at.cell
	if b.closed&b.playable != 0 {
		b.playable = all &^ b.closed
	}
}

// change replaces the row of an open local board, that is, the number of its state. It also updates all fields that
// depend on the row.
func (b *board) change(i uint8, now row) {
	f := facts[now]
	shift := i & 15
	b.can = b.can&^(both<<shift) | f.can()<<shift
	b.threats = b.threats&^(both<<shift) | f.threats()<<shift
	if f.closed() {
		b.left -= 9 - uint8(bits.OnesCount16(b.occupied[i]))
		b.closed |= 1 << shift
		w := f.won() << shift
		b.won[0] |= w.of(0)
		b.won[1] |= w.of(1)
		now = f.closedRow()
	}
	b.key += (uint64(now) - uint64(b.rows[i])) * keys.board[i]
	b.rows[i] = now
}

func (b *board) over() bool {
	return hasLine[b.won[0]&all] || hasLine[b.won[1]&all] || b.closed == all
}

// hash returns the hash of the position. Of a closed local board, only its owner matters, not its marks.
func (b *board) hash() uint64 {
	return b.key + keys.turn[b.side&1][b.forced()&15]
}

func (b *board) forced() uint8 {
	if b.playable&(b.playable-1) != 0 {
		return AnyBoard
	}
	return uint8(bits.TrailingZeros16(b.playable))
}

func (b *board) deciding(side uint8) set { return gaps[b.won[side&1]&all] &^ b.closed }

// deadly returns the local boards where the opponent, if sent there, can win the game with one move.
func (b *board) deadly() set { return b.deciding(b.side^1) & b.threats.of(b.side^1) }

func (b *board) winsNow() bool {
	return gaps[b.won[b.side&1]&all]&b.threats.of(b.side)&b.playable != 0
}

func (b *board) canWin(side uint8) bool { return hasLine[b.can.of(side)&all] }

// matters reports whether a local board is part of a line that a side can still complete.
func (b *board) matters(side, i uint8) bool { return through[i][b.can.of(side)&all] }

func (b *board) empty(i uint8) set { return all &^ b.occupied[i] }

func (b *board) winning(i uint8) pair { return facts[b.rows[i]].winning() }

func squareOf(m move) game.Square { return rules.Join(int(m/9), int(m%9)) }

func moveOn(s game.Square) move {
	board, cell := rules.Split(s)
	return move(board*9 + cell)
}

// A place has the local board and cell of a move, and the amounts that a mark of X and of O adds to the board's row.
type place struct {
	board, cell uint8
	step        [2]row
}

var split = func() (places [256]place) {
	for m := range squares {
		power := ternary[1<<(m%9)]
		places[m] = place{uint8(m / 9), uint8(m % 9), [2]row{power, 2 * power}}
	}
	return places
}()

// Perft returns the number of move sequences of exactly `depth` plies from p. A sequence that ends
// the game earlier does not count. Perft counts on the engine's own board, and does not play the last
// ply. It returns ctx's error if ctx ends early.
func Perft(ctx context.Context, p rules.UltimatePosition, depth int) (int64, error) {
	b := fromPosition(p)
	count := b.perft(ctx, depth)
	return count, ctx.Err()
}

func (b *board) perft(ctx context.Context, depth int) (count int64) {
	switch {
	case depth <= 0:
		return 1
	case b.over():
		return 0
	case depth > 4 && ctx.Err() != nil:
		return 0
	}
	for boards := b.playable; boards != 0; boards &= boards - 1 {
		i := uint8(bits.TrailingZeros16(boards))
		cells := b.empty(i)
		if depth == 1 {
			count += int64(bits.OnesCount16(cells))
			continue
		}
		for ; cells != 0; cells &= cells - 1 {
			next := *b
			next.play(i*9 + uint8(bits.TrailingZeros16(cells)))
			count += next.perft(ctx, depth-1)
		}
	}
	return count
}
