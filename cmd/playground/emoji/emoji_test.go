package emoji_test

import (
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/cmd/playground/emoji"
)

// looked matches the paths of the files that TestTheBotsEmojiAreDrawn searches: the bot's texts, the golden files of
// its tests, and its code.
var looked = regexp.MustCompile(`\.golden|texts/languages/|\.go$`)

// levels is the file with the emoji of the computer's levels. They need no drawing: the playground
// shows an emoji without a drawing in the system's font.
const levels = "commands/card/levels.go"

// TestTheBotsEmojiAreDrawn checks that every emoji that members may see has a drawing, except those of levels.
func TestTheBotsEmojiAreDrawn(t *testing.T) {
	t.Parallel()
	drawn, missing := map[string]bool{}, map[string]string{}
	look := func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for rest := string(text); rest != ""; {
			var found string
			_, found, rest = emoji.Cut(rest)
			if _, ok := emoji.Draw(found); ok {
				drawn[found] = true
			} else if found != "" && !strings.HasSuffix(filepath.ToSlash(path), levels) {
				missing[found] = path
			}
		}
	}
	for _, room := range []string{"bot/e2e/testdata", "commands", "render"} {
		err := filepath.WalkDir(filepath.Join("../../..", room), func(path string, _ fs.DirEntry, err error) error {
			if looked.MatchString(filepath.ToSlash(path)) && !strings.HasSuffix(path, "_test.go") {
				look(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for e, path := range missing {
		t.Errorf("%s (%U), of %s, has no drawing: add one to drawings.go", e, []rune(e), path)
	}
	if len(drawn) < 15 {
		t.Errorf("found %d different emoji: %v", len(drawn), drawn)
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	tests := map[string][3]string{
		"":           {"", "", ""},
		"text ▪ © 1": {"text ▪ © 1", "", ""},
		"a❌b❌":       {"a", "❌", "b❌"},
		"11️⃣.":      {"1", "1️⃣", "."},
		"🇦\u200b🇧":   {"", "🇦", "\u200b🇧"},
		"🇩🇪 ":        {"", "🇩🇪", " "},
		"x ▪️▪️":     {"x ", "▪️", "▪️"},
		"👩‍💻👍🏽":      {"", "👩‍💻", "👍🏽"},
	}
	for text, want := range tests {
		before, found, after := emoji.Cut(text)
		if diff := cmp.Diff(want, [3]string{before, found, after}); diff != "" {
			t.Errorf("Cut(%q) (-want +got):\n%s", text, diff)
		}
	}
}

// all lists emoji of boards and texts.
const all = "❌ ❎ ⭕ 🅾️ 🅰️ 🅱️ ✅ ✖️ ✔️ ➖ ➕ ❔ ❓ ❗ ⬛ ⬜ 🟥 🟧 🟨 🟩 🟦 🟪 🟫 ◼️ ◻️ ◾ ◽ ▪️ ▫️ " +
	"🔲 🔳 🔷 🔶 🔹 🔸 ⚫ ⚪ 🔴 🟠 🟡 🟢 🔵 🟣 🟤 🔘 ⬅️ ➡️ ⬆️ ⬇️ ↩️ " +
	"▶️ ⏸️ ⏩ 🔁 ⚠️ ℹ️ ⭐ 🏆 🏅 🤖 🎉 ⏰ ⏳ 👋 💡 👑 🔔 🔕 🎲 0️⃣ 1️⃣ 2️⃣ 3️⃣ 4️⃣ 5️⃣ 6️⃣ 7️⃣ 8️⃣ 9️⃣ 🇦 🇧 🇨 🇩 🇪 🇫 🇬 🇭 🇮 " +
	"#️⃣ *️⃣ ⏺️ 🔍 📘 🧮 💪 💎 🐣 🐥 🐰 🦊 🐺 🦉 🐯 🦁 🐲"

// TestDrawings checks that each emoji of `all` has a name and a drawing of its own, in well-formed XML.
func TestDrawings(t *testing.T) {
	t.Parallel()
	owner := map[string]string{}
	for _, text := range strings.Fields(all) {
		d, ok := emoji.Draw(text)
		same, isFile := emoji.DrawFile(d.File)
		if !ok || d.Name == "" || !isFile || !cmp.Equal(d, same) {
			t.Errorf("Draw(%q) = %+v, %v; its file %+v, %v", text, d, ok, same, isFile)
		}
		if other := owner[string(d.SVG)]; other != "" {
			t.Errorf("%s and %s look alike", text, other)
		}
		owner[string(d.SVG)] = text
		for decoder := xml.NewDecoder(strings.NewReader(string(d.SVG))); ; {
			_, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", d.SVG, err)
			}
		}
	}
	for text, want := range map[string]string{"❌": "cross mark", "▪️": "black small square", "▪": "black small square", "9⃣": "keycap 9", "🇮": "letter I"} {
		if d, _ := emoji.Draw(text); d.Name != want {
			t.Errorf("Draw(%q) = %q, want %q", text, d.Name, want)
		}
	}
	for _, text := range []string{"", "x", "1", "🇩🇪", "👩‍💻"} {
		if d, ok := emoji.Draw(text); ok {
			t.Errorf("Draw(%q) = %q", text, d.Name)
		}
	}
}
