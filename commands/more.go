package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// pressMore opens the private page of the button More. It shows a player the offers and actions
// that are possible now, and shows explanations to any member.
func pressMore(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	m := f.Ticked
	l := r.Language
	button := func(action string, label texts.Key, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return card.Button(l, rec.Match, action, label, style)
	}
	said := ""
	var actions []discordgo.MessageComponent
	if m.Status == match.Playing && m.Side(r.User) != game.Empty {
		said, actions = playerActions(l, r, rec, m, f)
	}
	content := []discordgo.MessageComponent{card.Text("### " + card.Game(l, rec.Match) + said)}
	content = append(content, card.Rows(actions)...)
	if rec.Match.Status == match.Over {
		content = append(content, card.Rows(card.EndButtons(l, rec, rec.Match.TakesPart(r.User)))...)
	}
	about := []discordgo.MessageComponent{
		button("rules", "button.rules", discordgo.SecondaryButton),
		button("describe", "button.describe", discordgo.SecondaryButton),
	}
	if why, ok := card.WhyButton(l, rec.Match); ok && mayWhy(r, rec, rec.Match, card.WhyPly(rec.Match)) == nil {
		about = append(about, why)
	}
	if queue, can := queueButton(l, r.User, rec); can {
		about = append(about, queue)
	}
	content = append(content, card.Row(about...))
	var ends []discordgo.MessageComponent
	if opponent := leftBehind(r, m, f); opponent != "" && r.Read.HasLeft(opponent) {
		ends = append(ends, button("end-left", "button.end_left", discordgo.SuccessButton))
	}
	if moderates(r, rec) {
		ends = append(ends, button("moderate", "button.moderate", discordgo.DangerButton))
	}
	content = append(content, card.Rows(ends)...)
	return plan.Decision{Answer: r.Page(plan.Components(content...))}, nil
}

func playerActions(l *texts.Language, r *plan.Request, rec match.Record, m match.Match, f plan.Facts) (said string, actions []discordgo.MessageComponent) {
	button := func(action string, label texts.Key, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return card.Button(l, rec.Match, action, label, style)
	}
	switch _, err := offerDraw(m, r.User, f.Now); {
	case err == nil && m.DrawOffer == game.Empty: // if the opponent has offered a draw, the buttons to answer are on the board
		actions = append(actions, button("draw", "button.draw", discordgo.SecondaryButton))
	case err != nil:
		refusal := refusalOf(err)
		said = "\n" + refusal.Sentence(l)
	}
	if _, err := m.AskTakeback(r.User, f.Now); err == nil {
		actions = append(actions, button("takeback", "button.takeback", discordgo.SecondaryButton))
	}
	if _, err := m.DropPlanned(r.User, f.Now); err == nil {
		actions = append(actions, button("reply", "button.reply", discordgo.SecondaryButton))
	}
	if _, ok := m.PlannedBy(r.User); ok {
		said += "\n" + sayConditional(l, m)
		actions = append(actions, button("reply-drop", "button.reply_drop", discordgo.SecondaryButton))
	}
	if mayHint(r, rec, m) == nil {
		actions = append(actions, button("hint", "button.hint", discordgo.SecondaryButton))
	}
	if _, err := m.SetCoach(r.User, true, f.Now); err == nil && rec.Tournament == "" {
		action, label := "coach-on", texts.Key("button.coach_on")
		if m.Options.Coach {
			action, label = "coach-off", "button.coach_off"
		}
		actions = append(actions, button(action, label, discordgo.SecondaryButton))
	}
	return said, append(actions, button("resign", "button.resign", discordgo.DangerButton))
}

func pressDescribe(r *plan.Request, rec match.Record, _ plan.Facts) (plan.Decision, error) {
	if rec.Match.Begins == game.Empty {
		return plan.Decision{}, match.ErrNotStarted
	}
	if rec.Match.Dropped > 0 {
		return plan.Decision{}, plan.ErrDropped
	}
	return plan.Decision{Answer: r.Page(plan.Components(card.Describe(r.Language, rec.Match)...))}, nil
}

func sentence(r *plan.Request, key texts.Key, args ...string) plan.Answer {
	return r.Page(plan.Components(card.Text(r.Language.Say(key, args...))))
}

// confirm returns the answer after an action. A press on a private page is answered there with a
// sentence, any other request with the board.
func confirm(r *plan.Request, key texts.Key) plan.Answer {
	if !r.Message.Private {
		return r.ShowBoard(plan.InPlace)
	}
	return sentence(r, key)
}
