package card

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

// A lesson is a paragraph of the rules with the game that its board shows, as
// the moves from the start; none for a paragraph without a board.
type lesson struct {
	text  texts.Key
	moves string
}

// Rules returns the rules of a variant, with drawn boards.
func Rules(l *texts.Language, v game.Variant, tiles render.Tiles) []discordgo.MessageComponent {
	w, style := wordsOf(v), render.TileSet
	if v == game.Ultimate {
		style = render.Emoji // two boards of 81 tiles do not fit a message
	}
	content := []discordgo.MessageComponent{Text("### " + l.Say(w.title))}
	for _, lesson := range w.lessons {
		content = append(content, Text(l.Say(lesson.text)))
		if lesson.moves != "" {
			p, last := lesson.play(w.board)
			content = append(content, Text(render.Board(render.View{Position: p, Last: last, HasLast: true, Tiles: tiles}, style)))
		}
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), content...)}
}

// play returns the end of a lesson's game and its last move.
func (l lesson) play(v game.Variant) (game.Position, game.Square) {
	p, last := rules.Start(v, game.X), game.Square(0)
	for _, word := range strings.Fields(l.moves) {
		s, err := game.ParseSquare(word)
		if err != nil {
			panic(err) // the lessons are part of the source, and tested
		}
		if p, err = p.Play(s); err != nil {
			panic(err)
		}
		last = s
	}
	return p, last
}
