// Package puzzles implements the puzzles: the commands /puzzle and /daily with their boards and buttons, the results
// that members share, and the daily post in a server's channel.
//
// A button's custom id has the number of the attempt and the step when the button was drawn. If the stored attempt is
// at a later step, the press changes nothing, and the bot shows the current step.
package puzzles

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/puzzle"
)

// Pages makes the messages about puzzles.
type Pages struct {
	Declare card.Builder
	// Practice shows the position before a mistake that the user made in a match, and asks for a better move. `ply` is
	// the number of the mistake among the match's moves, from 1. If no move is clearly best there, Practice continues
	// with `skip`.
	Practice func(r *plan.Request, match string, ply int, skip plan.Handler) (plan.Plan, error)
}

// Commands returns the commands that show puzzles.
func (p Pages) Commands() []card.Declaration {
	date := p.Declare.Option(discordgo.ApplicationCommandOptionString, "date")
	return []card.Declaration{p.puzzleCommand(), {Declaration: p.Declare.Slash("daily", date), Run: openDaily}}
}

// Presses returns the routes of the buttons.
func (p Pages) Presses() []plan.Route {
	return slices.Concat([]plan.Route{
		{Pattern: "/puzzle/open", Handle: func(r *plan.Request) (plan.Plan, error) { return begin(r, puzzle.Wish{}), nil }},
		{Pattern: "/puzzle/mine", Handle: p.mine},
		{Pattern: "/puzzle/{number}/{step}/next", Handle: practice.pressed(p.pressNext)},
		{Pattern: "/daily/open", Handle: openDaily},
		{Pattern: "/daily/{number}/share", Handle: pressShare, Access: plan.Writes, Anew: true},
	}, practice.routes(), daily.routes())
}

func button(l *texts.Language, id string, label texts.Key, style discordgo.ButtonStyle) discordgo.Button {
	return discordgo.Button{CustomID: id, Label: l.Say(label), Style: style}
}
