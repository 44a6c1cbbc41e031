package card

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

const (
	// manyRematches is how many rematches in a row show that a channel plays, so that others are offered the next game.
	manyRematches = 2
	// slowClock is the clock from which on a planned reply saves days.
	slowClock = 24 * time.Hour
)

func (d *drawing) button(action string, label texts.Key, style discordgo.ButtonStyle) discordgo.Button {
	return Button(d.texts, d.Match, action, label, style)
}

// controls returns the row of buttons below the pad (the buttons for squares), at most maxButtons. It has the buttons
// that members use most and, if there is room, the button More, which shows the others. There is no second row, because
// a message with a 5×5 board and its pad has no room for it.
func (d *drawing) controls() discordgo.ActionsRow {
	buttons := append(d.answers(), d.voteButtons()...)
	switch {
	case d.Match.Status == match.Over:
		buttons = append(buttons, d.endButtons()...)
	case d.Match.Hosted():
		buttons = append(buttons, d.button("stop", "button.stop", discordgo.SecondaryButton))
	}
	// The bot cannot edit this message by itself, so the message cannot show that the time has run
	// out. Instead, the waiting player gets a button that ends the match.
	if d.Place.Away && d.Match.ClockRuns() && d.Match.Player(d.position.ToMove().Opponent()).IsPerson() {
		buttons = append(buttons, d.button("claim", "button.claim", discordgo.SuccessButton))
	}
	if help := d.helpButtons(); len(buttons)+len(help) < maxButtons {
		buttons = append(buttons, help...)
	}
	if (len(d.Match.Hill.Queue) > 0 || d.Match.Rematches >= manyRematches) && Queues(d.Record) && len(buttons) < maxButtons-1 {
		buttons = append(buttons, d.button("queue", "button.queue", discordgo.SecondaryButton))
	}
	if d.Match.Options.Clock >= slowClock && d.Match.BetweenMembers() && d.Match.Status == match.Playing && len(buttons) < maxButtons-1 {
		buttons = append(buttons, d.button("reply", "button.reply", discordgo.SecondaryButton))
	}
	if len(buttons) < maxButtons {
		buttons = append(buttons, d.button("more", "button.more", discordgo.SecondaryButton))
	}
	return Row(buttons...)
}

func (d *drawing) answers() []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	if d.Match.DrawOffer != game.Empty {
		buttons = append(buttons,
			d.button("draw-yes", "button.accept", discordgo.SuccessButton),
			d.button("draw-no", "button.decline", discordgo.SecondaryButton))
	}
	if d.Match.TakebackAsk != game.Empty {
		buttons = append(buttons,
			d.button("takeback-yes", "button.accept_takeback", discordgo.SuccessButton),
			d.button("takeback-no", "button.decline_takeback", discordgo.SecondaryButton))
	}
	return buttons
}
