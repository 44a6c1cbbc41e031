package card

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// ButtonReview labels the button that opens the review of a game.
const ButtonReview texts.Key = "button.review"

// ReviewMenu is the custom id of the menu that chooses a match to review.
const ReviewMenu = "/review-choose"

// ReviewButton opens the private review of a game: a match by its id, or another game by its key.
func ReviewButton(l *texts.Language, id string) discordgo.Button {
	return discordgo.Button{CustomID: "/review/" + id, Label: l.Say(ButtonReview), Style: discordgo.SecondaryButton}
}
