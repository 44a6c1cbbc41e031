package driver_test

import (
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// aForm has a radio group, a checkbox group, a checkbox and a file upload.
const aForm = `{"type":9,"data":{"custom_id":"/form","title":"Form","components":[
	{"type":10,"content":"Hello"},
	{"type":18,"label":"Side","component":{"type":21,"custom_id":"side","required":false,"options":[{"label":"X","value":"x"},{"label":"O","value":"o"}]}},
	{"type":18,"label":"Days","component":{"type":22,"custom_id":"days","max_values":2,"options":[{"label":"1","value":"one"},{"label":"2","value":"two","default":true},{"label":"3","value":"three"}]}},
	{"type":18,"label":"Sure","component":{"type":23,"custom_id":"sure","default":true}},
	{"type":18,"label":"Files","component":{"type":19,"custom_id":"files","required":false,"min_values":2,"max_values":3,"file_types":["image",".Tar.gz"]}}]}}`

// openForm makes the bot answer alice's command with a modal, and returns that answer.
func openForm(b *testbot.WebBot, modal string) *discordtest.Answer {
	b.T.Helper()
	b.Register(`[{"name":"form","description":"x"}]`)
	b.Will(2, modal)
	b.Will(5, `{"type":4,"data":{"content":"thanks"}}`)
	a, err := b.Alice.Use(b.T.Context(), "form", nil)
	if err != nil || a.Modal == nil {
		b.T.Fatalf("the form: %+v, %v", a, err)
	}
	return a
}

// submitted returns the components of the newest interaction as JSON, without their ids.
func submitted(b *testbot.WebBot) string {
	b.T.Helper()
	var data struct{ Components []json.RawMessage }
	if err := json.Unmarshal([]byte(b.Data()), &data); err != nil {
		b.T.Fatal(err)
	}
	var parts []string
	for _, c := range data.Components {
		parts = append(parts, regexp.MustCompile(`"id":\d+,?`).ReplaceAllString(string(c), ""))
	}
	return strings.Join(parts, "\n")
}

func TestSubmitForm(t *testing.T) {
	testbot.WithWebBot(t, func(t *testing.T, b *testbot.WebBot) {
		form := openForm(b, aForm)
		picture, text := discordtest.File{Name: "A.PNG", Content: []byte("\x89PNG\r\n\x1a\n")}, discordtest.File{Name: "b.txt", Size: 1}
		type values = map[string]any
		for _, c := range []struct {
			name   string
			values values
			want   string // a part of the JSON that the bot gets; not checked if err is set
			err    error
		}{
			{"nothing", nil, `"value":null}}`, nil},
			{"nothing, with what is chosen at first", nil, `"values":["two"]`, nil},
			{"nothing, ticked at first", nil, `"custom_id":"sure","value":true`, nil},
			{"nothing, without files", nil, `"custom_id":"files","values":[]`, nil},
			{"a text to look at", nil, "{\"type\":10,}\n", nil},
			{"an option", values{"side": "o"}, `{"type":21,"custom_id":"side","value":"o"}`, nil},
			{"boxes, in the order of ticks", values{"days": []string{"three", "one"}}, `{"type":22,"custom_id":"days","values":["three","one"]}`, nil},
			{"no tick", values{"sure": false}, `{"type":23,"custom_id":"sure","value":false}`, nil},
			{"no tick, as text", values{"sure": []string{"false"}}, `"custom_id":"sure","value":false`, nil},
			{"no tick, as nothing", values{"sure": []string{}}, `"custom_id":"sure","value":false`, nil},
			{"two options", values{"side": []string{"o", "x"}}, "", discordtest.ErrBadValue},
			{"another option", values{"side": "z"}, "", discordtest.ErrBadValue},
			{"no boxes", values{"days": []string{}}, "", discordtest.ErrBadValue},
			{"too many boxes", values{"days": []string{"one", "two", "three"}}, "", discordtest.ErrBadValue},
			{"one box twice", values{"days": []string{"one", "one"}}, "", discordtest.ErrBadValue},
			{"half a tick", values{"sure": "maybe"}, "", discordtest.ErrBadValue},
			{"one file", values{"files": picture}, "", discordtest.ErrBadValue},
			{"another kind of file", values{"files": []discordtest.File{picture, text}}, "", discordtest.ErrBadValue},
			{"a file too large", values{"files": []discordtest.File{picture, {Name: "a.png", Size: 10<<20 + 1}}}, "", discordtest.ErrBadValue},
			{"a text for a file", values{"files": "a.png"}, "", discordtest.ErrBadValue},
			{"a file for a text", values{"side": picture}, "", discordtest.ErrBadValue},
			{"nobody", values{"side": (*discordtest.User)(nil)}, "", discordtest.ErrBadValue},
			{"what the form does not have", values{"age": "3"}, "", discordtest.ErrNotThere},
		} {
			_, err := b.Alice.SubmitForm(t.Context(), form, c.values)
			switch {
			case !errors.Is(err, c.err):
				t.Errorf("%s: %v, want %v", c.name, err, c.err)
			case err == nil && !strings.Contains(submitted(b), c.want):
				t.Errorf("%s: the bot got %s", c.name, submitted(b))
			}
		}
	})
}

func TestUploads(t *testing.T) {
	testbot.WithWebBot(t, func(t *testing.T, b *testbot.WebBot) {
		files := []discordtest.File{{Name: "a.png", Content: []byte("\x89PNG\r\n\x1a\n")}, {Name: "logs.tar.gz", Size: 12}}
		if _, err := b.Alice.SubmitForm(t.Context(), openForm(b, aForm), map[string]any{"files": files}); err != nil {
			t.Fatal(err)
		}
		var data struct {
			Components []struct{ Component struct{ Values []string } }
			Resolved   struct {
				Attachments map[string]struct {
					Filename    string
					ContentType string `json:"content_type"`
					Size        int
					URL         string
					Ephemeral   bool
				}
			}
		}
		if err := json.Unmarshal([]byte(b.Data()), &data); err != nil {
			t.Fatal(err)
		}
		ids := data.Components[4].Component.Values
		if len(ids) != 2 || len(data.Resolved.Attachments) != 2 {
			t.Fatalf("the bot got %s", b.Data())
		}
		first, second := data.Resolved.Attachments[ids[0]], data.Resolved.Attachments[ids[1]]
		if first.Filename != "a.png" || first.ContentType != "image/png" || first.Size != 8 || !first.Ephemeral {
			t.Errorf("the first file: %+v", first)
		}
		if second.Filename != "logs.tar.gz" || second.Size != 12 {
			t.Errorf("the second file: %+v", second)
		}
		client := b.Server.HTTPClient()
		defer client.CloseIdleConnections()
		response, err := client.Get(first.URL)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if content, err := io.ReadAll(response.Body); err != nil || string(content) != string(files[0].Content) {
			t.Errorf("at its address: %q, %v", content, err)
		}
	})
}

// TestMenusOfForms checks that the user, role and channel menus of a modal accept a user, role or
// channel, or its id, as a value.
func TestMenusOfForms(t *testing.T) {
	testbot.WithWebBot(t, func(t *testing.T, b *testbot.WebBot) {
		role, bob := b.Guild.NewRole("helpers", 0), b.Server.NewUser("bob")
		b.Guild.Add(bob)
		form := openForm(b, `{"type":9,"data":{"custom_id":"/form","title":"Form","components":[
			{"type":18,"label":"Who","component":{"type":5,"custom_id":"who","default_values":[{"id":"`+bob.ID+`","type":"user"}]}},
			{"type":18,"label":"Role","component":{"type":6,"custom_id":"role"}},
			{"type":18,"label":"Any","component":{"type":7,"custom_id":"any","max_values":2}},
			{"type":18,"label":"Where","component":{"type":8,"custom_id":"where","required":false}}]}}`)
		if _, err := b.Alice.SubmitForm(t.Context(), form, map[string]any{"role": role, "any": []string{role.ID, bob.ID}, "where": b.Channel}); err != nil {
			t.Fatal(err)
		}
		want := `{"type":18,"component":{"type":5,"custom_id":"who","values":["` + bob.ID + `"]}}
{"type":18,"component":{"type":6,"custom_id":"role","values":["` + role.ID + `"]}}
{"type":18,"component":{"type":7,"custom_id":"any","values":["` + role.ID + `","` + bob.ID + `"]}}
{"type":18,"component":{"type":8,"custom_id":"where","values":["` + b.Channel.ID + `"]}}`
		if got := submitted(b); got != want {
			t.Errorf("the bot got\n%s", got)
		}
		for _, part := range []string{`"users":{"` + bob.ID, `"members":{"` + bob.ID, `"roles":{"` + role.ID, `"channels":{"` + b.Channel.ID} {
			if !strings.Contains(b.Data(), part) {
				t.Errorf("resolved lacks %s: %s", part, b.Data())
			}
		}
		if _, err := b.Alice.SubmitForm(t.Context(), form, map[string]any{"who": []string{}, "role": role, "any": bob}); !errors.Is(err, discordtest.ErrBadValue) {
			t.Errorf("nobody where somebody is required: %v", err)
		}
	})
}

// TestFileTypes checks that a command's attachment option enforces its file types, as a file upload in a modal does.
func TestFileTypes(t *testing.T) {
	testbot.WithWebBot(t, func(t *testing.T, b *testbot.WebBot) {
		command := func(types string) string {
			return `[{"name":"send","description":"x","options":[{"type":11,"name":"file","description":"x","file_types":` + types + `}]}]`
		}
		for types, want := range map[string]string{
			`["images"]`: `"file_types":{"0":{"_errors":[{"code":"BASE_TYPE_CHOICES"`,
			`[".a",""]`:  `"file_types":{"1":{"_errors":[{"code":"BASE_TYPE_BAD_LENGTH"`,
			`[".a",".b",".c",".d",".e",".f",".g",".h",".i",".j",".k"]`: `"file_types":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"`,
		} {
			if status, answer := b.Call("PUT", "/applications/"+b.App.ID+"/commands", command(types)); status != 400 || !strings.Contains(answer, want) {
				t.Errorf("%s: %d %s", types, status, answer)
			}
		}
		b.Register(command(`["audio",".pdf"]`))
		b.Will(2, `{"type":4,"data":{"content":"thanks"}}`)
		for name, want := range map[string]error{
			"a.pdf": nil, "B.PDF": nil, "c.mp3": nil, "d.png": discordtest.ErrBadValue, "pdf": discordtest.ErrBadValue, "e.pdf.exe": discordtest.ErrBadValue,
		} {
			if _, err := b.Alice.Use(t.Context(), "send", map[string]any{"file": discordtest.File{Name: name, Size: 1}}); !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", name, err, want)
			}
		}
	})
}
