package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// Busy returns the private answer to an interaction for which the bot has no
// room.
func (c *Commands) Busy(i *discordgo.Interaction) Reply { return c.apology(i, texts.ApologyBusy) }

// Broken returns the private answer to an interaction that no handler could
// answer.
func (c *Commands) Broken(i *discordgo.Interaction) Reply { return c.apology(i, texts.ApologyBroken) }

// apology says a text in the member's language; to an autocompletion, which has
// no place for it, it offers nothing.
func (c *Commands) apology(i *discordgo.Interaction, key texts.Key) Reply {
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		return completions(nil)
	}
	return private(c.texts.In(string(i.Locale)).Say(key))
}
