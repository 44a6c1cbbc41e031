package card

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// button returns a button with a text for an action on the match.
func (d *drawing) button(action string, label texts.Key, style discordgo.ButtonStyle) discordgo.Button {
	return Button(d.texts, d.match, action, label, style)
}

// controls returns the buttons below the pad: at most maxButtons. While a player waits
// for an answer, the answers take the place of the questions: a 5×5 board with its pad
// leaves room for five buttons and no more.
func (d *drawing) controls() discordgo.ActionsRow {
	rules := d.button("rules", texts.ButtonRules, discordgo.SecondaryButton)
	resign := d.button("resign", texts.ButtonResign, discordgo.DangerButton)
	answers := d.answers()
	var buttons []discordgo.MessageComponent
	switch {
	case d.match.Status == match.Over:
		buttons = append(d.ended(), rules)
	case d.match.Watched():
		buttons = []discordgo.MessageComponent{d.button("stop", texts.ButtonStop, discordgo.DangerButton), rules}
	case len(answers) == 4:
		buttons = append(answers, resign)
	case len(answers) > 0:
		buttons = append(answers, resign, rules)
	default:
		buttons = []discordgo.MessageComponent{
			d.button("draw", texts.ButtonDraw, discordgo.SecondaryButton),
			d.button("takeback", texts.ButtonTakeback, discordgo.SecondaryButton),
			resign, rules,
		}
	}
	// A message that the bot cannot edit shows no end that time brings by itself, and the
	// player who waits would look at a dead board: there is a button for it.
	if d.place.Away && d.match.ClockRuns() {
		claim := d.button("claim", texts.ButtonClaim, discordgo.SuccessButton)
		buttons = append(buttons[:min(len(buttons), maxButtons-1)], claim)
	}
	return Row(buttons...)
}

// answers returns the buttons for what has been asked.
func (d *drawing) answers() []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	if d.match.DrawOffer != game.Empty {
		buttons = append(buttons,
			d.button("draw-yes", texts.ButtonAcceptDraw, discordgo.SuccessButton),
			d.button("draw-no", texts.ButtonDeclineDraw, discordgo.SecondaryButton))
	}
	if d.match.TakebackAsk != game.Empty {
		buttons = append(buttons,
			d.button("takeback-yes", texts.ButtonAcceptTakeback, discordgo.SuccessButton),
			d.button("takeback-no", texts.ButtonDeclineTakeback, discordgo.SecondaryButton))
	}
	return buttons
}
