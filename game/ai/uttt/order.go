package uttt

import (
	"math/bits"

	"noughts/game/ai/search"
)

// What speaks for and against a move before it is searched, besides experience.
const (
	keyTable   = 1 << 30 // the table's move
	keyWin     = 1 << 20 // wins a local board
	keyBlock   = 1 << 19 // keeps the opponent from winning one
	keyFree    = 1 << 20 // gives the opponent a free choice
	keyGift    = 1 << 19 // sends to where the opponent wins a local board
	keySuicide = 1 << 28 // lets the opponent win the game at once
)

// list fills l with the moves of the position at ply, the table's move foremost.
func (w *worker) list(l *search.MoveList, b *board, ply int, first move) {
	targets := b.targets()
	l.Len = 0
	for boards := b.playable(); boards != 0; boards &= boards - 1 {
		i := uint8(bits.TrailingZeros16(boards))
		wins, blocks := b.winning(b.side, i), b.winning(b.side^1, i)
		for cells := b.empty(i); cells != 0; cells &= cells - 1 {
			cell := uint8(bits.TrailingZeros16(cells))
			m := i*9 + cell
			key := targets[cell] + w.experience.Key(b.side, ply, m)
			key += int32(wins>>cell&1)*keyWin + int32(blocks>>cell&1)*keyBlock
			if m == first {
				key += keyTable
			}
			l.Add(m, key)
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
