package card

import (
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/misere"
)

// heading returns the first lines: the result if there is one, the variant,
// and who plays which mark.
func (d *drawing) heading() string {
	if d.match.Status == match.Over {
		return joinLines("### "+d.result(), d.ofGame(), d.given(), d.today(), d.seriesResult(), d.stays(), d.saying())
	}
	return joinLines("### "+d.game(), d.goal(), d.players(), d.given(), d.saying())
}

// misereGoal is the option's name of misère.
const misereGoal texts.Key = "choice.misere"

// goal says that a full line loses, "" where it wins.
func (d *drawing) goal() string {
	if d.match.Options.Variant.Kind != misere.Variant(3).Kind {
		return ""
	}
	return small(d.texts.Say(misereGoal))
}

// givenMoves introduces a match that goes on from another game.
const givenMoves texts.Key = "given.moves"

// given describes the position that the match started from, "" for the usual start.
func (d *drawing) given() string {
	if len(d.match.Given) == 0 {
		return ""
	}
	return small(d.texts.Count(givenMoves, len(d.match.Given)))
}

// ofGame names the finished game and its players.
func (d *drawing) ofGame() string {
	if d.match.InSeries() {
		return d.seriesLine()
	}
	return OfPlayers(d.texts, d.game(), d.players())
}

// status is the small text above the board, for readers and for listeners at each move: whose turn
// it is, where and why, the last move, the number of the move and the clock.
func (d *drawing) status() string {
	if d.match.Status == match.Over {
		return small(d.texts.Count(texts.BoardFinal, d.match.MovesMade()), d.lastMove())
	}
	return small(d.turn(), d.lastMove(), d.texts.Say(texts.TurnMove, "Move", texts.Ordinal(len(d.match.Moves)+1)), d.clock())
}

// boardAsPlanned names a last move that was a planned reply.
const boardAsPlanned texts.Key = "board.as_planned"

// lastMove says which the last move was, "" before the first. In words for a screen reader it adds the place on
// a nested board.
func (d *drawing) lastMove() string {
	last, ok := d.match.Last()
	if !ok || d.match.Dropped > 0 {
		return ""
	}
	square := last.String()
	if nested, isNested := d.position.(game.Nested); isNested && d.heard {
		board, cell := nested.Split(last)
		square = SquareHint(d.texts, last, board, d.number(cell))
	}
	said := texts.BoardLast
	if d.match.AsPlanned == len(d.match.Moves) {
		said = boardAsPlanned
	}
	return d.texts.Say(said, "Mark", Letter(d.position.At(last)), "Square", square)
}

// boardAway says that a player is on vacation.
const boardAway texts.Key = "board.away"

// asked lists the offers that wait for an answer, and says that a draw was declined and who is on vacation, one line
// each.
func (d *drawing) asked() string {
	var lines []string
	for _, side := range []game.Mark{game.X, game.O} {
		if d.match.DrawDeclined(side) {
			lines = append(lines, d.texts.Say(texts.DrawDeclined, "Player", d.player(side.Opponent())))
		}
		if until := d.match.AwayUntil(side); !until.IsZero() {
			lines = append(lines, d.texts.Say(boardAway, "Player", d.player(side), "When", Date(until)))
		}
	}
	if side := d.match.DrawOffer; side != game.Empty {
		lines = append(lines, d.texts.Say(texts.DrawOffered, "Player", d.player(side)))
	}
	if side := d.match.TakebackAsk; side != game.Empty {
		lines = append(lines, d.texts.Say(texts.TakebackAsked, "Player", d.player(side)))
	}
	return joinLines(lines...)
}

// turn says whose turn it is and where.
func (d *drawing) turn() string {
	player := d.player(d.position.ToMove())
	if d.match.ToMove().IsComputer() {
		return d.texts.Say(texts.TurnThinking, "Player", player)
	}
	nested, isNested := d.position.(game.Nested)
	last, moved := d.match.Last()
	switch {
	case !isNested:
		return d.texts.Say(texts.TurnAnywhere, "Player", player)
	case !moved:
		return d.texts.Say(texts.TurnFirst, "Player", player)
	}
	said := texts.TurnForced
	switch free := nested.Forced() == game.FreeChoice; {
	case free && d.place.Explains:
		said = texts.TurnSentAnywhere
	case free:
		said = texts.TurnFree
	case d.place.Explains:
		said = texts.TurnSent
	}
	_, sentTo := nested.Split(last)
	args := append(LocalBoard(d.texts, sentTo), LocalSquare(d.texts, sentTo)...)
	return d.texts.Say(said, append(args, "Player", player, "Square", last.String())...)
}

// clock says when the time runs out, or when the match ends because nobody plays. It returns "" while neither
// is near.
func (d *drawing) clock() string {
	switch {
	case d.match.VoteRuns():
		return d.texts.Say(voteCloses, "When", Moment(d.match.Deadline))
	case d.match.ClockRuns():
		return d.texts.Say(texts.TurnClock, "When", Moment(d.match.Deadline))
	case d.match.Warned:
		return d.texts.Say(texts.TurnAbandoned, "When", Moment(d.match.Deadline))
	}
	return ""
}
