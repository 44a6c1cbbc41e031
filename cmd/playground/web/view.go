package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"noughts/bot/discordtest"
)

// A view is who looks at what.
type view struct {
	server   *Server
	world    World
	member   Member
	channels []Channel // what the member sees
	channel  Channel
	client   Client
	locale   string // of the member's client
	panel    bool   // the wire is open

	files  map[string][]discordtest.File // that an act brings, by field
	picked []string                      // the names of files that the command line has
}

// noPage says why there is no page at an address.
type noPage string

func (n noPage) Error() string { return string(n) }

// view reads "as", "channel" and "panel" from the address; all may be missing.
func (s *Server) view(r *http.Request) (*view, error) {
	query := r.URL.Query()
	v := &view{server: s, world: s.world, member: people(s.world)[0], panel: s.panel != nil && query.Get("panel") == panelOpen}
	if slug := query.Get("as"); slug != "" {
		m, ok := find(people(s.world), func(m Member) bool { return m.Slug == slug })
		if !ok {
			return nil, noPage(fmt.Sprintf("Page not found: nobody here is called “%s”.", slug))
		}
		v.member = m
	}
	v.channels = s.world.Channels(v.member)
	v.channel = v.channels[0]
	if slug := query.Get("channel"); slug != "" {
		c, ok := find(v.channels, func(c Channel) bool { return c.Slug == slug })
		if !ok {
			return nil, noPage(fmt.Sprintf("Page not found: there's no channel “%s” here.", slug))
		}
		v.channel = c
	}
	v.client = s.world.Client(v.member, v.channel)
	v.locale = s.world.Locale(v.member)
	return v, nil
}

// find returns the first of all that is ok.
func find[T any](all []T, ok func(T) bool) (T, bool) {
	for _, x := range all {
		if ok(x) {
			return x, true
		}
	}
	var none T
	return none, false
}

// panelOpen is the value of "panel" in the address of a page with the wire.
const panelOpen = "wire"

// query returns the address part that leads to a member's view of a channel.
func query(m Member, channel string, panel bool) string {
	values := url.Values{"as": {m.Slug}, "channel": {channel}}
	if panel {
		values.Set("panel", panelOpen)
	}
	return "?" + values.Encode()
}

// Query keeps the view in the addresses of the page's forms.
func (v *view) Query() string { return query(v.member, v.channel.Slug, v.panel) }

// link returns the address of another channel in the same view.
func (v *view) link(c Channel) string { return "/" + query(v.member, c.Slug, v.panel) }

// linkAs returns the address of this channel as another member sees it, or of
// their first when they do not see it.
func (v *view) linkAs(m Member) string {
	theirs := v.world.Channels(m)
	c, ok := find(theirs, func(c Channel) bool { return c.ID == v.channel.ID })
	if !ok {
		c, ok = find(theirs, func(c Channel) bool { return c.Slug == v.channel.Slug })
	}
	if !ok {
		c = theirs[0]
	}
	return "/" + query(m, c.Slug, v.panel)
}

// here returns who takes part in the channel.
func (v *view) here() []Member {
	var here []Member
	for _, id := range v.channel.Members {
		if m, ok := member(v.world, id); ok {
			here = append(here, m)
		}
	}
	return here
}

// guild returns the guild of the channel; ok is false outside guilds.
func (v *view) guild() (Guild, bool) {
	return find(v.world.Guilds(), func(g Guild) bool { return g.ID == v.channel.Guild })
}

// initial is what an avatar shows.
func initial(name string) string {
	for _, r := range name {
		return strings.ToUpper(string(r))
	}
	return "?"
}
