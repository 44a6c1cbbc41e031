package card

import (
	"strings"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// maxListed is the largest flat board whose marks are listed square by
// square; on larger ones the list would be longer than the board.
const maxListed = 4

// heading returns the first lines: the result if there is one, the variant,
// and who plays which mark.
func (d *drawing) heading() string {
	if d.match.Status == match.Over {
		return joinLines("### "+d.result(), Game(d.texts, d.match)+": "+Players(d.texts, d.match), d.today(), d.saying())
	}
	return joinLines("### "+Game(d.texts, d.match), Players(d.texts, d.match), d.saying())
}

// description says in words what the board shows, for who hears it read.
func (d *drawing) description() string {
	if d.match.Status == match.Over {
		return small(strings.TrimSpace(d.texts.Count(texts.BoardFinal, len(d.match.Moves)) + " " + d.lastMove()))
	}
	if len(d.match.Moves) == 0 {
		return small(d.texts.Say(texts.BoardEmpty))
	}
	return small(d.lastMove() + " " + d.marks())
}

// lastMove says which the last move was.
func (d *drawing) lastMove() string {
	last, ok := d.match.Last()
	if !ok {
		return ""
	}
	return d.texts.Say(texts.BoardLast, "Mark", Letter(d.position.At(last)), "Square", last)
}

// marks says what stands on the board, or on its part that matters.
func (d *drawing) marks() string {
	if p, ok := d.position.(game.Nested); ok {
		return d.localMarks(p)
	}
	size := d.match.Options.Variant.Size()
	if size > maxListed {
		return d.counts()
	}
	held := d.held(size)
	return d.texts.Say(texts.BoardMarks, "X", d.list(held[game.X]), "O", d.list(held[game.O]))
}

// counts says how many squares each side holds.
func (d *drawing) counts() string {
	both := len(d.match.Moves)
	first := (both + 1) / 2
	if d.match.Begins == game.O {
		return d.texts.Say(texts.BoardCounts, "X", both-first, "O", first)
	}
	return d.texts.Say(texts.BoardCounts, "X", first, "O", both-first)
}

// held returns the squares of both sides on a flat board.
func (d *drawing) held(size int) (held [3][]string) {
	for row := range size {
		for col := range size {
			s := game.At(col, row)
			if mark := d.position.At(s); mark != game.Empty {
				held[mark] = append(held[mark], s.String())
			}
		}
	}
	return held
}

// localMarks says which local boards are won and what stands on the one that
// must be played.
func (d *drawing) localMarks(p game.Nested) string {
	var won [3][]string
	for board := range 9 {
		if mark := p.Local(board).Winner; mark != game.Empty {
			won[mark] = append(won[mark], LocalBoard(d.texts, board))
		}
	}
	said := d.texts.Say(texts.BoardLocals, "X", d.list(won[game.X]), "O", d.list(won[game.O]))
	if forced := p.Forced(); forced != game.FreeChoice {
		said += " " + d.inside(p, forced)
	}
	return said
}

// inside says what stands on a local board.
func (d *drawing) inside(p game.Nested, board int) string {
	name := LocalBoard(d.texts, board)
	if p.Marks(game.X, board)|p.Marks(game.O, board) == 0 {
		return d.texts.Say(texts.BoardInsideEmpty, "Board", name)
	}
	return d.texts.Say(texts.BoardInside, "Board", name,
		"X", d.list(cells(p, game.X, board)), "O", d.list(cells(p, game.O, board)))
}

// cells returns the numbers, from 1, of a side's cells on a local board.
func cells(p game.Nested, side game.Mark, board int) []string {
	var numbers []string
	for cell := range 9 {
		if p.Marks(side, board)>>cell&1 != 0 {
			numbers = append(numbers, string(rune('1'+cell)))
		}
	}
	return numbers
}

// list joins words with commas.
func (d *drawing) list(words []string) string {
	if len(words) == 0 {
		return d.texts.Say(texts.BoardNothing)
	}
	return strings.Join(words, ", ")
}

// status is the small text below the board: who is to move, where and why, the
// number of the move and the clock, and above it what a player has asked.
func (d *drawing) status() string {
	return d.asked() + small(d.turn(), d.texts.Say(texts.TurnMove, "N", len(d.match.Moves)+1), d.clock())
}

// asked says what waits for an answer, one line each.
func (d *drawing) asked() string {
	var lines string
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
	case d.shown.Focus() != nested.OnlyBoard():
		return d.texts.Say(texts.TurnChosen, "Player", player, "Board", LocalBoard(d.texts, d.view.Board-1))
	case !moved:
		return d.texts.Say(texts.TurnFirst, "Player", player)
	case nested.Forced() != game.FreeChoice:
		return d.texts.Say(texts.TurnForced, "Player", player, "Board", LocalBoard(d.texts, nested.Forced()))
	}
	_, sentTo := nested.Split(last)
	return d.texts.Say(texts.TurnFree, "Player", player, "Board", LocalBoard(d.texts, sentTo))
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
