package plan

import (
	"slices"
	"strings"
)

// A Routes maps path patterns to values. After the first segment a pattern may have variables: the
// segment {name} matches any segment of a path, and board-{name} matches any segment with the
// prefix "board-". The zero Routes are empty.
type Routes[T any] struct {
	entries map[shape][]entry[T]
}

// A shape is the key under which Routes look up patterns. A path can match a pattern only if both have the same
// number of segments and the same first segment. The last segments must be equal too, unless the pattern has a variable
// there: then `last` is "".
type shape struct {
	count       int
	first, last string
}

type entry[T any] struct {
	pattern  string
	segments []segment
	value    T
}

// A segment of a pattern is a literal prefix followed by an optional variable, which matches the rest of the segment.
type segment struct{ text, name string }

// RouteVars holds the values of a pattern's variables by name.
type RouteVars map[string]string

// Add adds a pattern, which must begin with a slash. If several patterns match a path, a pattern
// whose last segment is literal wins; otherwise the pattern that was added first wins.
func (t *Routes[T]) Add(pattern string, value T) {
	e := entry[T]{pattern: pattern, value: value}
	for part := range strings.SplitSeq(pattern[1:], "/") {
		text, name, _ := strings.Cut(part, "{")
		e.segments = append(e.segments, segment{text, strings.TrimSuffix(name, "}")})
	}
	last := e.segments[len(e.segments)-1]
	s := shape{len(e.segments), e.segments[0].text, last.text}
	if last.name != "" {
		s.last = ""
	}
	if t.entries == nil {
		t.entries = make(map[shape][]entry[T])
	}
	t.entries[s] = append(t.entries[s], e)
}

// Find returns the value of the pattern that matches a path, and the pattern's variables. It
// returns false if no pattern matches.
func (t *Routes[T]) Find(path string) (value T, vars RouteVars, ok bool) {
	path, ok = strings.CutPrefix(path, "/")
	if !ok {
		return value, nil, false
	}
	parts := strings.Split(path, "/")
	vars = make(RouteVars)
	for _, last := range [...]string{parts[len(parts)-1], ""} {
	entries:
		for _, e := range t.entries[shape{len(parts), parts[0], last}] {
			clear(vars)
			for i, s := range e.segments {
				rest, begins := strings.CutPrefix(parts[i], s.text)
				switch {
				case !begins, s.name == "" && rest != "":
					continue entries
				case s.name != "":
					vars[s.name] = rest
				}
			}
			return e.value, vars, true
		}
	}
	return value, nil, false
}

// Patterns returns all patterns, sorted and without duplicates.
func (t *Routes[T]) Patterns() []string {
	var all []string
	for _, entries := range t.entries {
		for _, e := range entries {
			all = append(all, e.pattern)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
