package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// moderates reports whether the user manages the messages of the channel where a match in play is.
func moderates(r *plan.Request, rec match.Record) bool {
	return r.Place.Guild != "" && rec.Match.Status == match.Playing && rec.Mirror.Channel != r.Place.Channel && r.May.Has(discordgo.PermissionManageMessages)
}

// moderate returns the decision that ends the match without a result, once the moderator has confirmed it.
func moderate(agreed bool) plan.Decide {
	return func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := f.Ticked.Moderate(f.Now)
		switch {
		case err != nil:
			return plan.Decision{}, err
		case !moderates(r, rec):
			return plan.Decision{}, plan.Refuse("refuse.moderate")
		case !agreed:
			players := card.Players(r.Language, rec.Match)
			return ask(r, rec.Match, "moderate.sure", "moderate-yes", "button.moderate", discordgo.DangerButton,
				"Players", players), nil
		}
		return plan.Decision{Next: &next, Answer: confirm(r, "stop.done"), Log: func(l *texts.Language) plan.Content {
			return plan.Content{Text: l.Say("log.moderated", "ID", r.User, "Game", card.Game(l, rec.Match),
				"Players", card.Players(l, rec.Match), "Channel", rec.Place.Channel)}
		}}, nil
	}
}

// leftBehind returns the opponent of the user in a match in which nothing has happened for so long that the user may
// end it if the opponent has left the server. It returns "" for other matches.
func leftBehind(r *plan.Request, m match.Match, f plan.Facts) string {
	if _, err := m.EndLeft(r.User, f.Now); err != nil {
		return ""
	}
	return opponentOf(r.User, m.Players[:]...)
}

func pressEndLeft(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	m := f.Ticked
	if opponent := leftBehind(r, m, f); opponent == "" || !r.Read.HasLeft(opponent) {
		return plan.Decision{}, plan.Refuse("refuse.not_left")
	}
	next, err := m.EndLeft(r.User, f.Now)
	if err != nil {
		return plan.Decision{}, refuseStranger(r, rec, err)
	}
	return plan.Decision{Next: &next, Answer: confirm(r, "stop.done")}, nil
}
