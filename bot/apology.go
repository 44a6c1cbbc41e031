package bot

import "github.com/bwmarrin/discordgo"

// What a member is told when no handler could answer.
const (
	textBusy   = "I am very busy right now. Nothing was changed: please try again in a few seconds."
	textBroken = "Something went wrong on my side. Your games are safe: use /board to see yours as it stands."
)

// apology answers an interaction privately with a text, or an autocompletion
// with no choices.
func apology(i *discordgo.Interaction, text string) *discordgo.InteractionResponse {
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		return &discordgo.InteractionResponse{
			Type: discordgo.InteractionApplicationCommandAutocompleteResult,
			Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{}},
		}
	}
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{
			Content:         text,
			Flags:           discordgo.MessageFlagsEphemeral,
			AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
		},
	}
}
