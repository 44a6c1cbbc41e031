package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// button returns a button with a text for an action on the match.
func (d *card) button(action string, label texts.Key, style discordgo.ButtonStyle) discordgo.Button {
	return discordgo.Button{CustomID: d.id(action), Label: d.texts.Say(label), Style: style}
}

// controls returns the buttons below the pad: at most maxButtons.
func (d *card) controls() discordgo.ActionsRow {
	buttons := d.actions()
	if d.claimable() {
		buttons = append(buttons[:min(len(buttons), maxButtons-1)], d.claim())
	}
	return row(buttons...)
}

// actions returns the buttons for what the players can do. While a player waits for
// an answer, the answers take the place of the questions: a 5×5 board with its
// pad leaves room for five buttons and no more.
func (d *card) actions() []discordgo.MessageComponent {
	rules := d.button("rules", texts.ButtonRules, discordgo.SecondaryButton)
	resign := d.button("resign", texts.ButtonResign, discordgo.DangerButton)
	switch {
	case d.match.Status == match.Over:
		return []discordgo.MessageComponent{d.button("rematch", texts.ButtonRematch, discordgo.PrimaryButton), rules}
	case d.match.Watched():
		return []discordgo.MessageComponent{d.button("stop", texts.ButtonStop, discordgo.DangerButton), rules}
	case d.match.DrawOffer != game.Empty && d.match.TakebackAsk != game.Empty:
		return append(d.answers(), resign)
	case d.match.DrawOffer != game.Empty || d.match.TakebackAsk != game.Empty:
		return append(d.answers(), resign, rules)
	}
	return []discordgo.MessageComponent{
		d.button("draw", texts.ButtonDraw, discordgo.SecondaryButton),
		d.button("takeback", texts.ButtonTakeback, discordgo.SecondaryButton),
		resign, rules,
	}
}

// answers returns the buttons for what has been asked.
func (d *card) answers() []discordgo.MessageComponent {
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
