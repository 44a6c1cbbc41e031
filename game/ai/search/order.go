package search

import "noughts/game"

// squares is the number of squares of the largest board, and so more than the
// number of any move and more than the plies of any game.
const squares = game.MaxSize * game.MaxSize

// A MoveList holds the moves of a position, each with the key by which they are
// ordered. Its moves are in the engine's own numbering.
type MoveList struct {
	Len  int
	move [squares]uint8
	key  [squares]int32
}

// Add appends a move.
func (l *MoveList) Add(move uint8, key int32) {
	l.move[l.Len], l.key[l.Len] = move, key
	l.Len++
}

// Moves returns the moves in their present order.
func (l *MoveList) Moves() []uint8 { return l.move[:l.Len] }

// Next moves the one with the highest key of the moves from i on to place i,
// and returns it.
func (l *MoveList) Next(i int) uint8 {
	best := i
	for j := i + 1; j < l.Len; j++ {
		if l.key[j] > l.key[best] {
			best = j
		}
	}
	l.move[i], l.move[best] = l.move[best], l.move[i]
	l.key[i], l.key[best] = l.key[best], l.key[i]
	return l.move[i]
}

// What experience adds to a move's key: no more than these.
const (
	MaxHistory = 1 << 16
	keyKiller  = 1 << 18
)

// Experience remembers which moves have refuted positions.
type Experience struct {
	killers [squares + 1][2]uint8
	history [2][squares]int32
}

// Forget forgets all.
func (e *Experience) Forget() {
	*e = Experience{}
	for ply := range e.killers {
		e.killers[ply] = [2]uint8{NoMove, NoMove}
	}
}

// Key returns what speaks for a move of a side, 0 or 1, at a ply.
func (e *Experience) Key(side uint8, ply int, move uint8) int32 {
	key := e.history[side][move]
	if k := &e.killers[ply]; k[0] == move || k[1] == move {
		key += keyKiller
	}
	return key
}

// Reward remembers that the move at i of the list of a side, 0 or 1, refuted
// the position at a ply, and that those before it did not.
func (e *Experience) Reward(side uint8, ply, depth int, l *MoveList, i int) {
	move := l.move[i]
	if k := &e.killers[ply]; k[0] != move {
		k[0], k[1] = move, k[0]
	}
	history := &e.history[side]
	bonus := int32(min(depth*depth, 400))
	history[move] += bonus - history[move]*bonus/MaxHistory
	for _, failed := range l.move[:i] {
		history[failed] -= bonus + history[failed]*bonus/MaxHistory
	}
}
