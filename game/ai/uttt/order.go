package uttt

import "math/bits"

// What speaks for and against a move before it is searched.
const (
	keyTable   = 1 << 30 // the table's move
	keyWin     = 1 << 20 // wins a local board
	keyBlock   = 1 << 19 // keeps the opponent from winning one
	keyKiller  = 1 << 18 // was the answer elsewhere at this ply
	keyFree    = 1 << 20 // gives the opponent a free choice
	keyGift    = 1 << 19 // sends to where the opponent wins a local board
	keySuicide = 1 << 28 // lets the opponent win the game at once
	maxHistory = 1 << 16
)

// A moveList holds the moves of a node with the key by which they are ordered.
type moveList struct {
	n     int
	moves [squares]move
	keys  [squares]int32
}

// next moves the best of the moves from i on to place i and returns it.
func (l *moveList) next(i int) move {
	best := i
	for j := i + 1; j < l.n; j++ {
		if l.keys[j] > l.keys[best] {
			best = j
		}
	}
	l.moves[i], l.moves[best] = l.moves[best], l.moves[i]
	l.keys[i], l.keys[best] = l.keys[best], l.keys[i]
	return l.moves[i]
}

// list fills l with the moves of the node at ply, the table's move foremost.
func (w *worker) list(l *moveList, b *board, ply int, first move) {
	targets := b.targets()
	history, killers := &w.history[b.side], w.killers[ply]
	l.n = 0
	for boards := b.playable(); boards != 0; boards &= boards - 1 {
		i := uint8(bits.TrailingZeros16(boards))
		wins, blocks := b.winning(b.side, i), b.winning(b.side^1, i)
		for cells := b.empty(i); cells != 0; cells &= cells - 1 {
			cell := uint8(bits.TrailingZeros16(cells))
			m := i*9 + cell
			key := history[m] + targets[cell]
			key += int32(wins>>cell&1)*keyWin + int32(blocks>>cell&1)*keyBlock
			switch m {
			case first:
				key += keyTable
			case killers[0], killers[1]:
				key += keyKiller
			}
			l.moves[l.n], l.keys[l.n] = m, key
			l.n++
		}
	}
}

// targets returns what each cell's key owes to the local board that it sends
// the opponent to.
func (b *board) targets() (keys [9]int32) {
	opponent := b.side ^ 1
	deciding := b.deciding(opponent)
	for i := range uint8(9) {
		switch {
		case b.closed>>i&1 != 0:
			keys[i] = -keyFree
		case b.winning(opponent, i) == 0:
		case deciding>>i&1 != 0:
			keys[i] = -keySuicide
		default:
			keys[i] = -keyGift
		}
	}
	return keys
}

// reward remembers that the move at i refuted the position at a ply, and that
// those before it did not.
func (w *worker) reward(l *moveList, i, ply, depth int) {
	m := l.moves[i]
	if w.killers[ply][0] != m {
		w.killers[ply] = [2]move{m, w.killers[ply][0]}
	}
	history := &w.history[w.boards[ply].side]
	bonus := int32(min(depth*depth, 400))
	history[m] += bonus - history[m]*bonus/maxHistory
	for _, failed := range l.moves[:i] {
		history[failed] -= bonus + history[failed]*bonus/maxHistory
	}
}
