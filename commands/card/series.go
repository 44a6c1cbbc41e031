package card

import (
	"strconv"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

func (d *drawing) seriesTerms() string {
	if !d.match.InSeries() {
		return ""
	}
	return d.texts.Say("series.terms", "Games", texts.Ordinal(d.match.Options.BestOf))
}

func (d *drawing) seriesLine() string {
	key := texts.Key("series.game")
	if d.match.Status == match.Over {
		key = "series.game_over"
	}
	points := d.match.Standing().HalfPoints()
	return d.texts.Say(key, "Game", d.game(),
		"Number", texts.Ordinal(d.match.SeriesGame()), "Games", texts.Ordinal(d.match.Options.BestOf),
		"X", d.player(game.X), "XPoints", halves(points[0]), "O", d.player(game.O), "OPoints", halves(points[1]))
}

// seriesResult returns the text about the result of a series, "" while the series is not finished.
func (d *drawing) seriesResult() string {
	winner, over := d.match.SeriesResult()
	if !over {
		return ""
	}
	points := d.match.Standing().HalfPoints()
	switch {
	case winner != game.Empty:
		mine, other := points[winner-game.X], points[winner.Opponent()-game.X]
		return d.texts.Say("series.won", "Player", d.player(winner), "Points", halves(mine), "Other", halves(other))
	case d.match.Result.Decided():
		return d.texts.Say("series.drawn", "Points", halves(points[0]))
	}
	return d.texts.Say("series.uncounted")
}

// following returns the text about the next match of the series, or of the queue to play the winner:
// who goes first or is next, and until when the match can begin. It returns "" if no match follows.
func (d *drawing) following() string {
	switch _, over := d.match.SeriesResult(); {
	case d.match.Status != match.Over:
	case d.match.Continued:
		return smallText(d.texts.Say("next.begun"))
	case d.match.InSeries() && d.match.GoesOn():
		return smallText(d.texts.Say("series.next", "Player", d.player(game.O), "When", Moment(d.match.Deadline)))
	case d.match.InSeries() && !over:
		return smallText(d.texts.Say("series.lapsed"))
	case d.match.GoesOn():
		return d.texts.Say("hill.up", "ID", d.match.Hill.Queue[0], "When", Moment(d.match.Deadline))
	}
	return ""
}

// halves formats a number of half points, such as 1½.
func halves(n int) string {
	switch {
	case n%2 == 0:
		return strconv.Itoa(n / 2)
	case n == 1:
		return "½"
	}
	return strconv.Itoa(n/2) + "½"
}
