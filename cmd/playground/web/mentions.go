package web

import (
	"strings"
	"time"

	"noughts/bot/discordtest"
)

func (v *view) markup(now time.Time) Context {
	return Context{
		Now: now, Zone: time.Local, User: v.userPlace, Channel: v.channelPlace, Role: v.rolePlace, Link: v.linkPlace,
		CustomPicture: v.emojiPicture,
	}
}

func (v *view) userPlace(id discordtest.Snowflake) (Place, bool) {
	m, ok := v.world.member(id)
	if !ok {
		return Place{}, false
	}
	return Place{Name: m.User.Name()}, true
}

func (v *view) rolePlace(id discordtest.Snowflake) (Place, bool) {
	for _, g := range v.world.Guilds {
		if r, ok := find(g.Roles(), func(r *discordtest.Role) bool { return r.ID == id }); ok {
			return Place{Name: r.Name()}, true
		}
	}
	return Place{}, false
}

func (v *view) channelPlace(id discordtest.Snowflake) (Place, bool) {
	c, ok := find(v.channels, func(c Channel) bool { return c.ID == id })
	if !ok {
		return Place{}, false
	}
	return Place{Name: c.Name, URL: v.link(c)}, true
}

func (v *view) emojiPicture(id discordtest.Snowflake) (url string, ok bool) {
	_, _, ok = v.world.EmojiImage(id)
	return "/emojis/" + id + ".webp", ok
}

// privatePlace replaces the guild in links to direct and group messages.
const privatePlace = "@me"

func (v *view) linkPlace(url string) (Place, bool) {
	rest, ok := strings.CutPrefix(url, "https://discord.com/channels/")
	if !ok {
		return Place{}, false
	}
	guild, rest, _ := strings.Cut(rest, "/")
	id, message, hasMessage := strings.Cut(rest, "/")
	c, ok := find(v.channels, func(c Channel) bool { return c.ID == id })
	if !ok || guild != c.Guild && (c.Guild != "" || guild != privatePlace) {
		return Place{}, false
	}
	place := Place{Name: c.sign() + c.Name, URL: v.link(c)}
	if hasMessage {
		place.Name += " › 💬"
		place.URL += "#m-" + message
	}
	return place, true
}

func (c Channel) sign() string {
	switch c.Kind {
	case Direct:
		return "@"
	case Group:
		return ""
	case Text, Thread:
	}
	return "#"
}
