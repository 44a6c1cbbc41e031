package card

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// Describe draws a description in words of everything that a match's board shows, for a screen
// reader. The match must have begun.
func Describe(l *texts.Language, m match.Match) []discordgo.MessageComponent {
	d := &drawing{Record: match.Record{Match: m}, texts: l, position: m.Position(), heard: true}
	d.boardView.Keypad = d.numeric()
	lines := []string{d.heading()}
	if m.Status == match.Playing {
		lines = append(lines, d.turn(), d.fading())
	}
	lines = append(append(lines, d.lastMove(), d.helpUsed()), d.inWords()...)
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), Text(strings.Join(lines, "\n")))}
}

// asAlt returns the description of a picture of the board: the sentence `first`, then the last move, and then the marks
// on the board.
func (d *drawing) asAlt(first string) string {
	said := []string{first}
	if last := d.lastMove(); last != "" {
		said = append(said, d.texts.Sentence(last))
	}
	return d.texts.Sentences(append(said, d.inWords()...))
}

// inWords returns lines about the marks on the board. On a nested board there is a line for each local board. On any
// other board the first line has the squares of X and of O, and the second line the free squares.
func (d *drawing) inWords() (lines []string) {
	if p, ok := d.position.(game.Nested); ok {
		for board := range 9 {
			lines = append(lines, d.local(p, board))
		}
		return lines
	}
	var held [3][]string
	size := d.position.Variant().Size()
	going := d.going()
	for i := range size * size {
		s := game.At(i%size, i/size)
		name := s.String()
		if s == going {
			name = d.texts.Say("board.goes_next", "Square", name)
		}
		held[d.position.At(s)] = append(held[d.position.At(s)], name)
	}
	marks := d.texts.Say("board.empty")
	if len(held[game.X])+len(held[game.O]) > 0 {
		marks = d.texts.Say("board.marks", "X", d.list(held[game.X]), "O", d.list(held[game.O]))
	}
	return []string{
		marks,
		d.texts.Say("board.free", "Text", d.list(held[game.Empty])),
	}
}

func (d *drawing) local(p game.Nested, board int) string {
	var said string
	switch outcome := p.Local(board); {
	case outcome.Drawn():
		said = d.texts.Say("local.drawn")
	case outcome.Over:
		said = d.texts.Say("local.won", "Mark", Letter(outcome.Winner))
	case p.Marks(game.X, board)|p.Marks(game.O, board) == 0:
		said = d.texts.Say("local.empty")
	default:
		said = d.texts.Say("board.marks", "X", d.list(d.cells(p, game.X, board)), "O", d.list(d.cells(p, game.O, board)))
	}
	return d.texts.Say("local", append(LocalBoard(d.texts, board), "Number", d.number(board), "Text", said)...)
}

func (d *drawing) cells(p game.Nested, side game.Mark, board int) []string {
	var numbers []string
	for cell := range 9 {
		if p.Marks(side, board)>>cell&1 != 0 {
			numbers = append(numbers, d.number(cell))
		}
	}
	return numbers
}

// list joins `words` with commas. If `words` is empty, it returns the text for "nothing".
func (d *drawing) list(words []string) string {
	if len(words) == 0 {
		return d.texts.Say("board.nothing")
	}
	return d.texts.Comma(words)
}
