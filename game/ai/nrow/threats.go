package nrow

import (
	"noughts/game"
	"noughts/game/ai/engine"
)

// If lines are shorter than the board, threats decide the game. A move that leaves a line with one missing square is a
// threat: the opponent must reply on that square. So a side that makes one threat after another determines the replies
// of the opponent, until one move makes two threats. A search of threats only can see very far. It is called
// threat-space search (Allis, van den Herik and Huntjens: Go-Moku and Threat-Space Search, 1993; Go-Moku Solved by New
// Search Techniques, 1994).
//
// This engine runs a threat search at every position of the main search. A second threat search assumes that the side
// to move passes. Its result limits the useful replies (Thomsen: Lambda-Search in Game Trees, 2000).

const maxAssault = 100

// An assault is the state and the result of a threat search, which looks for a winning sequence of threats.
type assault struct {
	left    int // number of moves that may still be tried
	row     set // squares of the found sequence: threats, replies, and the squares that complete a line at its end
	answers set // squares where the opponent must reply
}

// decides reports whether the engine uses threat searches: on boards where a line is shorter than the board.
func (g *geometry) decides() bool { return g.length < g.size }

// attack stores in the view a winning sequence of threats by the side to move, if it finds one.
func (w *worker) attack(ply int, seen *view) {
	w.assault = assault{left: maxAssault}
	if plies, first := w.force(ply); plies > 0 {
		seen.certain.low = max(seen.certain.low, engine.WinIn(ply+plies))
		seen.first = uint8(first)
	}
}

// defend runs a threat search for the opponent, as if the side to move at a ply passed. If it finds a winning sequence
// of threats, each move that does not interfere with the sequence loses. defend removes these moves from the useful
// moves of the view if the window allows it, and returns an upper bound for their value.
func (w *worker) defend(ply int, asked window, seen *view) value {
	b, next := &w.boards[ply], &w.boards[ply+1]
	*next = *b
	next.side ^= 1
	next.hash ^= keys.side
	w.assault = assault{left: maxAssault}
	plies, _ := w.force(ply + 1)
	worst := engine.LossIn(ply + 1 + plies)
	if plies == 0 || asked.low < worst {
		return seen.certain.low
	}
	// A move interferes if it is on a square of the sequence, if it makes a threat, or if it lets
	// one of the replies make a threat.
	own, other := &b.count[b.side], &b.count[b.side^1]
	taken, relevant := b.marks[0].or(b.marks[1]), w.row
	for i, line := range w.lines {
		if other[i] == 0 && int(own[i])+line.and(w.answers).count() >= w.length-2 {
			relevant = relevant.or(line.not(taken))
		}
	}
	seen.useful = seen.useful.and(relevant)
	return worst
}

// force returns the number of plies that the side to move at a ply needs to win by threats alone, and the first threat.
// It returns 0 if it finds no such win. When force is called, the side to move must not be able to complete a line. The
// opponent may be able to, after its reply to a threat.
func (w *worker) force(ply int) (plies int, first game.Square) {
	b := &w.boards[ply]
	moves := b.threats(w.geometry)
	if moves.empty() {
		return 0, 0
	}
	for rest := moves; !rest.empty(); {
		s := rest.first()
		rest = rest.not(single(s))
		if gaps := b.gapsAfter(w.geometry, s); gaps.count() > 1 {
			w.row = w.row.or(gaps).or(single(s))
			return 3, s
		}
	}
	if _, failed := w.table.probe(b.hash^keys.assault, 0); failed {
		return 0, 0
	}
	for rest := moves; !rest.empty(); {
		if w.left--; w.left < 0 || !w.pace.Step() {
			return 0, 0
		}
		s := rest.first()
		rest = rest.not(single(s))
		answer := b.gapsAfter(w.geometry, s).first()
		next := &w.boards[ply+2]
		*next = *b
		next.play(w.geometry, s)
		next.play(w.geometry, answer)
		if plies, _ := w.force(ply + 2); plies > 0 {
			w.row = w.row.or(single(s)).or(single(answer))
			w.answers = w.answers.or(single(answer))
			return plies + 2, s
		}
	}
	if w.left >= 0 && !w.pace.Stopped() {
		w.table.store(b.hash^keys.assault, 0, entry{Move: noMove})
	}
	return 0, 0
}

// threats returns the moves that threaten to complete a line and leave the opponent no line to complete.
func (b *board) threats(g *geometry) (moves set) {
	own, other := &b.count[b.side], &b.count[b.side^1]
	taken := b.marks[0].or(b.marks[1])
	last, forced := uint8(g.length-1), set{}
	for i, line := range g.lines {
		switch {
		case other[i] == 0 && own[i] == last-1:
			moves = moves.or(line.not(taken))
		case own[i] == 0 && other[i] == last:
			forced = forced.or(line.not(taken))
		}
	}
	switch forced.count() {
	case 0:
		return moves
	case 1:
		return moves.and(forced)
	}
	return set{}
}

// gapsAfter returns the squares that complete a line through s, after a move of the side to move on s.
func (b *board) gapsAfter(g *geometry, s game.Square) (gaps set) {
	own, other := &b.count[b.side], &b.count[b.side^1]
	for _, line := range g.through[s] {
		if other[line] == 0 && int(own[line]) == g.length-2 {
			gaps = gaps.or(g.lines[line].not(b.marks[b.side]))
		}
	}
	return gaps.not(single(s))
}
