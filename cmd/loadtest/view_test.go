package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

// showing returns a message with a text and with one button for each custom id.
func showing(text string, ids ...string) discordtest.Message {
	row := discordtest.Component{Type: discordtest.TypeActionRow}
	for _, id := range ids {
		row.Components = append(row.Components, discordtest.Component{Type: object.TypeButton, CustomID: id})
	}
	return discordtest.Message{ID: "7", Components: []discordtest.Component{{Type: discordtest.TypeTextDisplay, Content: text}, row}}
}

func TestWhatAMessageLetsMembersDo(t *testing.T) {
	t.Parallel()
	id := func(action string) string { return "/m/abc/12/" + action }
	taken := showing("<@1> against <@22>\n**<@1>** to move", id("a1"), id("b1"), id("more"))
	taken.Components[1].Components[0].Disabled = true
	for name, tc := range map[string]struct {
		message discordtest.Message
		moves   []string
		toMove  string
		over    bool
	}{
		"squares":     {taken, []string{"b1"}, "1", false},
		"boards":      {showing("<@", id("board-3"), id("boards"), id("draw-yes"), id("more")), []string{"board-3"}, "", false},
		"a challenge": {showing("", id("accept"), id("decline")), nil, "", false},
		"thinking":    {showing("<@5>", id("more")), nil, "5", false},
		"the end":     {showing("", id("rematch"), id("more")), nil, "", true},
	} {
		v, ok := readView(tc.message)
		var moves []string
		for _, c := range v.moves() {
			moves = append(moves, c.action)
		}
		if !ok || v.match != "abc" || v.version != 12 || v.toMove != tc.toMove || !slices.Equal(moves, tc.moves) || v.over() != tc.over {
			t.Errorf("%s: %v %+v, moves %v, over %v", name, ok, v, moves, v.over())
		}
	}
	for _, strange := range []string{"", "/pick/board", "/m/abc/x/a1", "/m//1/a1", "m/abc/1/a1", "/m/abc/1"} {
		if v, ok := readView(showing("", strange)); ok {
			t.Errorf("%q was read as %+v", strange, v)
		}
	}
}

func TestReadingBoards(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want board
	}{
		"with labels":   {"### Tic-tac-toe\n#️⃣│🇦\u200b🇧\u200b🇨\n1️⃣│❌2️⃣🟪\n2️⃣│4️⃣⏺️🟫\n3️⃣│7️⃣8️⃣❎\n-# move 4", "x../.o./..x"},
		"without":       {"❌2️⃣3️⃣\n4️⃣🔵6️⃣\n❎❎❎", "x../.o./xxx"},
		"one square":    {"1️⃣│1️⃣", "."},
		"none":          {"A draw: the board is full ❌", ""},
		"another style": {"``` x | . \n---+---```", ""},
		"half a board":  {"❌🔵❌\n🔵❌🔵", ""},
	} {
		if got := readBoard(showing(tc.text)); got != tc.want {
			t.Errorf("%s: %q, not %q", name, got, tc.want)
		}
	}
}

func TestReadingButtons(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, action := range []string{"taken-a1", "b1", "a2", "taken-b2", "more"} {
		ids = append(ids, "/m/abc/12/"+action)
	}
	m := showing("### Tic-tac-toe ❌", ids...)
	for i, label := range []string{"𝗫", "b1", "\u200b", "[𝗢]", "⋯ More"} {
		m.Components[1].Components[i].Label = label
	}
	if got := readBoard(m); got != "x./.o" {
		t.Errorf("%q", got)
	}
	if got := readBoard(showing("", ids[:2]...)); got != "" {
		t.Errorf("half a board is %q", got)
	}
}

// ultimateBoard returns the board that is read from a message with these rows of emoji. In a row, characters stand for
// the emoji, as in "x..|...|...".
func ultimateBoard(rows ...string) board {
	words := strings.NewReplacer("x", "❌", "X", "❎", "o", "🔵", "O", "⏺️", ".", "🟫", "w", "🟥", "v", "🟦", "-", "🔲", "|", thinLine)
	var text strings.Builder
	for i, row := range rows {
		if i%3 == 0 {
			text.WriteString("\n")
		}
		text.WriteString(words.Replace(row) + "\n")
	}
	return readBoard(showing(text.String()))
}

func TestWhatALaterBoardMustHold(t *testing.T) {
	t.Parallel()
	empty := []string{"...|...|...", "...|...|...", "...|...|..."}
	nine := func(top ...string) board { return ultimateBoard(append(append(top, empty...), empty...)...) }
	before := nine("xx.|...|...", "o..|...|...", "o..|...|...")
	for name, tc := range map[string]struct {
		before, after board
		want          bool
	}{
		"one more mark":       {"x../.../...", "x../.o./...", true},
		"the winning line":    {"xx./oo./...", "xxx/oo./...", true},
		"a mark is gone":      {"x../.o./...", "x../.../..x", false},
		"a mark has changed":  {"x../.o./...", "o../.o./..x", false},
		"another size":        {"x../.../...", "x./..", false},
		"no board any more":   {"x../.../...", "", false},
		"a closed board":      {before, nine("w-w|o..|...", "-w-|...|...", "w-w|...|..."), true},
		"closed by this move": {before, nine("w-X|o..|...", "-w-|...|...", "w-w|...|..."), true},
		"a ring of the other": {before, nine("vvv|...|...", "v-v|...|...", "vOv|...|..."), true},
		"drawn":               {before, nine("---|...|...", "---|...|...", "--O|...|..."), true},
		"the winning boards":  {before, nine("X-X|...|...", "-X-|...|...", "X-X|...|..."), true},
		"closed elsewhere":    {before, nine("...|w-w|...", "...|-w-|...", "...|w-w|..."), false},
		"half closed":         {before, nine("w--|...|...", "-w-|...|...", "--w|...|..."), false},
	} {
		if tc.before == "" || tc.after == "" && name != "no board any more" {
			t.Fatalf("%s: a board was not read", name)
		}
		if got := tc.after.keeps(tc.before); got != tc.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	last := ultimateBoard(slices.Concat(empty, empty, []string{"...|...|w-w", "...|...|-w-", "...|...|w-w"})...)
	if !last.keeps(ultimateBoard(slices.Concat(empty, empty, []string{"...|...|...", "...|...|...", "...|...|.oo"})...)) {
		t.Error("the last local board was not read as closed")
	}
}

func FuzzReadingBoards(f *testing.F) {
	f.Add("1️⃣│❌2️⃣3️⃣\n2️⃣│4️⃣⏺️6️⃣\n3️⃣│7️⃣8️⃣❎", "❌")
	f.Add("│\ufe0f\u20e3│9", "9│")
	f.Fuzz(func(t *testing.T, text, other string) {
		b := readBoard(showing(text))
		b.keeps(readBoard(showing(other)))
		if b != "" && !b.keeps(b) {
			t.Errorf("%q: the board %s does not keep itself", text, b)
		}
	})
}

// at returns the view of a live message of a match with the id "m". The emoji of the board replace the characters x, o
// and . in `text`.
func at(version int, text string, actions ...string) view {
	ids := make([]string, len(actions))
	for i, a := range actions {
		ids[i] = fmt.Sprintf("/m/m/%d/%s", version, a)
	}
	v, _ := readView(showing(strings.NewReplacer("x", "❌", "o", "🔵", ".", "🟪", "/", "\n").Replace(text), ids...))
	return v
}

func TestWhatContradictsAGame(t *testing.T) {
	t.Parallel()
	playing := []string{"a1", "more"}
	ended := []string{"rematch", "more"}
	for name, tc := range map[string]struct {
		before, after view
		complaint     string
	}{
		"the next move":        {at(3, "x../.../...", playing...), at(4, "xo./.../...", playing...), ""},
		"the same board":       {at(3, "x../.../...", playing...), at(3, "x../.../...", playing...), ""},
		"the first board":      {at(1, "", "accept"), at(2, ".../.../...", playing...), ""},
		"the end":              {at(9, "xxo/oox/x..", playing...), at(10, "xxo/oox/xo.", ended...), ""},
		"an old version":       {at(4, "xo./.../...", playing...), at(3, "x../.../...", playing...), "shown at version 4, then at 3"},
		"two of one version":   {at(4, "xo./.../...", playing...), at(4, "x../o../...", playing...), "version 4 was shown as xo./.../..., then as x../o../..."},
		"a mark that is gone":  {at(4, "xo./.../...", playing...), at(5, ".o./.x./...", playing...), "shown as xo./.../... at version 4"},
		"a challenge again":    {at(4, "xo./.../...", playing...), at(5, "", "accept"), "shown as xo./.../... at version 4"},
		"an end that was none": {at(9, "xxo/oox/x..", ended...), at(10, "xxo/oox/xo.", playing...), "it had ended at version 9"},
	} {
		g := &game{match: "m"}
		g.check(tc.before)
		g.check(tc.after)
		if tc.complaint == "" && g.lost != "" || !strings.Contains(g.lost, tc.complaint) {
			t.Errorf("%s: %q", name, g.lost)
		}
	}
}
