package web

import (
	"strings"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/markup"
)

// markup returns what mentions and links mean to this view.
func (v *view) markup(now time.Time) markup.Context {
	return markup.Context{
		Now:     now,
		Zone:    time.Local,
		User:    v.userPlace,
		Channel: v.channelPlace,
		Link:    v.linkPlace,
	}
}

func (v *view) userPlace(id discordtest.Snowflake) (markup.Place, bool) {
	m, ok := v.world.member(id)
	if !ok {
		return markup.Place{}, false
	}
	return markup.Place{Name: m.User.Name}, true
}

func (v *view) channelPlace(id discordtest.Snowflake) (markup.Place, bool) {
	c, ok := find(v.world.Channels, func(c Channel) bool { return c.ID == id })
	if !ok {
		return markup.Place{}, false
	}
	return markup.Place{Name: c.Name, URL: "/" + query(v.member, c)}, true
}

// linkPlace recognises links to a channel or message of this guild.
func (v *view) linkPlace(url string) (markup.Place, bool) {
	rest, ok := strings.CutPrefix(url, "https://discord.com/channels/"+v.world.GuildID+"/")
	if !ok {
		return markup.Place{}, false
	}
	channel, message, hasMessage := strings.Cut(rest, "/")
	place, ok := v.channelPlace(channel)
	if !ok {
		return markup.Place{}, false
	}
	place.Name = "#" + place.Name
	if hasMessage {
		place.Name += " › 💬"
		place.URL += "#m-" + message
	}
	return place, true
}
