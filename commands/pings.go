package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

type pingsSwitch struct {
	path         string
	no           bool
	button, done texts.Key
}

var (
	pingsOff = pingsSwitch{"/pings/off", true, "pings.off", "pings.are_off"}
	pingsOn  = pingsSwitch{"/pings/on", false, "pings.on", "pings.are_on"}
)

// press switches the user's pings, and answers with a button that switches them back.
func (s pingsSwitch) press(r *plan.Request) (plan.Plan, error) {
	return plan.ChangeMember{
		Change: func(m *match.Member) { m.NoTurnPings, m.NoReminders = s.no, s.no },
		Show: func(match.Member) plan.Answer {
			other := pingsOff
			if s.no {
				other = pingsOn
			}
			return r.Private(plan.Components(card.Text(r.Language.Say(s.done)), card.Row(pingsButton(r.Language, other))))
		},
	}, nil
}

func pingsButton(l *texts.Language, s pingsSwitch) discordgo.Button {
	return discordgo.Button{CustomID: s.path, Label: l.Say(s.button), Style: discordgo.SecondaryButton}
}
