package rest

import (
	"net/http"
	"net/url"
	"strings"
)

// A router maps paths of the API to handlers. The standard library's refuses overlapping patterns, and Discord
// has some: /channels/{channel}/messages/pins/{message} beside /channels/{channel}/messages/{message}/threads.
type router struct {
	root     pathNode
	notFound http.Handler
}

// A pathNode is a node in the tree of all patterns, by segment.
type pathNode struct {
	literal map[string]*pathNode
	any     *pathNode // for a segment in braces
	serves  *pathServer
}

// A pathServer is the handler of a pattern.
type pathServer struct {
	pattern string
	names   []string // of the segments in braces, in order
	handler http.Handler
}

// handle adds a pattern, such as "/channels/{channel}".
func (rt *router) handle(pattern string, h http.Handler) {
	at, s := &rt.root, pathServer{pattern: pattern, handler: h}
	for segment := range strings.SplitSeq(strings.TrimPrefix(pattern, "/"), "/") {
		name, named := strings.CutPrefix(segment, "{")
		if named {
			s.names = append(s.names, strings.TrimSuffix(name, "}"))
		}
		at = at.below(segment, named)
	}
	if at.serves != nil {
		panic("discordtest: two patterns of one path: " + at.serves.pattern + ", " + pattern) // a mistake of this package
	}
	at.serves = &s
}

// below returns the child for a segment and creates it if needed.
func (n *pathNode) below(segment string, named bool) *pathNode {
	if named {
		if n.any == nil {
			n.any = &pathNode{}
		}
		return n.any
	}
	if n.literal[segment] == nil {
		if n.literal == nil {
			n.literal = map[string]*pathNode{}
		}
		n.literal[segment] = &pathNode{}
	}
	return n.literal[segment]
}

// find returns the node of a path that has a handler, nil without one, and the values of the segments in
// braces. Literal segments take precedence.
func (n *pathNode) find(segments, values []string) (*pathNode, []string) {
	if len(segments) == 0 {
		if n.serves == nil {
			return nil, nil
		}
		return n, values
	}
	if next := n.literal[segments[0]]; next != nil {
		if found, all := next.find(segments[1:], values); found != nil {
			return found, all
		}
	}
	if n.any == nil || segments[0] == "" {
		return nil, nil
	}
	return n.any.find(segments[1:], append(values, segments[0]))
}

// ServeHTTP serves a request by the pattern of its path, which it records in the request.
func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Pattern = "" // of the server's own
	segments := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	for i, s := range segments {
		plain, err := url.PathUnescape(s)
		if err != nil {
			rt.notFound.ServeHTTP(w, r)
			return
		}
		segments[i] = plain
	}
	at, values := rt.root.find(segments, nil)
	if at == nil {
		rt.notFound.ServeHTTP(w, r)
		return
	}
	s := at.serves
	r.Pattern = s.pattern
	for i, name := range s.names {
		r.SetPathValue(name, values[i])
	}
	s.handler.ServeHTTP(w, r)
}
