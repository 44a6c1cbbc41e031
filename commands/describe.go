package commands

import (
	"fmt"
	"strings"
	"time"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/ultimate"
)

// maxListed is the largest classic board whose marks are listed square by
// square; on larger ones the list would be longer than the board.
const maxListed = 4

// boardNames are the names of the local boards in reading order.
var boardNames = [9]texts.Key{
	texts.Board1, texts.Board2, texts.Board3, texts.Board4, texts.Board5,
	texts.Board6, texts.Board7, texts.Board8, texts.Board9,
}

// forcedBoard returns the local board that must be played, or
// ultimate.FreeChoice.
func forcedBoard(p game.Position) int {
	if u, ok := p.(ultimate.Position); ok {
		return u.Forced()
	}
	return ultimate.FreeChoice
}

// heading returns the first lines: the result if there is one, the variant,
// and who plays which mark.
func (d *card) heading() string {
	if d.match.Status == match.Over {
		return "### " + d.result() + "\n" + d.gameName() + ": " + d.players()
	}
	return "### " + d.gameName() + "\n" + d.players()
}

// description says in words what the board shows, for who hears it read.
func (d *card) description() string {
	if d.match.Status == match.Over {
		return small(strings.TrimSpace(d.texts.Count(texts.BoardFinal, len(d.match.Moves)) + " " + d.lastMove()))
	}
	if len(d.match.Moves) == 0 {
		return small(d.texts.Say(texts.BoardEmpty))
	}
	return small(d.lastMove() + " " + d.marks())
}

// lastMove says which the last move was.
func (d *card) lastMove() string {
	last, ok := d.match.Last()
	if !ok {
		return ""
	}
	return d.texts.Say(texts.BoardLast, "Mark", letter(d.position.At(last)), "Square", last)
}

// marks says what stands on the board, or on its part that matters.
func (d *card) marks() string {
	if u, ok := d.position.(ultimate.Position); ok {
		return d.localMarks(u)
	}
	size := d.match.Options.Variant.Size()
	if size > maxListed {
		return d.counts()
	}
	held := d.held(size)
	return d.texts.Say(texts.BoardMarks, "X", d.list(held[game.X]), "O", d.list(held[game.O]))
}

// counts says how many squares each side holds.
func (d *card) counts() string {
	both := len(d.match.Moves)
	first := (both + 1) / 2
	if d.match.Begins == game.O {
		return d.texts.Say(texts.BoardCounts, "X", both-first, "O", first)
	}
	return d.texts.Say(texts.BoardCounts, "X", first, "O", both-first)
}

// held returns the squares of both sides on a classic board.
func (d *card) held(size int) (held [3][]string) {
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
func (d *card) localMarks(u ultimate.Position) string {
	var won [3][]string
	for board := range 9 {
		if mark := u.Local(board).Winner; mark != game.Empty {
			won[mark] = append(won[mark], d.texts.Say(boardNames[board]))
		}
	}
	said := d.texts.Say(texts.BoardLocals, "X", d.list(won[game.X]), "O", d.list(won[game.O]))
	if forced := u.Forced(); forced != ultimate.FreeChoice {
		said += " " + d.inside(u, forced)
	}
	return said
}

// inside says what stands on a local board.
func (d *card) inside(u ultimate.Position, board int) string {
	name := d.texts.Say(boardNames[board])
	if u.Marks(game.X, board)|u.Marks(game.O, board) == 0 {
		return d.texts.Say(texts.BoardInsideEmpty, "Board", name)
	}
	return d.texts.Say(texts.BoardInside, "Board", name,
		"X", d.list(cells(u, game.X, board)), "O", d.list(cells(u, game.O, board)))
}

// cells returns the numbers, from 1, of a side's cells on a local board.
func cells(u ultimate.Position, side game.Mark, board int) []string {
	var numbers []string
	for cell := range 9 {
		if u.Marks(side, board)>>cell&1 != 0 {
			numbers = append(numbers, string(rune('1'+cell)))
		}
	}
	return numbers
}

// list joins words with commas.
func (d *card) list(words []string) string {
	if len(words) == 0 {
		return d.texts.Say(texts.BoardNothing)
	}
	return strings.Join(words, ", ")
}

// letter returns a mark as a letter, which is easier to hear than its emoji.
func letter(m game.Mark) string { return strings.ToUpper(m.String()) }

// status is the small text below the board: who is to move, where and why, the
// number of the move and the clock, and above it what a player has asked.
func (d *card) status() string {
	return d.asked() + small(d.turn(), d.texts.Say(texts.TurnMove, "N", len(d.match.Moves)+1), d.clock())
}

// asked says what waits for an answer, one line each.
func (d *card) asked() string {
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
func (d *card) turn() string {
	player := d.player(d.position.ToMove())
	if d.match.ToMove().IsComputer() {
		return d.texts.Say(texts.TurnThinking, "Player", player)
	}
	u, isUltimate := d.position.(ultimate.Position)
	last, moved := d.match.Last()
	switch {
	case !isUltimate:
		return d.texts.Say(texts.TurnAnywhere, "Player", player)
	case d.shown.Focus() != u.OnlyBoard():
		return d.texts.Say(texts.TurnChosen, "Player", player, "Board", d.texts.Say(boardNames[d.view.board-1]))
	case !moved:
		return d.texts.Say(texts.TurnFirst, "Player", player)
	case u.Forced() != ultimate.FreeChoice:
		return d.texts.Say(texts.TurnForced, "Player", player, "Board", d.texts.Say(boardNames[u.Forced()]))
	}
	_, sentTo := ultimate.Split(last)
	return d.texts.Say(texts.TurnFree, "Player", player, "Board", d.texts.Say(boardNames[sentTo]))
}

// clock says when the time runs out, "" without a clock.
func (d *card) clock() string {
	if d.match.Deadline.IsZero() {
		return ""
	}
	return d.texts.Say(texts.TurnClock, "When", moment(d.match.Deadline))
}

// moment returns a time as Discord shows it counting down in the reader's own
// language.
func moment(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }
