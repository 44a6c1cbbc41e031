package settings

import (
	"strings"
	"testing"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/render"
)

// exported is a reader that knows only the data of a member.
type exported struct {
	plan.Reader
	data []byte
}

func (e exported) Export() ([]byte, error) { return e.data, nil }

func TestTheFileOfAMuchPlayer(t *testing.T) {
	t.Parallel()
	r := &plan.Request{Kind: plan.Press, Texts: texts.Load()}
	r.Language = r.Texts.ForLocale(texts.Default)
	for size, name := range map[int]string{10: "noughts-data.json", plainData + 1: "noughts-data.json.gz"} {
		r.Read = exported{data: []byte(strings.Repeat("x", size))}
		got, err := pressDownload(r)
		if err != nil {
			t.Fatal(err)
		}
		answer := got.(plan.Answer)
		files := answer.Content.Files
		if len(files) == 1 && files[0].Draw != nil {
			if files[0].Content, err = files[0].Draw(); err != nil {
				t.Fatal(err)
			}
		}
		if answer.As != plan.Private || len(files) != 1 || files[0].Name != name || len(files[0].Content) == 0 || len(files[0].Content) > size+20 {
			t.Errorf("%d bytes: %v", size, files)
		}
	}
}

// TestOwnMarksDiffer checks that the marks that members can choose differ from each other and from
// other symbols on boards, can be stored, and fit in a menu.
func TestOwnMarksDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{"❌": true, "🔵": true, "❎": true, "⏺️": true, "🟫": true, "🟪": true, "🔲": true, "🟥": true, "🟦": true}
	names := map[string]bool{unset: true}
	for _, m := range render.OwnMarks {
		if seen[m.Emoji] || names[m.Name] || m.Name == "" || (match.Member{ID: "1001", Marks: m.Name}).Validate() != nil {
			t.Errorf("%s: %s is there already, or cannot be kept", m.Name, m.Emoji)
		}
		seen[m.Emoji], names[m.Name] = true, true
	}
	if len(render.OwnMarks)+1 > card.MaxOptions {
		t.Error("a menu has no room for them")
	}
}
