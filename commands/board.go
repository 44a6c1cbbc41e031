package commands

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// showAgain shows the board of one of the user's games in a new message. In the old message, a link to the new one
// replaces the board. A game that cannot go on where it is goes on
// in the place of the request.
func showAgain(_ *plan.Request, id match.ID) plan.Plan {
	return plan.On{Match: id, Anywhere: true, Decide: func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		switch {
		case !rec.Match.TakesPart(r.User):
			return plan.Decision{}, match.ErrNotYours
		case !isHere(r, rec):
			if err := mayBring(r, id); err != nil {
				return plan.Decision{}, err
			}
			return bring(r, rec.Match, f)
		case !rec.Match.Stranded.IsZero():
			next := rec.Match.Resume(f.Now)
			return plan.Decision{Next: &next, Answer: r.ShowBoard(plan.Anew)}, nil
		}
		return plan.Decision{Answer: r.ShowBoard(plan.Anew)}, nil
	}}
}

func isHere(r *plan.Request, rec match.Record) bool {
	return rec.Place.Guild == r.Place.Guild && slices.Contains([]string{rec.Place.Channel, rec.Mirror.Channel}, r.Place.Channel)
}

// mayBring returns an error unless a game cannot go on where it is and its players can play here.
func mayBring(r *plan.Request, id match.ID) error {
	games, err := r.Read.Stranded()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(games, func(rec match.Record) bool { return rec.Match.ID == id })
	if i < 0 {
		return plan.Refuse("refuse.not_stranded")
	}
	if err := unlessDeleted(r, func() error { return mayPlay(r) }); err != nil {
		return err
	}
	m := games[i].Match
	opponent := opponentOf(r.User, m.Players[:]...)
	switch {
	case m.HasTeam():
		return plan.Refuse("refuse.no_game") // a team is a channel
	case m.Status == match.Challenge && r.Direct:
		return plan.Refuse(texts.RefuseDirect)
	case opponent != "" && (r.Place.Guild == "" || r.Place.Away || !r.Read.CanPlay(opponent)):
		return plan.Refuse("refuse.not_here", "ID", opponent)
	}
	return nil
}

// bring continues one of the user's games in the place of the request, and tells the opponent.
func bring(r *plan.Request, m match.Match, f plan.Facts) (plan.Decision, error) {
	if m.Status == match.Over {
		return plan.Decision{}, match.ErrOver
	}
	next := m.Resume(f.Now)
	board := r.ShowBoard(plan.Anew)
	board.View.Brought = true
	return plan.Decision{Next: &next, Here: true, Answer: board}, nil
}

func pressBring(r *plan.Request) (plan.Plan, error) {
	games, err := r.Read.Stranded()
	if err != nil {
		return nil, err
	}
	switch len(games) {
	case 0:
		return nil, plan.Refuse("refuse.not_stranded")
	case 1:
		return showAgain(r, games[0].Match.ID), nil
	}
	return pick(r, "board", games), nil
}

func bringButton(l *texts.Language) discordgo.Button {
	return discordgo.Button{CustomID: bringPath, Label: l.Say("button.bring"), Style: discordgo.PrimaryButton}
}

const bringPath = "/games/bring"

// refuseStranded is the refusal of a command because the user's games cannot go on where they are. It offers to bring
// one of them here.
func refuseStranded(r *plan.Request, games []match.Record) *plan.Refusal {
	refusal := plan.Refuse("refuse.stranded", "Game", card.Game(r.Language, games[0].Match))
	refusal.Button = bringButton(r.Language)
	return refusal
}
