// Package route maps paths to values. All commands, buttons and menus share one space of paths: a slash
// command's path is /name, a user command's /user/name, and a button's or menu's is its custom id.
package route

import (
	"slices"
	"strings"
)

// A Table maps patterns of paths to values. A segment {name} after the first matches any segment of a path,
// board-{name} any with that prefix. The zero Table is empty.
type Table[T any] struct {
	entries map[shape][]entry[T]
}

// A shape is what all paths of a pattern share: the number of segments, the first segment, and the last; "" if
// the last has a name.
type shape struct {
	count       int
	first, last string
}

type entry[T any] struct {
	pattern  string
	segments []segment
	value    T
}

// A segment of a pattern is a text, and perhaps a name that matches any rest.
type segment struct{ text, name string }

// Vars are the named segments of a path.
type Vars map[string]string

// Add adds a pattern, which begins with a slash. If two patterns match a path, the one whose last segment has
// no name wins, else the one added first.
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

// Find returns the value of a path's pattern and its named segments, or false.
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

// Patterns returns all patterns, sorted and without duplicates.
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
