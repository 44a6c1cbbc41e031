package commands

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

// rulesCommand declares /rules: the rules with drawn boards, privately.
func (c *Commands) rulesCommand() command {
	return command{
		declaration: c.slash(texts.CommandRules, texts.CommandRulesAbout, c.gameOption()),
		run: func(_ context.Context, r *request) (Reply, error) {
			v, err := readGame(r)
			if err != nil {
				return Reply{}, err
			}
			return explain(r, v), nil
		},
	}
}

// pressRules explains the rules of the match's variant.
func (c *Commands) pressRules(ctx context.Context, r *request) (Reply, error) {
	at, err := r.seen()
	if err != nil {
		return Reply{}, err
	}
	g, err := c.services.Matches.Find(ctx, at.id)
	if err != nil {
		return Reply{}, err
	}
	return explain(r, g.Match.Options.Variant), nil
}

// A lesson is a paragraph of the rules with the game that its board shows, as
// the moves from the start; none for a paragraph without a board.
type lesson struct {
	text  texts.Key
	moves string
}

var (
	classicLessons = []lesson{
		{texts.RulesClassicLines, "a1 b1 b2 c1 c3"},
		{texts.RulesClassicDraw, "a1 b1 c1 b2 a2 c2 b3 a3 c3"},
	}
	ultimateLessons = []lesson{
		{texts.RulesUltimateBoard, "d6"},
		{texts.RulesUltimateClosed, "b1 d1 c1 g1 a1"},
		{texts.RulesUltimateDraw, ""},
	}
)

// explain returns the rules of a variant.
func explain(r *request, v game.Variant) Reply {
	title, lessons, start := texts.RulesClassicTitle, classicLessons, game.Classic(3)
	if v == game.Ultimate {
		title, lessons, start = texts.RulesUltimateTitle, ultimateLessons, v
	}
	content := []discordgo.MessageComponent{text("### " + r.reader.Say(title))}
	for _, l := range lessons {
		content = append(content, text(r.reader.Say(l.text)))
		if l.moves != "" {
			content = append(content, text(l.board(start)))
		}
	}
	return privateCard(container(render.Accent(game.Empty), content...))
}

// board draws the game of a lesson.
func (l lesson) board(v game.Variant) string {
	p, last := l.play(v)
	return render.Board(render.View{Position: p, Last: last, HasLast: true}, render.Emoji)
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
