package card

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// Row returns an action row: components side by side.
func Row(components ...discordgo.MessageComponent) discordgo.ActionsRow {
	return discordgo.ActionsRow{Components: components}
}

// Text returns a text display, Discord's component for text.
func Text(content string) discordgo.TextDisplay { return discordgo.TextDisplay{Content: content} }

// Container returns components in a box with a coloured edge.
func Container(colour int, components ...discordgo.MessageComponent) discordgo.Container {
	return discordgo.Container{AccentColor: &colour, Components: components}
}

// maxAlt is Discord's limit for the description of a picture, in characters.
const maxAlt = 1024

// Picture shows an attached picture with its description.
func Picture(file, description string) discordgo.MediaGallery {
	description = plan.Shorten(description, maxAlt)
	return discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{
		{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + file}, Description: &description},
	}}
}

// Button returns a button for an action on the current version of a match.
func Button(l *texts.Language, m match.Match, action string, label texts.Key, style discordgo.ButtonStyle) discordgo.Button {
	return discordgo.Button{CustomID: BoardPath(m, action), Label: l.Say(label), Style: style}
}

// BoardPath returns the custom id of an action on the current version of a match.
func BoardPath(m match.Match, action string) string {
	return "/m/" + string(m.ID) + "/" + strconv.Itoa(m.Version) + "/" + action
}

// OperatorPages holds the addresses of the privacy policy and the terms of the bot's owner, "" for none.
type OperatorPages struct{ Privacy, Terms string }

// Links returns a link button for each page that exists.
func (p OperatorPages) Links(l *texts.Language) (links []discordgo.MessageComponent) {
	for _, page := range []struct {
		url   string
		label texts.Key
	}{{p.Privacy, "page.privacy"}, {p.Terms, "page.terms"}} {
		if page.url != "" {
			links = append(links, discordgo.Button{URL: page.url, Label: l.Say(page.label), Style: discordgo.LinkButton})
		}
	}
	return links
}
