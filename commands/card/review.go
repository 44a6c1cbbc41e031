package card

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// ReviewMenu is the custom id of the menu for choosing a match to review.
const ReviewMenu = "/review-choose"

// ReviewButton returns the button that opens a review of a game privately. `id` is the id of a match or, for
// a game that was pasted as text, its review's key (plan.Reviewed.Key).
func ReviewButton(l *texts.Language, id string) discordgo.Button {
	return discordgo.Button{CustomID: "/review/" + id, Label: l.Say("button.review"), Style: discordgo.SecondaryButton}
}
