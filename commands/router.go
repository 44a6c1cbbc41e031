package commands

import (
	"context"
	"slices"
	"strings"
)

// A handler answers one request. What it returns as an error is shown to the
// member as a private sentence, by Handle alone.
type handler func(ctx context.Context, r *request) (Reply, error)

// A route is a pattern of paths with its handler. A segment {name} of the
// pattern matches any one segment of a path, board-{name} any that begins so.
type route struct {
	kind     kind
	pattern  string
	segments []string
	handle   handler
}

// A router finds the route of a request: one space of paths for everything that
// can be typed or pressed. A slash command's path is /name, its autocomplete's
// /name as well under another kind, a user command's /user/name, and a button's
// or menu's path is its custom id.
type router struct {
	routes map[string][]route // by the first segment
}

// add adds a route. Where two patterns match, the one added first wins.
func (t *router) add(k kind, pattern string, handle handler) {
	segments := strings.Split(pattern, "/")[1:]
	if t.routes == nil {
		t.routes = make(map[string][]route)
	}
	first := segments[0]
	t.routes[first] = append(t.routes[first], route{k, pattern, segments, handle})
}

// find returns the route of a path and the segments that stand for its
// variables, or false.
func (t *router) find(k kind, path string) (route, []variable, bool) {
	if !strings.HasPrefix(path, "/") {
		return route{}, nil, false
	}
	segments := strings.Split(path[1:], "/")
	for _, candidate := range t.routes[segments[0]] {
		if candidate.kind != k {
			continue
		}
		if vars, ok := candidate.match(segments); ok {
			return candidate, vars, true
		}
	}
	return route{}, nil, false
}

// patterns returns those of all routes, sorted and each once.
func (t *router) patterns() []string {
	var all []string
	for _, routes := range t.routes {
		for _, r := range routes {
			all = append(all, r.pattern)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A variable is a segment of a path that a pattern has a name for.
type variable struct{ name, value string }

func (t *route) match(segments []string) ([]variable, bool) {
	if len(segments) != len(t.segments) {
		return nil, false
	}
	var vars []variable
	for i, want := range t.segments {
		before, name, isVariable := strings.Cut(want, "{")
		value, begins := strings.CutPrefix(segments[i], before)
		switch {
		case isVariable && begins:
			vars = append(vars, variable{strings.TrimSuffix(name, "}"), value})
		case want != segments[i]:
			return nil, false
		}
	}
	return vars, true
}
