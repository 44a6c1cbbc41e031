package match

import "noughts/game"

// SeriesLengths are the possible lengths of a series.
var SeriesLengths = []int{3, 5, 7}

// InSeries reports whether the match is a game of a series: best of Options.BestOf.
func (m Match) InSeries() bool { return m.Options.BestOf > 0 }

// canPlaySeries reports whether the players can play a series: both are members, or one seat is still empty.
func (m Match) canPlaySeries() bool {
	x, o := m.Players[0], m.Players[1]
	return !m.Hosted() && !x.IsComputer() && !o.IsComputer()
}

// SeriesGame returns the number of the game in its series, from 1, or 0 outside a series.
func (m Match) SeriesGame() int {
	if !m.InSeries() {
		return 0
	}
	return m.Before.games() + 1
}

// Standing returns the score of the series, including this game if it is over and counts.
func (m Match) Standing() HeadToHead {
	s := m.Before
	switch winner := m.Result.Winner; {
	case !m.Result.Decided():
	case winner == game.Empty:
		s.Draws++
	default:
		s.Wins[winner-game.X]++
	}
	return s
}

// SeriesResult returns whether the series ended with this match, and its winner. A win is one point and a draw half a
// point. A player has won the series once the opponent cannot catch up. If both players are equal after the last game,
// nobody has won. A game that does not count also ends the series, without a winner.
func (m Match) SeriesResult() (winner game.Mark, over bool) {
	switch {
	case !m.InSeries() || m.Status != Over:
		return game.Empty, false
	case !m.Result.Decided():
		return game.Empty, true
	}
	return m.Standing().decides(m.Options.BestOf)
}

// decides reports whether the score s decides a series of `of` games. `winner` is Empty if it is drawn or still open.
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

func (s HeadToHead) games() int { return s.Wins[0] + s.Wins[1] + s.Draws }

// HalfPoints returns each player's half points: two for a win, one for a draw.
func (s HeadToHead) HalfPoints() [2]int {
	return [2]int{2*s.Wins[0] + s.Draws, 2*s.Wins[1] + s.Draws}
}

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
