package card

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

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
