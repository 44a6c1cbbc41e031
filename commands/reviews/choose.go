package reviews

import (
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/pages"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/game/transcript"
	"noughts/render"
)

const (
	// pastePath is the custom id of the button that opens the form for a pasted game, and of the form itself.
	pastePath  = "/review-paste"
	pasteField = "text"
	maxPaste   = 4000 // Discord's limit for a text field of a form, in characters
)

// Commands returns the commands that show reviews.
func (p Pages) Commands() []card.Declaration {
	return []card.Declaration{{
		Declaration: p.Declare.Slash("review", pages.Option(p.Declare)),
		Run:         p.run,
		Complete:    pages.Complete,
	}}
}

// run reviews the game that the option names or contains as text. Without the option it asks which game to review.
func (p Pages) run(r *plan.Request) (plan.Plan, error) {
	typed := strings.TrimSpace(r.Options.Text("game"))
	if typed == "" {
		return p.choose(r)
	}
	if strings.ContainsAny(typed, " \n") {
		return p.reviewText(r, typed)
	}
	rec, err := pages.ChooseGame(r)
	if err != nil {
		return nil, err
	}
	s, ask := ofMatch(r, rec)
	return p.overview(r, s, ask, r.Private), nil
}

func (p Pages) choose(r *plan.Request) (plan.Plan, error) {
	games, err := r.Read.FinishedMatches(match.Query{Member: r.User, Limit: card.MaxOptions})
	if err != nil {
		return nil, err
	}
	l := r.Language
	paste := card.Row(discordgo.Button{CustomID: pastePath, Label: l.Say("button.paste"), Style: discordgo.SecondaryButton})
	menu := card.GameMenu(l, card.ReviewMenu, "review.choose_game", games, r.User)
	if len(menu.Options) == 0 {
		none := card.Text(p.Clickable(l, l.Say("review.choose_none")))
		return r.Private(plan.Components(card.Container(render.Accent(game.Empty), none, paste))), nil
	}
	title := card.Text("### " + l.Say("review.choose"))
	return r.Private(plan.Components(card.Container(render.Accent(game.Empty), title, card.Row(menu), paste))), nil
}

func pressPaste(r *plan.Request) (plan.Plan, error) {
	l := r.Language
	return plan.Answer{As: plan.AsForm, Content: plan.Content{
		Text: l.Say("paste.again"),
		Form: &plan.Blank{Path: pastePath, Title: l.Say("paste.title"), Fields: []plan.Field{
			{Name: pasteField, Label: l.Say("paste.label"), Placeholder: l.Say("paste.example"), Longest: maxPaste},
		}},
	}}, nil
}

// reviewText reviews a game given as text. Errors: *plan.Refusal, which names the line and the word
// that cannot be read, if they are known.
func (p Pages) reviewText(r *plan.Request, text string) (plan.Plan, error) {
	read, err := transcript.Read([]byte(text))
	if err != nil {
		return nil, refuseText(r.Language, read, err)
	}
	if len(read.Moves) == 0 {
		return nil, plan.Refuse("refuse.paste_empty")
	}
	return p.overview(r, subject{reader: r.User}, plan.MakeReview{Game: read.Played(), Pasted: true}, r.Private), nil
}

// refuseText converts an error of package transcript to a refusal. `read` is what was read before the error.
func refuseText(l *texts.Language, read transcript.Sheet, err error) error {
	var wrong *transcript.Error
	switch {
	case !errors.As(err, &wrong) || wrong.Word == "":
		return plan.Refuse("refuse.paste").Because(err)
	case wrong.Move > 0:
		why := whyIllegal(l, read, wrong)
		return plan.RefuseTyped("refuse.paste_move", wrong.Word, "Move", texts.Ordinal(wrong.Move), "Text", why).Because(err)
	}
	return plan.RefuseTyped("refuse.paste_line", wrong.Word, "Row", texts.Ordinal(max(wrong.Line, 1))).Because(err)
}

// whyIllegal says why a move of a pasted game is illegal. `read` are the moves before it.
func whyIllegal(l *texts.Language, read transcript.Sheet, wrong *transcript.Error) string {
	g := read.Played()
	p, _ := rules.Replay(g.Start, g.Moves)
	s, _ := game.ParseSquare(wrong.Word)
	if errors.Is(wrong, game.ErrOwnSquare) || errors.Is(wrong, game.ErrOpponentSquare) {
		return l.Say("square.held", "Player", card.Letter(p.At(s)), "Square", s.String(), "Move", texts.Ordinal(game.Moves(g.Moves).LastOn(s)))
	}
	if refused := card.RefuseMove(l, p, s, wrong.Err); refused != nil {
		return refused.Sentence(l)
	}
	return l.Say("paste.over")
}
