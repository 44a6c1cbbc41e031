package tournament

import (
	"cmp"
	"slices"

	"noughts/game"
)

// A Row is a row of the table. So that all are integers, points are halves and Sonneborn-Berger is in quarters.
type Row struct {
	Player          int // index in Tournament.Players
	Place           int // from 1; players whom no tie-break separates have the same place
	Points          int // in halves: 2 for a win, 1 for a draw
	Buchholz        int // in halves: the sum of the opponents' points
	SonnebornBerger int // in quarters: the points of beaten opponents, and half the points of opponents in drawn games
	Wins            int // games won on the board
}

// Table returns the current table, the best player first. A bye and a win without a game give a point, except byes in a
// round robin, where all players have the same number of byes. For both tie-breaks such a point counts as a win against
// an opponent with the player's own points. In an elimination every player who reaches the next round gets a point.
func (t Tournament) Table() []Row {
	states := t.states()
	rows := make([]Row, len(t.Players))
	for i, s := range states {
		rows[i] = Row{Player: i, Points: s.points, Wins: s.wins}
		for _, g := range s.games {
			points := s.points
			if g.opponent != Nobody {
				points = states[g.opponent].points
			}
			rows[i].Buchholz += points
			rows[i].SonnebornBerger += points * g.points
		}
	}
	slices.SortStableFunc(rows, compareRows)
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && compareRows(rows[i-1], rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}

func compareRows(a, b Row) int {
	return cmp.Or(
		cmp.Compare(b.Points, a.Points),
		cmp.Compare(b.Buchholz, a.Buchholz),
		cmp.Compare(b.SonnebornBerger, a.SonnebornBerger),
		cmp.Compare(b.Wins, a.Wins),
	)
}

type state struct {
	points   int // in halves
	wins     int
	byes     int
	free     int         // rounds won because the opponent was absent
	absences int         // rounds lost because the player was absent
	met      uint64      // bit set of the opponents that the player was paired with, even if there was no game
	games    []score     // the scores that count for the tie-breaks
	sides    []game.Mark // sides in the games played, the first game first
	floats   [2]float    // in the last round, and in the round before
}

// A score is the half points made against an opponent. The opponent is Nobody for a point without a game.
type score struct{ opponent, points int }

// A float records that a player met an opponent with fewer points (down) or more points (up). A
// point without a game is also a float down, as in FIDE's rules.
type float int8

const (
	down float = iota + 1
	up
)

func (s *state) balance() int {
	n := 0
	for _, side := range s.sides {
		if side == game.X {
			n++
		} else {
			n--
		}
	}
	return n
}

func (t Tournament) states() []state {
	states := make([]state, len(t.Players))
	for _, r := range t.Rounds {
		for i := range states {
			states[i].floats = [2]float{0, states[i].floats[0]}
		}
		before := make([]int, len(states))
		for i, s := range states {
			before[i] = s.points
		}
		for _, p := range r {
			t.count(p, states, before)
		}
	}
	return states
}

// count adds a pairing to the states of its players. `before` has the points of all players before the round.
func (t Tournament) count(p Pairing, states []state, before []int) {
	x := &states[p.X]
	if p.Outcome == Bye {
		x.byes++
		x.floats[0] = down
		if t.System != RoundRobin {
			x.take(score{Nobody, 2})
		}
		return
	}
	o := &states[p.O]
	x.met |= 1 << p.O
	o.met |= 1 << p.X
	if p.Drawn {
		x.sides, o.sides = append(x.sides, game.O), append(o.sides, game.X) // sides of the drawn first game
	}
	winner := t.winner(p)
	switch {
	case p.Outcome.isPlayed():
		switch d := before[p.X] - before[p.O]; {
		case d > 0:
			x.floats[0], o.floats[0] = down, up
		case d < 0:
			x.floats[0], o.floats[0] = up, down
		}
		x.sides, o.sides = append(x.sides, game.X), append(o.sides, game.O)
		points := 1
		switch winner {
		case p.X:
			points = 2
		case p.O:
			points = 0
		}
		x.take(score{p.O, points})
		o.take(score{p.X, 2 - points})
		switch p.Outcome {
		case XWon:
			x.wins++
		case OWon:
			o.wins++
		}
	case winner != Nobody:
		w := &states[winner]
		w.free++
		w.floats[0] = down
		w.take(score{Nobody, 2})
		states[p.X+p.O-winner].absences++
	case p.Outcome == BothAbsent:
		x.absences++
		o.absences++
	}
}

func (s *state) take(g score) {
	s.points += g.points
	s.games = append(s.games, g)
}

// winner returns Nobody if the pairing is open or drawn, or if both players were absent.
func (t Tournament) winner(p Pairing) int {
	switch p.Outcome {
	case XWon, OAbsent, Bye:
		return p.X
	case OWon, XAbsent:
		return p.O
	case Drawn:
		if t.System == Elimination {
			return p.O
		}
	}
	return Nobody
}
