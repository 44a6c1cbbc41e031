// Package route finds what answers a path: one space of paths for everything that
// can be typed or pressed. A slash command's path is /name, a user command's
// /user/name, and a button's or menu's path is its custom id.
package route

import (
	"slices"
	"strings"
)

// A Table is patterns of paths, each with a value. A segment {name} of a pattern that is
// not its first matches any one segment of a path, board-{name} any that begins so. The
// zero Table is empty.
type Table[T any] struct {
	entries map[shape][]entry[T]
}

// A shape is what a path needs to match a pattern: the number of segments, the first segment, and
// the last, or "" for one with a name.
type shape struct {
	count       int
	first, last string
}

type entry[T any] struct {
	pattern  string
	segments []segment
	value    T
}

// A segment of a pattern is a text and perhaps a name, which matches any rest.
type segment struct{ text, name string }

// Vars are the segments of a path that its pattern has names for, by those names.
type Vars map[string]string

// Add adds a pattern, which begins with a slash. If two patterns match a path, one whose last
// segment has no name wins, else the one added first.
func (t *Table[T]) Add(pattern string, value T) {
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

// Find returns the value for a path, with what the path has for the names of its
// pattern, or false.
func (t *Table[T]) Find(path string) (value T, vars Vars, ok bool) {
	path, ok = strings.CutPrefix(path, "/")
	if !ok {
		return value, nil, false
	}
	parts := strings.Split(path, "/")
	vars = make(Vars)
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

// Patterns returns all patterns, sorted and each once.
func (t *Table[T]) Patterns() []string {
	var all []string
	for _, entries := range t.entries {
		for _, e := range entries {
			all = append(all, e.pattern)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
