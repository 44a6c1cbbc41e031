package nrow

import "noughts/game"

// On boards from 5×5 on, each line can get a pair of squares that no other line has. A side that replies to each mark
// on one square of a pair with a mark on the other square gets a mark on every line, and never loses. This is the
// pairing strategy of Hales and Jewett. The code below applies it to any position and the lines that are still open.

type pairing struct {
	*geometry
	free  set            // squares that can be assigned
	owner [squares]uint8 // 1 + the line that has the square, 0 for none
	tried [maxLines]bool
}

// holds reports whether a pairing strategy proves that a side cannot lose, even with the opponent to move. Each line
// without a mark of the side must get two empty squares that no other line gets. In misère there is no pairing
// strategy, and holds uses the proofs of lookMisere for the opponent.
func (g *geometry) holds(b *board, side uint8) bool {
	if g.misere {
		return b.lookMisere(g, 0).certain.high <= 0
	}
	p, needed := pairing{geometry: g}, 0
	taken := b.marks[0].or(b.marks[1])
	for i, line := range g.lines {
		p.free = p.free.or(line.not(taken))
		if b.count[side][i] == 0 {
			needed += 2
		}
	}
	if needed > p.free.count() {
		return false
	}
	for i := range g.lines {
		if b.count[side][i] == 0 && !p.givePair(uint8(i)) {
			return false
		}
	}
	return true
}

func (p *pairing) givePair(line uint8) bool {
	first := p.give(line)
	return first && p.give(line)
}

// give assigns one more square to a line. It reassigns squares of other lines if necessary, by Kuhn's augmenting paths.
func (p *pairing) give(line uint8) bool {
	p.tried = [maxLines]bool{}
	return p.augment(line)
}

func (p *pairing) augment(line uint8) bool {
	p.tried[line] = true
	for rest := p.lines[line].and(p.free); !rest.empty(); {
		s := rest.first()
		rest = rest.not(single(s))
		holder := p.owner[s]
		if holder == 0 || holder != line+1 && !p.tried[holder-1] && p.augment(holder-1) {
			p.owner[s] = line + 1
			return true
		}
	}
	return false
}

func (g *geometry) safe(b *board, s game.Square) bool {
	side, next := b.side, *b
	next.play(g, s)
	if g.misere && next.hasLine(g, side, s) {
		return false
	}
	return g.holds(&next, side)
}
