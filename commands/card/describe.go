package card

import (
	"strconv"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// heading returns the first lines: the result if there is one, the variant,
// and who plays which mark.
func (d *drawing) heading() string {
	if d.match.Status == match.Over {
		return joinLines("### "+d.result(), Game(d.texts, d.match)+": "+d.players(), d.today(), d.saying())
	}
	return joinLines("### "+Game(d.texts, d.match), d.players(), d.saying())
}

// status is the small text above the board, as much of it as who hears it read needs at
// each move: who is to move, where and why, the last move, the number of the move and
// the clock, and above it what a player has asked or answered.
func (d *drawing) status() string {
	if d.match.Status == match.Over {
		return small(d.texts.Count(texts.BoardFinal, len(d.match.Moves)), d.lastMove())
	}
	return d.asked() + small(d.turn(), d.lastMove(), d.texts.Say(texts.TurnMove, "Move", texts.Ordinal(len(d.match.Moves)+1)), d.clock())
}

// lastMove says which the last move was, "" before the first; to who hears it also where
// that is on a nested board.
func (d *drawing) lastMove() string {
	last, ok := d.match.Last()
	if !ok {
		return ""
	}
	square := last.String()
	if nested, isNested := d.position.(game.Nested); isNested && d.heard {
		board, cell := nested.Split(last)
		square = d.texts.Say(texts.SquareHint, "Square", square, "Board", LocalBoard(d.texts, board), "Number", strconv.Itoa(cell+1))
	}
	return d.texts.Say(texts.BoardLast, "Mark", Letter(d.position.At(last)), "Square", square)
}

// asked says what waits for an answer, and that a draw was declined, one line each.
func (d *drawing) asked() string {
	var lines string
	for _, side := range []game.Mark{game.X, game.O} {
		if d.match.DrawDeclined(side) {
			lines += d.texts.Say(texts.DrawDeclined, "Player", d.player(side.Opponent())) + "\n"
		}
	}
	if side := d.match.DrawOffer; side != game.Empty {
		lines += d.texts.Say(texts.DrawOffered, "Player", d.player(side)) + "\n"
	}
	if side := d.match.TakebackAsk; side != game.Empty {
		lines += d.texts.Say(texts.TakebackAsked, "Player", d.player(side)) + "\n"
	}
	return lines
}

// turn says who is to move and where.
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
	return d.texts.Say(said, "Player", player, "Square", last.String(), "Board", LocalBoard(d.texts, sentTo))
}

// clock says when the time runs out, or the match ends because nobody touches it;
// mostly neither is near, and it says "".
func (d *drawing) clock() string {
	switch {
	case d.match.ClockRuns():
		return d.texts.Say(texts.TurnClock, "When", Moment(d.match.Deadline))
	case d.match.Warned:
		return d.texts.Say(texts.TurnAbandoned, "When", Moment(d.match.Deadline))
	}
	return ""
}
