package match

import "noughts/game"

// SeriesLengths are the numbers of games that a series can have.
var SeriesLengths = []int{3, 5, 7}

// InSeries says whether the match is a game of a series: best of Options.BestOf.
func (m Match) InSeries() bool { return m.Options.BestOf > 0 }

// seriesMayPlay reports whether the two players can play a series: two persons, one of them
// possibly still unknown.
func (m Match) seriesMayPlay() bool {
	x, o := m.Players[0], m.Players[1]
	return !m.Hosted() && !x.IsComputer() && !o.IsComputer()
}

// SeriesGame returns the number of the game in its series, from 1; 0 outside any.
func (m Match) SeriesGame() int {
	if !m.InSeries() {
		return 0
	}
	return m.Before.games() + 1
}

// Standing returns how the two players of a match stand in their series: with this game, if
// it is over and counts.
func (m Match) Standing() HeadToHead {
	s := m.Before
	switch winner := m.Result.Winner; {
	case !m.Result.Counts():
	case winner == game.Empty:
		s.Draws++
	default:
		s.Wins[winner-game.X]++
	}
	return s
}

// SeriesResult returns whether the series of a match is over with it, and who has won it:
// whom the other cannot reach any more, as a win is one point and a draw half a point for
// each. After the last game nobody has if both have as many. A game that does not count ends
// its series, which nobody has won. So a series ends after Options.BestOf games at most.
func (m Match) SeriesResult() (winner game.Mark, over bool) {
	switch {
	case !m.InSeries() || m.Status != Over:
		return game.Empty, false
	case !m.Result.Counts():
		return game.Empty, true
	}
	return m.Standing().decides(m.Options.BestOf)
}

// decides reports whether the games of a series of so many have decided it, and for which seat.
func (s HeadToHead) decides(of int) (winner game.Mark, over bool) {
	left, lead := of-s.games(), s.Wins[0]-s.Wins[1]
	switch {
	case lead > left:
		return game.X, true
	case -lead > left:
		return game.O, true
	}
	return game.Empty, left <= 0
}

// games returns how many games a score is of.
func (s HeadToHead) games() int { return s.Wins[0] + s.Wins[1] + s.Draws }

// HalfPoints returns what each of the two has won, in half points: two for a win, and one
// for a draw.
func (s HeadToHead) HalfPoints() [2]int {
	return [2]int{2*s.Wins[0] + s.Draws, 2*s.Wins[1] + s.Draws}
}

// checkSeries checks what makes a match a game of a series.
func (m Match) checkSeries() error {
	if !m.InSeries() {
		if m.Before != (HeadToHead{}) {
			return invalid("it is of no series, and before it were %+v", m.Before)
		}
		return nil
	}
	_, over := m.Before.decides(m.Options.BestOf)
	switch {
	case over || min(m.Before.Wins[0], m.Before.Wins[1], m.Before.Draws) < 0:
		return invalid("of best of %d games those before it are %+v", m.Options.BestOf, m.Before)
	case m.Players[0].IsComputer() || m.Players[1].IsComputer() || !m.Hill.isZero():
		return invalid("a series cannot be played by %+v with %+v", m.Players, m.Hill)
	}
	return nil
}
