package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// labeled returns a labelled input of a form.
func labeled(label string, c discordtest.Component) discordtest.Component {
	return discordtest.Component{Type: discordtest.TypeLabel, Label: label, Description: "About " + label, Component: &c}
}

// newInputs returns a form with Discord's newest kinds of inputs.
func newInputs() *discordtest.Modal {
	options := []discordtest.SelectOption{{Label: "Small", Value: "s", Description: "3 by 3"}, {Label: "Large", Value: "l", Default: true}}
	return &discordtest.Modal{CustomID: "new", Title: "New inputs", Components: []discordtest.Component{
		labeled("Board", discordtest.Component{Type: discordtest.TypeRadioGroup, CustomID: "board", Options: options}),
		labeled("Extras", discordtest.Component{Type: discordtest.TypeCheckboxGroup, CustomID: "extras", Options: options, MinValues: ptr(1), MaxValues: ptr(1)}),
		labeled("Rated", discordtest.Component{Type: discordtest.TypeCheckbox, CustomID: "rated", Default: true}),
		labeled("Record", discordtest.Component{
			Type: discordtest.TypeFileUpload, CustomID: "record", MinValues: ptr(1), MaxValues: ptr(2), FileTypes: []string{"image", ".txt"},
		}),
	}}
}

// opened lets Bob open a form. It returns the server, the form's HTML and the form's id.
func opened(t *testing.T, client *fakeClient, m *discordtest.Modal) (s *web.Server, html, id string) {
	t.Helper()
	client.reply(discordtest.Answer{Type: 9, Modal: m})
	s = testServer(client)
	w := postTo(t, s, "/press?as=bob&channel=games", url.Values{"message": {"5"}, "custom_id": {"x"}}, nil)
	var answer struct{ Form string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	client.reply(discordtest.Answer{})
	client.forget()
	return s, answer.Form, formID.FindStringSubmatch(answer.Form)[1]
}

func TestNewInputsAreShown(t *testing.T) {
	t.Parallel()
	_, html, _ := opened(t, newFake(), newInputs())
	holds(t, html,
		`<input type="radio" name="field-board" value="s" required>`, `<input type="radio" name="field-board" value="l" required checked>`, "3 by 3", "About Board",
		`data-minimum="1" data-maximum="1"><legend>Extras`, `<input type="checkbox" name="field-extras" value="l" checked>`,
		`<input type="checkbox" name="field-rated" value="true" checked>`, "About Rated",
		`<input type="file" name="field-record" accept="image/*,.txt" multiple required>`)
}

func TestNewInputsAreFilledIn(t *testing.T) {
	t.Parallel()
	const target = "/submit?as=bob&channel=games"
	client := newFake()
	s, _, id := opened(t, client, newInputs())
	form := url.Values{"form": {id}, "field-board": {"s"}, "field-extras": {"s"}, "field-rated": {"true"}}
	if w := upload(t, s, target, form, "field-record", "game.txt", "b2"); w.Code != http.StatusNoContent {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	want := []call{{Method: "submit", Name: "new", Values: map[string]any{"values": map[string]any{
		"board": []string{"s"}, "extras": []string{"s"}, "rated": true,
		"record": []discordtest.File{{Name: "game.txt", Size: 2, Content: []byte("b2")}},
	}}}}
	if diff := cmp.Diff(want, client.forget()); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	refused := map[string]struct {
		change func(url.Values)
		files  []string
		want   string
	}{
		"no file":      {func(url.Values) {}, nil, "“Record” is required."},
		"three files":  {func(url.Values) {}, []string{"a.txt", "", "b.txt", "", "c.txt", ""}, "“Record” takes at most 2 files."},
		"no board":     {func(v url.Values) { v.Del("field-board") }, []string{"a.txt", ""}, "“Board” is required."},
		"both extras":  {func(v url.Values) { v.Add("field-extras", "l") }, []string{"a.txt", ""}, "“Extras” takes at most 1 choice."},
		"nothing left": {func(v url.Values) { v.Del("form") }, []string{"a.txt", ""}, "That form is no longer open."},
	}
	for name, tt := range refused {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := newFake()
			s, _, id := opened(t, client, newInputs())
			form := url.Values{"form": {id}, "field-board": {"s"}, "field-extras": {"s"}}
			tt.change(form)
			if w := upload(t, s, target, form, "field-record", tt.files...); problem(t, w) != tt.want || len(client.noted()) > 0 {
				t.Errorf("status %d: %s, %v", w.Code, w.Body, client.noted())
			}
		})
	}
}

// TestOptionalInputsMayStayEmpty checks that a member can also clear the inputs that the bot has preset.
func TestOptionalInputsMayStayEmpty(t *testing.T) {
	t.Parallel()
	m := newInputs()
	for _, c := range m.Components {
		c.Component.Required = ptr(false)
	}
	client := newFake()
	s, _, id := opened(t, client, m)
	if w := postTo(t, s, "/submit?as=bob&channel=games", url.Values{"form": {id}}, nil); w.Code != http.StatusNoContent {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	want := []call{{Method: "submit", Name: "new", Values: map[string]any{"values": map[string]any{
		"board": []string{}, "extras": []string{}, "rated": false, "record": []discordtest.File{},
	}}}}
	if diff := cmp.Diff(want, client.noted()); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}
