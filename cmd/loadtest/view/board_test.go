package view

import (
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// showing returns a message with a text and with one button for each custom id.
func showing(text string, ids ...string) discordtest.Message {
	m := discordtest.Message{ID: "7", Components: []discordtest.Component{{Type: discordtest.TypeTextDisplay, Content: text}}}
	row := discordtest.Component{Type: discordtest.TypeActionRow}
	for _, id := range ids {
		row.Components = append(row.Components, discordtest.Component{Type: discordtest.TypeButton, CustomID: id})
	}
	m.Components = append(m.Components, row)
	return m
}

func TestReadingBoards(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, want string }{
		"with labels":   {"### Tic-tac-toe\n#️⃣│🇦\u200b🇧\u200b🇨\n1️⃣│❌2️⃣🟪\n2️⃣│4️⃣⏺️🟫\n3️⃣│7️⃣8️⃣❎\n-# move 4", "x../.o./..x"},
		"tiles":         {"<:t3v5:1><:t3k1:1>\n<:t3j1:1><:t3x5:123><:t325:1><:t3t5:1>\n<:t3j2:1><:t3l5:1><:t3p5:1><:t3d5:1>\n<:t3a1:1><:t3f5:1><:t3m5:1>", "x../.o./xo-"},
		"without":       {"❌2️⃣3️⃣\n4️⃣🔵6️⃣\n❎❎❎", "x../.o./xxx"},
		"one square":    {"1️⃣│1️⃣", "."},
		"none":          {"A draw: the board is full ❌", ""},
		"another style": {"``` x | . \n---+---```", ""},
		"half a board":  {"❌🔵❌\n🔵❌🔵", ""},
	} {
		if got := readBoard(showing(tc.text)).String(); got != tc.want {
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
	if got := readBoard(m).String(); got != "x./.o" {
		t.Errorf("%q", got)
	}
	if got := readBoard(showing("", ids[:2]...)); !got.None() {
		t.Errorf("half a board is %q", got)
	}
}

// ultimateBoard returns the board that is read from a message with these rows of emoji. In a row, characters stand for
// the emoji, as in "x..|...|...".
func ultimateBoard(rows ...string) Board {
	words := map[rune]string{'x': "❌", 'X': "❎", 'o': "🔵", 'O': "⏺️", '.': "🟫", 'w': "🟥", 'v': "🟦", '-': "🔲", '|': thinLine}
	var text strings.Builder
	for i, row := range rows {
		if i%3 == 0 {
			text.WriteString("\n")
		}
		for _, c := range row {
			text.WriteString(words[c])
		}
		text.WriteString("\n")
	}
	return readBoard(showing(text.String()))
}

func TestWhatALaterBoardMustHold(t *testing.T) {
	t.Parallel()
	empty := []string{"...|...|...", "...|...|...", "...|...|..."}
	nine := func(top ...string) Board { return ultimateBoard(append(append(top, empty...), empty...)...) }
	small := func(text string) Board { return Board{rows: strings.Split(text, "/")} }
	before := nine("xx.|...|...", "o..|...|...", "o..|...|...")
	for name, tc := range map[string]struct {
		before, after Board
		want          bool
	}{
		"one more mark":       {small("x../.../..."), small("x../.o./..."), true},
		"the winning line":    {small("xx./oo./..."), small("xxx/oo./..."), true},
		"a mark is gone":      {small("x../.o./..."), small("x../.../..x"), false},
		"a mark has changed":  {small("x../.o./..."), small("o../.o./..x"), false},
		"another size":        {small("x../.../..."), small("x./.."), false},
		"no board any more":   {small("x../.../..."), Board{}, false},
		"a closed board":      {before, nine("w-w|o..|...", "-w-|...|...", "w-w|...|..."), true},
		"closed by this move": {before, nine("w-X|o..|...", "-w-|...|...", "w-w|...|..."), true},
		"a ring of the other": {before, nine("vvv|...|...", "v-v|...|...", "vOv|...|..."), true},
		"drawn":               {before, nine("---|...|...", "---|...|...", "--O|...|..."), true},
		"the winning boards":  {before, nine("X-X|...|...", "-X-|...|...", "X-X|...|..."), true},
		"a mark of tiles":     {before, nine("www|...|...", "www|...|...", "wwX|...|..."), true},
		"closed elsewhere":    {before, nine("...|w-w|...", "...|-w-|...", "...|w-w|..."), false},
		"half closed":         {before, nine("w--|...|...", "-w-|...|...", "--w|...|..."), false},
	} {
		if tc.before.None() || len(tc.before.rows) == 9 && !tc.before.locals {
			t.Fatalf("%s: the board was not read: %+v", name, tc.before)
		}
		if got := tc.after.Keeps(tc.before); got != tc.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func FuzzReadingBoards(f *testing.F) {
	f.Add("1️⃣│❌2️⃣3️⃣\n2️⃣│4️⃣⏺️6️⃣\n3️⃣│7️⃣8️⃣❎")
	f.Add("│\ufe0f\u20e3│9")
	f.Fuzz(func(t *testing.T, text string) {
		b := readBoard(showing(text))
		if !b.None() && !b.Keeps(b) {
			t.Errorf("%q: the board %s does not keep itself", text, b)
		}
	})
}
