package card

import (
	"strings"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// heading returns the first lines of the message. For a match in progress they name the variant and the players with
// their marks. For a finished match they begin with the result. The function Live shows the text of the method
// `summary` instead if the match is over and its moves are still stored.
func (d *drawing) heading() string {
	if d.Match.Status == match.Over {
		of := OfPlayers(d.texts, d.game(), d.players())
		return JoinLines(d.headline(), of, d.startPosition(), d.scoreToday(), d.seriesNote(), d.stays(), d.saying())
	}
	return JoinLines("### "+d.game(), d.goal(), d.players(), d.startPosition(), d.saying())
}

// goal returns the text that says which rules differ, such as that a full line loses. It returns "" if a full line wins.
func (d *drawing) goal() string {
	goal := wordsOf(d.Match.Options.Variant).goal
	if goal == "" {
		return ""
	}
	said := d.texts.Say(goal)
	colon := strings.IndexAny(said, ":：") // before it stands the name of the variant, as in the choices of an option
	return smallText(strings.TrimSpace(strings.TrimLeft(said[max(colon, 0):], ":：")))
}

func (d *drawing) startPosition() string {
	if len(d.Match.Given) == 0 {
		return ""
	}
	return smallText(d.texts.Count("given.moves", len(d.Match.Given)))
}

// status returns the small text above the board. It has everything that a member needs at each move, also with a screen
// reader: the player to move, the squares that may be played, the last move, the number of the move, and the clock.
func (d *drawing) status() string {
	if d.Match.Status == match.Over {
		return smallText(d.texts.Count("board.final", d.Match.MovesMade()), d.lastMove())
	}
	var turn, number string
	if !d.Match.Watched() {
		turn = d.turn()
	}
	if moves := len(d.Match.Moves); moves > 0 {
		number = d.texts.Say("turn.move", "Move", texts.Ordinal(moves+1))
	}
	return smallText(turn, d.fading(), d.lastMove(), number, d.clock())
}

// fading returns the text about the mark that goes with the next move, "" for none. For a screen reader it also names the
// square whose mark has just gone.
func (d *drawing) fading() string {
	var said []string
	_, gone := render.Fading(d.position)
	if d.heard && gone != render.NoSquare {
		said = append(said, d.texts.Say("turn.gone", "Square", gone.String()))
	}
	if going := d.going(); going != render.NoSquare {
		said = append(said, d.texts.Say("turn.goes_next", "Square", going.String()))
	}
	return strings.Join(said, " · ")
}

// going returns the square whose mark the next move takes away, or NoSquare, also if the match is over.
func (d *drawing) going() game.Square {
	if d.Match.Status == match.Over {
		return render.NoSquare
	}
	going, _ := render.Fading(d.position)
	return going
}

// lastMove returns the text about the last move, "" before the first move. On a nested board, for a
// screen reader, the text also describes the place of the square.
func (d *drawing) lastMove() string {
	last, ok := d.Match.Last()
	if !ok || d.Match.Dropped > 0 {
		return ""
	}
	square := last.String()
	if nested, isNested := d.position.(game.Nested); isNested && d.heard {
		board, cell := nested.Split(last)
		square = SquareHint(d.texts, last, board, d.number(cell))
	}
	said := texts.Key("board.last")
	if d.Match.AsPlanned == len(d.Match.Moves) {
		said = "board.as_planned"
	}
	return d.texts.Say(said, "Mark", Letter(d.position.At(last)), "Square", square)
}

// pendingOffers returns one line for each open offer, each declined draw and each player on vacation.
func (d *drawing) pendingOffers() string {
	var lines []string
	for _, side := range []game.Mark{game.X, game.O} {
		if d.Match.DrawDeclined(side) {
			lines = append(lines, d.texts.Say("draw.declined", "Player", d.player(side.Opponent())))
		}
		if until := d.Match.AwayUntil(side); !until.IsZero() {
			lines = append(lines, d.texts.Say("board.away", "Player", d.player(side), "When", Date(until)))
		}
	}
	if side := d.Match.DrawOffer; side != game.Empty {
		lines = append(lines, d.texts.Say("draw.offered", "Player", d.player(side)))
	}
	if side := d.Match.TakebackAsk; side != game.Empty {
		lines = append(lines, d.texts.Say("takeback.asked", "Player", d.player(side)))
	}
	return JoinLines(lines...)
}

func (d *drawing) turn() string {
	player := d.player(d.position.ToMove())
	if d.Match.ToMove().IsComputer() {
		return d.texts.Say("turn.thinking", "Player", player)
	}
	nested, isNested := d.position.(game.Nested)
	last, moved := d.Match.Last()
	switch {
	case !isNested:
		return d.texts.Say("turn.anywhere", "Player", player)
	case !moved:
		return d.texts.Say("turn.first", "Player", player)
	}
	said := map[bool]texts.Key{false: "turn.forced", true: "turn.sent"}[d.Place.Explains]
	if nested.Forced() == game.FreeChoice {
		said = map[bool]texts.Key{false: "turn.free", true: "turn.sent_anywhere"}[d.Place.Explains]
	}
	_, sentTo := nested.Split(last)
	args := append(LocalBoard(d.texts, sentTo), LocalSquare(d.texts, sentTo)...)
	return d.texts.Say(said, append(args, "Player", player, "Square", last.String())...)
}

// clock returns the text about the time when a vote closes, a player's time runs out, or an abandoned match ends. It
// returns "" if there is no such time, or if the end of an abandoned match is not near yet.
func (d *drawing) clock() string {
	switch {
	case !d.Match.Stranded.IsZero() && d.Match.Options.Clock > 0:
		return d.texts.Say("turn.stranded")
	case d.Match.AwaitsVotes():
		return ""
	case d.Match.ClockRuns(), d.Match.VoteRuns():
		return d.texts.Say("turn.clock", "When", Moment(d.Match.Deadline))
	case d.Match.Warned && d.Match.LosesIdle() != game.Empty:
		return d.texts.Say("turn.loses", "Player", d.player(d.Match.LosesIdle()), "When", Moment(d.Match.Deadline))
	case d.Match.Warned:
		return d.texts.Say("turn.abandoned", "When", Moment(d.Match.Deadline))
	}
	return ""
}
