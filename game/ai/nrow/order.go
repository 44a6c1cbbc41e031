package nrow

// A moveList holds the moves of a position with their sort keys.
type moveList struct {
	length int
	move   [squares]uint8
	key    [squares]int32
}

// add appends a move.
func (l *moveList) add(move uint8, key int32) {
	l.move[l.length], l.key[l.length] = move, key
	l.length++
}

// next moves the one with the highest key of the moves from i on to place i,
// and returns it.
func (l *moveList) next(i int) uint8 {
	best := i
	for j := i + 1; j < l.length; j++ {
		if l.key[j] > l.key[best] {
			best = j
		}
	}
	l.move[i], l.move[best] = l.move[best], l.move[i]
	l.key[i], l.key[best] = l.key[best], l.key[i]
	return l.move[i]
}

// The most that experience adds to a move's key.
const (
	maxHistory = 1 << 16
	keyKiller  = 1 << 18
)

// An experience remembers which moves have refuted positions.
type experience struct {
	killers [squares + 1][2]uint8
	history [2][squares]int32
}

func (e *experience) forget() {
	*e = experience{}
	for ply := range e.killers {
		e.killers[ply] = [2]uint8{noMove, noMove}
	}
}

// learned returns what speaks for a move of a side, 0 or 1, at a ply.
func (e *experience) learned(side uint8, ply int, move uint8) int32 {
	key := e.history[side][move]
	if k := &e.killers[ply]; k[0] == move || k[1] == move {
		key += keyKiller
	}
	return key
}

// reward remembers that the move at i of the list of a side, 0 or 1, refuted
// the position at a ply, and that those before it did not.
func (e *experience) reward(side uint8, ply, depth int, l *moveList, i int) {
	move := l.move[i]
	if k := &e.killers[ply]; k[0] != move {
		k[0], k[1] = move, k[0]
	}
	history := &e.history[side]
	bonus := int32(min(depth*depth, 400))
	history[move] += bonus - history[move]*bonus/maxHistory
	for _, failed := range l.move[:i] {
		history[failed] -= bonus + history[failed]*bonus/maxHistory
	}
}
