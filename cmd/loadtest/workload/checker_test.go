package workload

import (
	"fmt"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/cmd/loadtest/view"
)

// showing returns a message with a text and with one button for each custom id.
func showing(text string, ids ...string) discordtest.Message {
	row := discordtest.Component{Type: discordtest.TypeActionRow}
	for _, id := range ids {
		row.Components = append(row.Components, discordtest.Component{Type: discordtest.TypeButton, CustomID: id})
	}
	return discordtest.Message{ID: "7", Components: []discordtest.Component{{Type: discordtest.TypeTextDisplay, Content: text}, row}}
}

// boards returns the view of a live message of a match with the id "m". The emoji of the board replace the characters
// x, o and . in `text`.
func boards(version int, text string, actions ...string) view.View {
	ids := make([]string, len(actions))
	for i, a := range actions {
		ids[i] = fmt.Sprintf("/m/m/%d/%s", version, a)
	}
	v, _ := view.Read(showing(strings.NewReplacer("x", "❌", "o", "🔵", ".", "🟪", "/", "\n").Replace(text), ids...))
	return v
}

func TestWhatACheckerNotices(t *testing.T) {
	t.Parallel()
	playing := []string{"a1", "more"}
	ended := []string{"rematch", "more"}
	for name, tc := range map[string]struct {
		before, after view.View
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
		c := &checker{match: "m"}
		c.check(tc.before)
		c.check(tc.after)
		if tc.complaint == "" && c.lost != "" || !strings.Contains(c.lost, tc.complaint) {
			t.Errorf("%s: %q", name, c.lost)
		}
	}
}

func TestAnOldMessageIsNoComplaint(t *testing.T) {
	t.Parallel()
	c := &checker{match: "m"}
	c.check(boards(4, "xo./.../...", "a1", "more"))
	c.observe(boards(3, "x../.../...", "a1", "more"))
	if c.lost != "" || c.version != 4 {
		t.Errorf("version %d: %q", c.version, c.lost)
	}
	c.observe(boards(5, "x../.../...", "a1", "more"))
	if c.lost == "" {
		t.Error("a newer board without a mark was believed")
	}
}
