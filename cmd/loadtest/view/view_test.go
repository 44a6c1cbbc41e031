package view

import (
	"slices"
	"testing"

	"noughts/bot/discordtest"
)

func TestWhatAMessageLetsMembersDo(t *testing.T) {
	t.Parallel()
	id := func(action string) string { return "/m/abc/12/" + action }
	taken := showing("", id("a1"), id("b1"), id("more"))
	taken.Components[1].Components[0].Disabled = true
	for name, tc := range map[string]struct {
		message discordtest.Message
		moves   []string
		over    bool
	}{
		"squares":     {taken, []string{"b1"}, false},
		"boards":      {showing("", id("board-3"), id("boards"), id("draw-yes"), id("more")), []string{"board-3"}, false},
		"a challenge": {showing("", id("accept"), id("decline")), nil, false},
		"thinking":    {showing("", id("more")), nil, false},
		"the end":     {showing("", id("rematch"), id("more")), nil, true},
	} {
		s, ok := Read(tc.message)
		var moves []string
		for _, c := range s.Moves() {
			moves = append(moves, c.Action)
		}
		if !ok || s.Match != "abc" || s.Version != 12 || !slices.Equal(moves, tc.moves) || s.Over() != tc.over {
			t.Errorf("%s: %v %+v, moves %v, over %v", name, ok, s, moves, s.Over())
		}
	}
	for _, strange := range []string{"", "/pick/board", "/m/abc/x/a1", "/m//1/a1", "m/abc/1/a1", "/m/abc/1"} {
		if s, ok := Read(showing("", strange)); ok {
			t.Errorf("%q was read as %+v", strange, s)
		}
	}
}

func TestWhomAMessageNamesLast(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<@1> against <@22>\n**<@1>** to move": "1", "nobody": "", "<@": "", "<@5": "5",
	} {
		if got := lastMention(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
