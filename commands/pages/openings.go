package pages

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"

	"noughts/game/profile"
	"noughts/game/rules"
	"noughts/render"
)

// openings is the custom id of a button that opens the page for the start of a game. For a later
// position the moves so far follow, such as /openings/e5-d4.
const openings = "/openings"

// pressOpenings shows the opening book's moves in the position after the moves in the custom id.
// The page for the start of a game also shows the user's results with their own first moves.
func pressOpenings(r *plan.Request) (plan.Plan, error) {
	position, moves := rules.StartUltimate(), game.Moves(nil)
	for _, name := range strings.FieldsFunc(r.Vars["moves"], func(c rune) bool { return c == '-' }) {
		s, err := game.ParseSquare(name)
		if err = cmp.Or(err, position.Check(s)); err != nil {
			return nil, plan.Refuse(texts.RefuseOldButton).Because(err)
		}
		position, moves = position.After(s), append(moves, s)
	}
	known, errProfile := r.Read.Profile(plan.ResultsOf{Member: r.User, Reader: r.User})
	m, errMember := r.Read.Member(r.User)
	if err := cmp.Or(errProfile, errMember); err != nil {
		return nil, err
	}
	style := card.StyleOf(m, r.Server)
	view := render.View{Position: position, NoPad: true, Tiles: r.Tiles}
	if len(moves) > 0 {
		view.Last, view.HasLast = moves[len(moves)-1], true
	}
	return r.Page(plan.Components(openingPage(r.Language, position, moves, known.Openings, view, style))), nil
}

// openingPage draws a position of the opening book: the book's moves, each with the result expected
// between equal players.
func openingPage(l *texts.Language, p rules.UltimatePosition, moves game.Moves, own []profile.Opening, view render.View, style render.Style) discordgo.MessageComponent {
	found, _ := ai.StandardBook().Moves(p)
	view.Heat = map[game.Square]float64{}
	path := func(moves game.Moves) string {
		return strings.TrimSuffix(openings+"/"+strings.ReplaceAll(moves.String(), " ", "-"), "/")
	}
	var lines []string
	var buttons []discordgo.MessageComponent
	for _, move := range found {
		view.Heat[move.Square] = move.Expected
		percent := texts.Ordinal(int(math.Round(100 * move.Expected)))
		lines = append(lines, l.Say("openings.move", "Mark", card.MarkEmoji(l, p.ToMove()), "Square", move.Square.String(), "Percent", percent))
		after := append(slices.Clone(moves), move.Square)
		buttons = append(buttons, discordgo.Button{CustomID: path(after), Label: move.Square.String(), Style: discordgo.PrimaryButton})
	}
	if len(found) == 0 {
		lines = append(lines, l.Say("openings.end"))
	}
	if own = slices.DeleteFunc(slices.Clone(own), func(o profile.Opening) bool { return o.Variant != game.Ultimate }); len(moves) == 0 && len(own) > 0 {
		lines = append(lines, card.Openings(l, own))
	}
	content := []discordgo.MessageComponent{
		card.Text(l.Say("openings.title")), card.Text(render.Fence(render.Board(view, style), style)), card.Text(strings.Join(lines, "\n")),
	}
	content = append(content, card.Rows(buttons)...)
	var back []discordgo.MessageComponent
	if len(moves) > 0 {
		back = append(back, discordgo.Button{CustomID: path(moves[:len(moves)-1]), Label: l.Say(texts.ButtonBack), Style: discordgo.SecondaryButton})
	}
	back = append(back, discordgo.Button{CustomID: LearnList, Label: l.Say("learn.button_list"), Style: discordgo.SecondaryButton})
	return card.Container(render.Accent(p.ToMove()), append(content, card.Row(back...))...)
}
