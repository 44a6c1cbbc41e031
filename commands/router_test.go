package commands

import (
	"slices"
	"testing"
)

func TestRouter(t *testing.T) {
	t.Parallel()
	var r router
	for _, pattern := range []string{"/m/{match}/{version}/rules", "/m/{match}/{version}/board-{board}", "/m/{match}/{version}/{square}"} {
		r.add(pressed, pattern, nil)
	}
	r.add(typed, "/classic", nil)
	for _, test := range []struct {
		kind    kind
		path    string
		pattern string // "" for none
		vars    []variable
	}{
		{typed, "/classic", "/classic", nil},
		{pressed, "/classic", "", nil},
		{typed, "classic", "", nil},
		{typed, "", "", nil},
		{typed, "/", "", nil},
		{pressed, "/m/x/1/rules", "/m/{match}/{version}/rules", []variable{{"match", "x"}, {"version", "1"}}},
		{pressed, "/m/x/1/board-7", "/m/{match}/{version}/board-{board}", []variable{{"match", "x"}, {"version", "1"}, {"board", "7"}}},
		{pressed, "/m/x/1/b2", "/m/{match}/{version}/{square}", []variable{{"match", "x"}, {"version", "1"}, {"square", "b2"}}},
		{pressed, "/m/x/1", "", nil},
		{pressed, "/m/x/1/b2/more", "", nil},
	} {
		found, vars, ok := r.find(test.kind, test.path)
		if ok != (test.pattern != "") || found.pattern != test.pattern || !slices.Equal(vars, test.vars) {
			t.Errorf("%q: %q %v %t, want %q %v", test.path, found.pattern, vars, ok, test.pattern, test.vars)
		}
	}
}

// TestPaths: answers name the route, and not what was pressed.
func TestPaths(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	for _, test := range []struct {
		reply Reply
		want  string
	}{
		{message, "/m/{match}/{version}/accept"},
		{w.as(ann).on(message, "a1"), "/m/{match}/{version}/{square}"},
		{w.as(ann).on(message, "a1"), "/m/{match}/{version}/{square}"}, // refused
		{w.as(ann).types("help"), "/help"},
		{w.as(ann).presses("/m/secret"), ""},
	} {
		if test.reply.Path != test.want {
			t.Errorf("%q, want %q", test.reply.Path, test.want)
		}
	}
}
