package commands

import (
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// What a message of Discord's can hold, in characters and choices.
const (
	maxContent = 2000
	maxChoices = 25
)

// private returns an answer that only the caller sees.
func private(content string) Reply {
	return Reply{Response: &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{
			Content:         shorten(content, maxContent),
			Flags:           discordgo.MessageFlagsEphemeral,
			AllowedMentions: pinging(),
		},
	}}
}

// privateCard returns an answer made of components that only the caller sees.
func privateCard(components ...discordgo.MessageComponent) Reply {
	reply := cardOf(discordgo.InteractionResponseChannelMessageWithSource, components)
	reply.Response.Data.Flags |= discordgo.MessageFlagsEphemeral
	return reply
}

// cardOf returns an answer made of components that pings the given members and
// nobody else.
func cardOf(t discordgo.InteractionResponseType, components []discordgo.MessageComponent, pinged ...string) Reply {
	return Reply{Response: &discordgo.InteractionResponse{
		Type: t,
		Data: &discordgo.InteractionResponseData{
			Components:      components,
			Flags:           discordgo.MessageFlagsIsComponentsV2,
			AllowedMentions: pinging(pinged...),
		},
	}}
}

// completions returns the answer to autocomplete.
func completions(choices []*discordgo.ApplicationCommandOptionChoice) Reply {
	return Reply{Response: &discordgo.InteractionResponse{
		Type: discordgo.InteractionApplicationCommandAutocompleteResult,
		Data: &discordgo.InteractionResponseData{Choices: choices[:min(len(choices), maxChoices)]},
	}}
}

// pinging allows mentions of the given members to ping, and no other: Discord's
// own default would ping every member that a message names.
func pinging(members ...string) *discordgo.MessageAllowedMentions {
	return &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}, Users: members}
}

// row returns an action row.
func row(components ...discordgo.MessageComponent) discordgo.ActionsRow {
	return discordgo.ActionsRow{Components: components}
}

// text returns a text display.
func text(content string) discordgo.TextDisplay { return discordgo.TextDisplay{Content: content} }

// container returns components in a box with a coloured edge.
func container(colour int, components ...discordgo.MessageComponent) discordgo.Container {
	return discordgo.Container{AccentColor: &colour, Components: components}
}

// shorten cuts a text to at most limit characters.
func shorten(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit-1]) + "…"
}
