package rest

import (
	"net/http"
	"net/url"
	"strings"
)

// A router maps paths of the API to handlers. http.ServeMux does not work, because it refuses overlapping patterns,
// such as Discord's /channels/{channel}/messages/pins/{message} and /channels/{channel}/messages/{message}/threads.
type router struct {
	root     pathNode
	notFound http.Handler
}

// A pathNode is a node in the tree of all patterns. Each level of the tree is a path segment.
type pathNode struct {
	literal map[string]*pathNode
	any     *pathNode // the child for a parameter
	serves  *pathServer
}

// A pathServer is a pattern with its handler.
type pathServer struct {
	pattern string
	names   []string // the names of the parameters, in order
	handler http.Handler
}

// handle registers a handler for a pattern, such as "/channels/{channel}".
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
		panic("discordtest: two patterns of one path: " + at.serves.pattern + ", " + pattern) // a bug in this package
	}
	at.serves = &s
}

// below returns the child for a segment. It creates the child if needed.
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

// find returns the node for a path and the values of the path's parameters. The node is nil if no
// pattern matches. Literal segments take precedence over parameters.
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

// ServeHTTP serves a request with the handler of the matching pattern. It records the pattern in the request.
func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Pattern = "" // removes the pattern that the server's own mux has set
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
