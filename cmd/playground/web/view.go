package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// A view is who looks at what.
type view struct {
	world   *World
	member  Member
	channel Channel
	client  Client
}

var errNoPage = errors.New("no such page")

// view reads "as" and "channel" from the address; both may be missing.
func (s *Server) view(r *http.Request) (*view, error) {
	v := &view{world: s.world, member: s.world.people()[0], channel: s.world.Channels[0]}
	query := r.URL.Query()
	if slug := query.Get("as"); slug != "" {
		m, ok := find(s.world.people(), func(m Member) bool { return m.Slug == slug })
		if !ok {
			return nil, fmt.Errorf("%w: nobody here is called %q", errNoPage, slug)
		}
		v.member = m
	}
	if name := query.Get("channel"); name != "" {
		c, ok := find(s.world.Channels, func(c Channel) bool { return c.Name == name })
		if !ok {
			return nil, fmt.Errorf("%w: there is no channel %q", errNoPage, name)
		}
		v.channel = c
	}
	v.client = s.world.Client(v.member, v.channel)
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

// query returns the address part that leads to a member's view of a channel.
func query(m Member, c Channel) string {
	return "?" + url.Values{"as": {m.Slug}, "channel": {c.Name}}.Encode()
}

// Query keeps the view in the addresses of the page's forms.
func (v *view) Query() string { return query(v.member, v.channel) }

// initial is what an avatar shows.
func initial(name string) string {
	for _, r := range name {
		return strings.ToUpper(string(r))
	}
	return "?"
}
