package nrow

import (
	"math/bits"

	"noughts/game"
	"noughts/game/ai/engine"
)

// In misère the side that completes a line loses. So each side avoids the squares that complete one
// of its lines, and loses when no other square is left.

// The static evaluation of a misère position.
const (
	judgedSpare = 150 // for each square that only the opponent must avoid
	judgedLine  = 10  // for each point of a line's worth (see geometry), if the line is open to one side
)

// lookMisere analyses a misère position that is `ply` plies below the root, as `look` does for classic.
func (b *board) lookMisere(g *geometry, ply int) (v view) {
	empty := g.all.not(b.marks[0].or(b.marks[1]))
	own, other := &b.count[b.side], &b.count[b.side^1]
	v.left, v.first = empty.count(), noMove
	last, moves := uint8(g.length-1), [2]int{(v.left + 1) / 2, v.left / 2}
	var avoided [2]set // squares that complete a line of the side to move, and of its opponent
	var danger [2]bool // whether each side may still be forced to complete a line
	for i, line := range g.lines {
		if other[i] == 0 {
			danger[0] = danger[0] || g.length-int(own[i]) <= moves[0]
			v.judged -= judgedLine * value(g.worth[own[i]])
			if own[i] == last {
				avoided[0] = avoided[0].or(line.and(empty))
			}
		}
		if own[i] == 0 {
			danger[1] = danger[1] || g.length-int(other[i]) <= moves[1]
			v.judged += judgedLine * value(g.worth[other[i]])
			if other[i] == last {
				avoided[1] = avoided[1].or(line.and(empty))
			}
		}
	}
	v.useful = empty.not(avoided[0])
	v.judged += judgedSpare * value(avoided[1].count()-avoided[0].count())
	switch v.useful.count() {
	case 0:
		if v.forced = empty; !empty.empty() {
			v.certain = exactly(engine.LossIn(ply + 1))
		}
		return v
	case 1:
		v.forced = v.useful
	}
	v.certain = window{engine.LossIn(ply + 3), engine.WinIn(ply + 2)}
	if !danger[0] {
		v.certain.low = 0
	}
	if !danger[1] || b.mirrored(g) {
		v.certain.high = 0
	}
	return v
}

// mirrored reports whether each mark outside the centre has a mark of the other side on the opposite square. Then the
// side that has just moved cannot lose. It replies to each move on the opposite square, so the opponent completes a
// line first. Lines through the centre get marks of both sides.
func (b *board) mirrored(g *geometry) bool {
	var centre set
	if g.size%2 == 1 {
		centre = single(game.At(g.size/2, g.size/2))
		if !b.marks[0].or(b.marks[1]).has(centre) {
			return false
		}
	}
	// The square opposite s is farthest-s. All squares are in the low half of a set.
	farthest := game.At(g.size-1, g.size-1)
	opposite := bits.Reverse64(b.marks[0].low&^centre.low) >> (63 - farthest)
	return opposite == b.marks[1].low&^centre.low
}
