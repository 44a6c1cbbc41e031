package nrow

import (
	"noughts/game"
	"noughts/game/ai/engine"
)

// With fewer in a row than the board has columns a game is decided by threats. A mark that leaves its line
// one square short of complete must be answered on that square, so a side that makes such threats one after
// the other says what the opponent does, until one move makes two of them. A search that looks at nothing
// else sees very far: threat-space search, by Allis, van den Herik and Huntjens (Go-Moku and Threat-Space
// Search, 1993; Go-Moku Solved by New Search Techniques, 1994). Here it is asked at every position of the
// search. The moves that a side would have if the opponent passed also bound the possible answers: Thomsen's
// lambda search (Lambda-Search in Game Trees, 2000).

// NewInARow returns an engine for classic boards of a size where k in a row win, from
// game.LeastInARow to size-1. It searches and remembers as New's do.
func NewInARow(size, k, bits, threads int) *Engine {
	g := newGeometry(size, k, false)
	// An open line with one mark is worth 12 points, and each further mark makes it
	// worth three times as much.
	for marks, points := 1, value(12); marks < k; marks, points = marks+1, 3*points {
		g.judged[marks] = points
	}
	return newEngine(g, bits, threads)
}

// maxAssault is the number of moves that a search for a winning sequence of threats may try.
const maxAssault = 100

// An assault is a search for a sequence of threats that wins, and its result.
type assault struct {
	left    int // moves that may still be tried
	row     set // its squares: the threats, the answers, and what is completed at its end
	answers set // squares on which the opponent must answer
}

// decides reports whether threats decide games on the board, so that the search looks for them.
func (g *geometry) decides() bool { return g.length < g.size }

// attack looks for a winning sequence of threats by the side to move at a ply. It stores a win and its first
// move in the view.
func (w *worker) attack(ply int, seen *view) {
	w.assault = assault{left: maxAssault}
	if plies, first := w.force(ply); plies > 0 {
		seen.certain.low = max(seen.certain.low, engine.WinIn(ply+plies))
		seen.first = uint8(first)
	}
}

// defend looks for a sequence of threats with which the opponent would win if the side to move at a ply
// passed. Any move that does not interfere with the sequence loses. If the window asks for no more than that,
// only interfering moves stay useful in the view. It returns an upper bound for the other moves.
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
	// A move interferes on a square of the row, or if with it an answer makes a
	// threat, or it makes one itself.
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

// force returns the number of plies in which the side to move at a ply wins by threats alone, and the first
// threat. It returns 0 if it finds no such win. At the call, neither side may be able to complete a line with
// its next move, except the opponent after an answer.
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
		w.table.store(b.hash^keys.assault, 0, entry{move: noMove})
	}
	return 0, 0
}

// threats returns the squares with which the side to move threatens to complete a line and leaves the
// opponent no line to complete.
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

// gapsAfter returns the squares that complete a line through s after the side to move has played on s.
func (b *board) gapsAfter(g *geometry, s game.Square) (gaps set) {
	own, other := &b.count[b.side], &b.count[b.side^1]
	for _, line := range g.through[s] {
		if other[line] == 0 && int(own[line]) == g.length-2 {
			gaps = gaps.or(g.lines[line].not(b.marks[b.side]))
		}
	}
	return gaps.not(single(s))
}
