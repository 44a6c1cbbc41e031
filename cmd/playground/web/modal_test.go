package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
)

// aForm has one input of each kind.
func aForm() *discordtest.Modal {
	label := func(text string, c discordtest.Component) discordtest.Component {
		return discordtest.Component{Type: discordtest.TypeLabel, Label: text, Description: "About " + text, Component: &c}
	}
	options := []discordtest.SelectOption{{Label: "Red", Value: "r"}, {Label: "Blue <b>", Value: "b", Default: true}}
	return &discordtest.Modal{CustomID: "report", Title: "Report a <bug>", Components: []discordtest.Component{
		textDisplay("**Please** be brief."),
		label("Title", discordtest.Component{Type: discordtest.TypeTextInput, Style: 1, CustomID: "title", Value: "Oh", MinLength: ptr(2), MaxLength: ptr(20)}),
		label("Story", discordtest.Component{Type: discordtest.TypeTextInput, Style: 2, CustomID: "story", Placeholder: "What happened", Required: ptr(false)}),
		label("Colour", discordtest.Component{Type: discordtest.TypeStringSelect, CustomID: "colour", Options: options, MinValues: ptr(0), Required: ptr(false)}),
		label("People", discordtest.Component{Type: discordtest.TypeUserSelect, CustomID: "people", MinValues: ptr(1), MaxValues: ptr(2)}),
		row(discordtest.Component{Type: discordtest.TypeTextInput, Style: 1, CustomID: "old", Label: "Old"}),
	}}
}

var formID = regexp.MustCompile(`name="form" value="(\w+)"`)

func TestFormsAreFilledIn(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.answer = discordtest.Answer{Type: 9, Modal: aForm()}
	s := testServer(client)
	view := "?as=bob&channel=games"
	w := postTo(t, s, "/press"+view, url.Values{"message": {"5"}, "custom_id": {"x"}}, nil)
	var answer struct{ Form string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	holds(t, answer.Form, `<h2 id="modal-title">Report a &lt;bug&gt;</h2>`, `<strong class="md-strong">Please</strong>`,
		`<input type="text" name="field-title" value="Oh" placeholder="" required minlength="2" maxlength="20">`,
		`<textarea name="field-story" rows="4" placeholder="What happened" maxlength="4000">`, `About Story`,
		`<option value="b" selected>Blue &lt;b&gt;</option>`, `<fieldset class="field" data-minimum="1" data-maximum="2">`,
		`name="field-people" value="1"`, `>Old<`)
	client.forget()
	client.answer = discordtest.Answer{}

	id := formID.FindStringSubmatch(answer.Form)[1]
	filled := url.Values{
		"form": {id}, "field-title": {"Board"}, "field-story": {"one\r\ntwo"}, "field-colour": {""}, "field-people": {"1", "3"},
		"field-old": {"x"}, "field-unasked": {"y"},
	}
	if w := postTo(t, s, "/submit?as=alice&channel=games", filled, nil); problem(t, w) != "that form is no longer open" {
		t.Errorf("somebody else's form: status %d, %s", w.Code, w.Body)
	}
	client.fail(discordtest.ErrFailed)
	if w := postTo(t, s, "/submit"+view, filled, nil); problem(t, w) != "This interaction failed" {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
	client.fail(nil)
	client.forget()
	if w := postTo(t, s, "/submit"+view, filled, nil); w.Code != http.StatusNoContent {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	want := []call{{Method: "submit", Name: "report", Values: map[string]any{"values": map[string][]string{
		"title": {"Board"}, "story": {"one\ntwo"}, "colour": nil, "people": {"1", "3"}, "old": {"x"},
	}}}}
	if diff := cmp.Diff(want, client.noted()); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	if w := postTo(t, s, "/submit"+view, filled, nil); w.Code != http.StatusNotFound {
		t.Errorf("submitted twice: status %d, %s", w.Code, w.Body)
	}
}

func TestFormsWithoutScript(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.answer = discordtest.Answer{Type: 9, Modal: aForm()}
	s := testServer(client)
	w := postTo(t, s, "/use?as=bob&channel=games", url.Values{"line": {"/help"}}, navigating)
	location := w.Header().Get("Location")
	if w.Code != http.StatusSeeOther || !strings.HasPrefix(location, "/?as=bob&channel=games&form=") {
		t.Fatalf("status %d to %q", w.Code, location)
	}
	holds(t, getFrom(t, s, location, nil), `<dialog class="modal" open`, `name="field-title"`)
	lacks(t, getFrom(t, s, strings.Replace(location, "bob", "alice", 1), nil), `<dialog`)
}
