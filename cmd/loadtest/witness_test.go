package main

import (
	"fmt"
	"strings"
	"testing"
)

// boards returns what a live message of match m shows: its version, a board of
// emoji, and actions.
func boards(version int, text string, actions ...string) sight {
	ids := make([]string, len(actions))
	for i, a := range actions {
		ids[i] = fmt.Sprintf("/m/m/%d/%s", version, a)
	}
	s, _ := see(showing(strings.NewReplacer("x", "❌", "o", "⭕", ".", "⬜", "/", "\n").Replace(text), ids...))
	return s
}

func TestWhatAWitnessNotices(t *testing.T) {
	t.Parallel()
	playing := []string{"a1", "resign", "rules"}
	ended := []string{"rematch", "rules"}
	for name, tc := range map[string]struct {
		before, after sight
		complaint     string
	}{
		"the next move":        {boards(3, "x../.../...", playing...), boards(4, "xo./.../...", playing...), ""},
		"the same board":       {boards(3, "x../.../...", playing...), boards(3, "x../.../...", playing...), ""},
		"the first board":      {boards(1, "", "accept"), boards(2, ".../.../...", playing...), ""},
		"the end":              {boards(9, "xxo/oox/x..", playing...), boards(10, "xxo/oox/xo.", ended...), ""},
		"an old version":       {boards(4, "xo./.../...", playing...), boards(3, "x../.../...", playing...), "shown at version 4, then at 3"},
		"two of one version":   {boards(4, "xo./.../...", playing...), boards(4, "x../o../...", playing...), "version 4 was shown as xo./.../..., then as x../o../..."},
		"a mark that is gone":  {boards(4, "xo./.../...", playing...), boards(5, ".o./.x./...", playing...), "shown as xo./.../... at version 4"},
		"a challenge again":    {boards(4, "xo./.../...", playing...), boards(5, "", "accept"), "shown as xo./.../... at version 4"},
		"an end that was none": {boards(9, "xxo/oox/x..", ended...), boards(10, "xxo/oox/xo.", playing...), "it had ended at version 9"},
	} {
		w := &witness{match: "m"}
		w.hears(tc.before)
		w.hears(tc.after)
		if tc.complaint == "" && w.lost != "" || !strings.Contains(w.lost, tc.complaint) {
			t.Errorf("%s: %q", name, w.lost)
		}
	}
}

func TestAnOldMessageIsNoComplaint(t *testing.T) {
	t.Parallel()
	w := &witness{match: "m"}
	w.hears(boards(4, "xo./.../...", "a1", "resign"))
	w.glances(boards(3, "x../.../...", "a1", "resign"))
	if w.lost != "" || w.version != 4 {
		t.Errorf("version %d: %q", w.version, w.lost)
	}
	w.glances(boards(5, "x../.../...", "a1", "resign"))
	if w.lost == "" {
		t.Error("a newer board without a mark was believed")
	}
}
