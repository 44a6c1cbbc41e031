package uttt

import "math/bits"

// Parts of a move's sort key; the type experience adds another part. The moves with the highest keys are searched
// first. The method `list` subtracts keyFree, keyGift and keySuicide, and adds the other parts.
const (
	keyTable   = 1 << 23 // is the position's best move in the transposition table
	keyWin     = 1 << 19 // wins a local board
	keyBlock   = 1 << 18 // prevents the opponent from winning a local board
	keyFree    = 1 << 19 // gives the opponent a free choice
	keyGift    = 1 << 18 // sends the opponent where it can win a local board
	keySuicide = 1 << 22 // lets the opponent win the game at once
	keyKiller  = 1 << 17
	maxHistory = 1 << 14

	keyShift = 7 // the bits below the key hold the move
)

// A moveList has the moves of a position. Each entry has the sort key in the upper bits and the move in the lower bits.
type moveList struct {
	length int
	keyed  [squares + 1]int32
}

func (l *moveList) next(i int) move {
	best, at := l.keyed[i], i
	for j := i + 1; j < l.length; j++ {
		if k := l.keyed[j]; k > best {
			best, at = k, j
		}
	}
	l.keyed[i], l.keyed[at] = best, l.keyed[i]
	return move(best & 0x7f)
}

// An experience has what earlier parts of a search have shown about moves: the killer moves of each ply, and the scores
// of the history heuristic, by move and by the opponent's previous move.
type experience struct {
	killers [plies][2]move
	last    [plies]move // the move that led to a ply; undefined at the root
	history [2][128]int16
	replies [2][squares][128]int16 // scores of moves, by the opponent's previous move
}

func (e *experience) forget() {
	*e = experience{}
	for ply := range e.killers {
		e.killers[ply] = [2]move{noMove, noMove}
	}
}

// list fills `l` with the moves of the position at a ply. The move `first` gets the highest key.
func (w *worker) list(l *moveList, b *board, ply int, first move) {
	side := b.side & 1
	threats := b.threats.of(side ^ 1)
	gifts := threats &^ b.closed
	suicides := b.deadly()
	history, replies := &w.history[side], &w.replies[side][w.last[ply]]
	killers := w.killers[ply]
	n := 0
	for boards := b.playable; boards != 0; boards &= boards - 1 {
		i := uint8(bits.TrailingZeros16(boards))
		winning := b.winning(i)
		wins, blocks := winning.of(side), winning.of(side^1)
		for cells := b.empty(i); cells != 0; cells &= cells - 1 {
			cell := uint8(bits.TrailingZeros16(cells)) & 15
			m := i*9 + cell
			key := int32(history[m&127]) + int32(replies[m&127])
			key += int32(wins>>cell&1)*keyWin + int32(blocks>>cell&1)*keyBlock
			key -= int32(b.closed>>cell&1)*keyFree + int32(gifts>>cell&1)*keyGift + int32(suicides>>cell&1)*keySuicide
			if killers[0] == m || killers[1] == m {
				key += keyKiller
			}
			if m == first {
				key += keyTable
			}
			l.keyed[n] = key<<keyShift | int32(m)
			n++
		}
	}
	l.length = n
}

// reward records that the i-th move of a list caused a beta cutoff at a ply, and that the earlier moves did not.
func (w *worker) reward(b *board, ply, depth int, l *moveList, i int) {
	side := b.side & 1
	m := move(l.keyed[i] & 0x7f)
	if k := &w.killers[ply]; k[0] != m {
		k[0], k[1] = m, k[0]
	}
	history, replies := &w.history[side], &w.replies[side][w.last[ply]]
	bonus := int32(min(depth*depth, 400))
	add(&history[m&127], bonus)
	add(&replies[m&127], bonus)
	for _, keyed := range l.keyed[:i] {
		failed := move(keyed & 0x7f)
		add(&history[failed&127], -bonus)
		add(&replies[failed&127], -bonus)
	}
}

// add changes a score by `bonus`. The closer the score is to maxHistory, or to its negative, the less it changes.
func add(h *int16, bonus int32) {
	*h += int16(bonus - int32(*h)*max(bonus, -bonus)/maxHistory)
}
