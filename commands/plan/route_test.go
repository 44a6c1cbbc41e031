package plan

import (
	"maps"
	"slices"
	"testing"
)

func TestFind(t *testing.T) {
	t.Parallel()
	var table Routes[int]
	patterns := []string{"/m/{match}/{version}/board-{board}", "/m/{match}/{version}/{square}", "/m/{match}/{version}/rules", "/classic"}
	for i, pattern := range patterns {
		table.Add(pattern, i)
	}
	for _, test := range []struct {
		path string
		want int // index of the matching pattern, -1 for none
		vars RouteVars
	}{
		{"/classic", 3, nil},
		{"classic", -1, nil},
		{"", -1, nil},
		{"/", -1, nil},
		{"/m/x/1/rules", 2, RouteVars{"match": "x", "version": "1"}},
		{"/m/x/1/board-7", 0, RouteVars{"match": "x", "version": "1", "board": "7"}},
		{"/m/x/1/b2", 1, RouteVars{"match": "x", "version": "1", "square": "b2"}},
		{"/m/x/1/ruleset", 1, RouteVars{"match": "x", "version": "1", "square": "ruleset"}},
		{"/m/x/1/", 1, RouteVars{"match": "x", "version": "1", "square": ""}},
		{"/m/x/1", -1, nil},
		{"/classics", -1, nil},
		{"/m/x/1/b2/more", -1, nil},
	} {
		found, vars, ok := table.Find(test.path)
		if ok != (test.want >= 0) {
			t.Errorf("%q: found %t", test.path, ok)
			continue
		}
		if ok && (found != test.want || !maps.Equal(vars, test.vars)) {
			t.Errorf("%q: %q with %v, want %q with %v", test.path, patterns[found], vars, patterns[test.want], test.vars)
		}
	}
	slices.Sort(patterns)
	if got := table.Patterns(); !slices.Equal(got, patterns) {
		t.Errorf("patterns %q", got)
	}
}
