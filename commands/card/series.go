package card

import (
	"strconv"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

func (d *drawing) seriesLine() string {
	points := d.Match.SeriesScore().HalfPoints()
	return d.texts.Say("series.game",
		"Number", texts.Ordinal(d.Match.SeriesGame()), "Games", texts.Ordinal(d.Match.Options.BestOf),
		"X", d.player(game.X), "XPoints", halves(points[0]), "O", d.player(game.O), "OPoints", halves(points[1]))
}

// seriesNote returns what the headline of a series' last game leaves out, unless the board shows it.
func (d *drawing) seriesNote() string {
	_, over := d.Match.SeriesResult()
	_, offBoard := endings[d.Match.Result.Reason]
	switch {
	case over && !d.Match.Result.Decided():
		return d.texts.Say("series.uncounted")
	case over && offBoard:
		return smallText(d.result())
	}
	return ""
}

// following returns the text about the next match of the series, or of the queue to play the winner:
// who goes first or is next, and until when the match can begin. It returns "" if no match follows.
func (d *drawing) following() string {
	switch _, over := d.Match.SeriesResult(); {
	case d.Match.Status != match.Over:
	case d.Match.Continued:
		return smallText(d.texts.Say("next.begun"))
	case d.Match.InSeries() && d.Match.GoesOn():
		return smallText(d.texts.Say("series.next", "Player", d.player(game.O), "When", Moment(d.Match.Deadline)))
	case d.Match.InSeries() && !over:
		return smallText(d.texts.Say("series.lapsed"))
	case d.Match.GoesOn():
		return d.texts.Say("hill.up", "ID", d.Match.Hill.Queue[0], "When", Moment(d.Match.Deadline))
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
