package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// pressPlay starts a game against the computer, or against the member chosen from a menu.
func pressPlay(r *plan.Request) (plan.Plan, error) {
	v, ok := card.Played(r.Vars["game"])
	opponent := ""
	if strings.HasSuffix(r.Path, "/friend") {
		chosen, err := r.ChosenIDs(1)
		if ok = ok && err == nil && len(chosen) == 1; ok {
			opponent = chosen[0]
		}
	}
	if !ok {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	return startAgainst(r, opponent, setup{options: match.Options{Variant: v}})
}

func pressFriend(r *plan.Request) (plan.Plan, error) {
	if r.Direct {
		return nil, plan.Refuse(texts.RefuseDirect)
	}
	l := r.Language
	menu := func(game string, placeholder texts.Key) discordgo.ActionsRow {
		return card.Row(discordgo.SelectMenu{
			MenuType: discordgo.UserSelectMenu, CustomID: "/play/" + game + "/friend", Placeholder: l.Say(placeholder),
		})
	}
	return r.Private(plan.Components(card.Text(l.Say("friend.who")), menu("classic", "friend.classic"), menu("ultimate", "friend.ultimate"))), nil
}

// pressOwn starts a new game for the user, of the same variant as the game on the pressed board. If that game is
// between two computers, the new game has the same levels. Otherwise the new game is against the computer.
func pressOwn(r *plan.Request, rec match.Record, _ plan.Facts) (plan.Decision, error) {
	m := rec.Match
	s := setup{options: match.Options{Variant: m.Options.Variant}, style: rec.Place.Style}
	if m.Watched() {
		begin, err := start(r, m.Players[0], m.Players[1], s)
		return plan.Decision{Begin: &begin}, err
	}
	begin, err := startAgainst(r, "", s)
	return plan.Decision{Begin: &begin}, err
}
