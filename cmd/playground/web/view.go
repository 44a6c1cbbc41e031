package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"noughts/bot/discordtest"
)

type view struct {
	server   *Server
	world    *World
	member   Member
	channels []Channel // channels that the member sees
	channel  Channel
	client   Client
	locale   string // of the member's client
	panel    bool   // the wire panel is open
}

type noPage string

func (n noPage) Error() string { return string(n) }

// view reads the view from the request's address, whose parameters "as", "channel" and "panel" may be missing.
func (s *Server) view(r *http.Request) (*view, error) {
	query := r.URL.Query()
	v := &view{server: s, world: s.world, member: s.world.people()[0], panel: query.Get("panel") == panelOpen}
	if slug := query.Get("as"); slug != "" {
		m, ok := find(s.world.people(), func(m Member) bool { return m.Slug == slug })
		if !ok {
			return nil, noPage(fmt.Sprintf("Page not found: nobody here is called “%s”.", slug))
		}
		v.member = m
	}
	v.channels = s.world.channels(v.member)
	v.channel = v.channels[0]
	if slug := query.Get("channel"); slug != "" {
		c, ok := find(v.channels, func(c Channel) bool { return c.Slug == slug })
		if !ok {
			return nil, noPage(fmt.Sprintf("Page not found: there's no channel “%s” here.", slug))
		}
		v.channel = c
	}
	v.client = s.world.Client(v.member, v.channel)
	v.locale = v.member.User.Locale()
	return v, nil
}

func find[T any](all []T, ok func(T) bool) (T, bool) {
	for _, x := range all {
		if ok(x) {
			return x, true
		}
	}
	var none T
	return none, false
}

// panelOpen is the value of "panel" in the address of a page with an open panel.
const panelOpen = "wire"

func query(m Member, channel string, panel bool) string {
	values := url.Values{"as": {m.Slug}, "channel": {channel}}
	if panel {
		values.Set("panel", panelOpen)
	}
	return "?" + values.Encode()
}

// Query returns the view's query string, which the page's forms include in their addresses.
func (v *view) Query() string { return query(v.member, v.channel.Slug, v.panel) }

func (v *view) link(c Channel) string { return "/" + query(v.member, c.Slug, v.panel) }

// linkAs returns the address of this channel as another member sees it, or else of that member's channel with the same
// slug, as direct messages with the bot have, or else of the first channel.
func (v *view) linkAs(m Member) string {
	theirs := v.world.channels(m)
	c, ok := find(theirs, func(c Channel) bool { return c.ID == v.channel.ID })
	if !ok {
		c, ok = find(theirs, func(c Channel) bool { return c.Slug == v.channel.Slug })
	}
	if !ok {
		c = theirs[0]
	}
	return "/" + query(m, c.Slug, v.panel)
}

func (v *view) here() []Member {
	var here []Member
	for _, u := range v.channel.Real.Members() {
		if m, ok := v.world.member(u.ID); ok {
			here = append(here, m)
		}
	}
	return here
}

func (v *view) guild() *discordtest.Guild { return v.channel.Real.Guild }

func initial(name string) string {
	for _, r := range name {
		return strings.ToUpper(string(r))
	}
	return "?"
}
