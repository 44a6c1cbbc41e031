package web_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

func TestActions(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		target string
		form   url.Values
		want   call
	}{
		"press":   {"/press", url.Values{"message": {"5"}, "custom_id": {"/m/1/2/a1"}}, call{Method: "press", Name: "5", Words: []string{"/m/1/2/a1"}}},
		"choose":  {"/choose", url.Values{"message": {"5"}, "custom_id": {"row"}, "value": {"1", "2"}}, call{Method: "choose", Name: "5", Words: []string{"row", "1", "2"}}},
		"dismiss": {"/dismiss", url.Values{"message": {"5"}}, call{Method: "delete", Name: "5"}},
		"use on":  {"/use-on", url.Values{"target": {"3"}, "command": {"Challenge"}}, call{Method: "use-on", Name: "Challenge", Words: []string{"Carol Ann"}}},
		"use":     {"/use", url.Values{"line": {"/help"}}, call{Method: "type", Name: "/help"}},
	}
	for name, tt := range tests {
		client := newFake()
		w := post(t, client, tt.target, tt.form, nil)
		if w.Code != http.StatusNoContent {
			t.Fatalf("%s: status %d: %s", name, w.Code, w.Body)
		}
		if diff := cmp.Diff([]call{tt.want}, client.noted()); diff != "" {
			t.Errorf("%s: calls (-want +got):\n%s", name, diff)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err    error
		status int
		want   string
	}{
		"failed":      {fmt.Errorf("%w: no answer", discordtest.ErrFailed), http.StatusBadGateway, "This interaction failed"},
		"not visible": {discordtest.ErrNotVisible, http.StatusNotFound, "That message is no longer here."},
		"not there":   {discordtest.ErrNotThere, http.StatusNotFound, "That is no longer here."},
		"disabled":    {discordtest.ErrDisabled, http.StatusConflict, "That is disabled."},
		"bad value":   {fmt.Errorf("input: %w: the menu takes 1 to 2 choices, not 3", discordtest.ErrBadValue), http.StatusUnprocessableEntity, "Discord rejects that: the menu takes 1 to 2 choices, not 3."},
		"other":       {errors.New("surprise"), http.StatusInternalServerError, "Something went wrong, and it isn't your fault. See the playground's output."},
	}
	for name, tt := range tests {
		client := newFake()
		client.err = tt.err
		w := post(t, client, "/press", url.Values{"message": {"5"}}, nil)
		if got := problem(t, w); w.Code != tt.status || got != tt.want {
			t.Errorf("%s: status %d, %q, want %d, %q", name, w.Code, got, tt.status, tt.want)
		}
		w = post(t, client, "/press", url.Values{"message": {"5"}}, navigating)
		if w.Code != tt.status || w.Body.String() != tt.want+"\n" {
			t.Errorf("%s, without the script: status %d, %q", name, w.Code, w.Body)
		}
	}
}

func TestProtection(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(*http.Request)
		status int
	}{
		"foreign origin":       {func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "http://evil.example") }, http.StatusForbidden},
		"own origin":           {func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", origin) }, http.StatusNoContent},
		"unknown member":       {func(r *http.Request) { r.URL.RawQuery = "as=mallory" }, http.StatusNotFound},
		"bot cannot be played": {func(r *http.Request) { r.URL.RawQuery = "as=noughts" }, http.StatusNotFound},
		"unknown channel":      {func(r *http.Request) { r.URL.RawQuery = "channel=nowhere" }, http.StatusNotFound},
		"wrong method":         {func(r *http.Request) { r.Method = http.MethodGet }, http.StatusMethodNotAllowed},
		"broken form":          {func(r *http.Request) { r.Body = body("a=%zz") }, http.StatusBadRequest},
		"too large a form":     {func(r *http.Request) { r.Body = body("a=" + strings.Repeat("x", 17<<10)) }, http.StatusRequestEntityTooLarge},
	}
	for name, tt := range tests {
		client := newFake()
		w := post(t, client, "/press", url.Values{"message": {"5"}}, tt.change)
		if w.Code != tt.status {
			t.Errorf("%s: status %d, want %d: %s", name, w.Code, tt.status, w.Body)
		}
		if acted := len(client.noted()) > 0; acted != (tt.status == http.StatusNoContent) {
			t.Errorf("%s: acted: %v", name, acted)
		}
	}
}

// aForm returns a form with one input of each kind.
func aForm() *discordtest.Modal {
	input := func(c discordtest.Component) discordtest.Component {
		c.Type = object.TypeTextInput
		return row(c)
	}
	return &discordtest.Modal{CustomID: "report", Title: "Report a <bug>", Components: []discordtest.Component{
		input(discordtest.Component{Label: "Title", Style: 1, CustomID: "title", Value: "Oh", MinLength: new(2), MaxLength: new(20)}),
		input(discordtest.Component{Label: "The <story>", Style: 2, CustomID: "story", Placeholder: "What happened", Required: new(false)}),
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
	holds(t, answer.Form, `<h2 id="modal-title">Report a &lt;bug&gt;</h2>`, `The &lt;story&gt;`,
		`<input type="text" name="field-title" value="Oh" placeholder="" required minlength="2" maxlength="20">`,
		`<textarea name="field-story" rows="4" placeholder="What happened" maxlength="4000">`)
	client.forget()
	client.answer = discordtest.Answer{}

	id := formID.FindStringSubmatch(answer.Form)[1]
	filled := url.Values{
		"form": {id}, "field-title": {"Board"}, "field-story": {"one\r\ntwo"}, "field-unasked": {"y"},
	}
	if w := postTo(t, s, "/submit?as=alice&channel=games", filled, nil); problem(t, w) != "That form is no longer open." {
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
	want := []call{{Method: "submit", Name: "report", Values: map[string]string{"title": "Board", "story": "one\ntwo"}}}
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

func TestSettings(t *testing.T) {
	t.Parallel()
	world := newFakeWorld(newFake())
	s := serverOf(world)
	holds(t, getFrom(t, s, "/?as=bob", nil), `<html lang="en">`, `name="installed" value="yes">`)

	w := postTo(t, s, "/settings?as=bob&channel=games", url.Values{"locale": {"de"}, "guild-locale": {"de"}, "theme": {"light"}, "installed": {"yes"}}, navigating)
	if want := "/?as=bob&channel=games"; w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
		t.Fatalf("status %d to %q, want a redirect to %q", w.Code, w.Header().Get("Location"), want)
	}
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || cookies[0].Value != "light" || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("cookies %v", cookies)
	}
	page := getFrom(t, s, "/?as=bob", func(r *http.Request) { r.AddCookie(cookies[0]) })
	const german = `<option value="de" selected>Deutsch</option>`
	holds(t, page, `<html lang="en" data-theme="light">`, `Language of Test guild <select name="guild-locale"><option value="en-US">English</option>`+german, german, `<option value="light" selected>`, `value="yes" checked>`)
	lacks(t, getFrom(t, s, "/?as=alice", nil), `value="yes" checked>`, `name="locale"><option value="en-US">English</option>`+german)
}

func TestRolesAreGiven(t *testing.T) {
	t.Parallel()
	s := serverOf(newFakeWorld(newFake()))
	holds(t, getFrom(t, s, "/?as=bob", nil), `<summary>Roles in Test guild</summary>`, `<legend>Bob</legend><label class="tick"><input type="checkbox" name="roles-2" value="77"> players</label>`)
	w := postTo(t, s, "/roles?as=bob&channel=games", url.Values{"roles-2": {"77", "1"}, "roles-1": {"2"}}, navigating)
	if want := "/?as=bob&channel=games"; w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
		t.Fatalf("status %d to %q, want a redirect to %q", w.Code, w.Header().Get("Location"), want)
	}
	page := getFrom(t, s, "/?as=alice", nil)
	holds(t, page, `name="roles-2" value="77" checked>`, `name="roles-1" value="77">`)
	lacks(t, getFrom(t, s, "/?as=alice&channel=@noughts", nil), `Roles in`)
}

func TestUnknownSettingsChangeNothing(t *testing.T) {
	t.Parallel()
	world := newFakeWorld(newFake())
	world.Members[1].User.SetLocale("hu")
	w := postTo(t, serverOf(world), "/settings?as=bob", url.Values{"locale": {"tlh"}, "guild-locale": {"tlh"}, "theme": {"neon"}}, navigating)
	if w.Code != http.StatusSeeOther || len(w.Result().Cookies()) > 0 || world.Members[1].User.Locale() != "hu" || world.Guilds[0].Locale() != "en-US" {
		t.Errorf("status %d, cookies %v, locale %q", w.Code, w.Result().Cookies(), world.Members[1].User.Locale())
	}
	page := getFrom(t, serverOf(world), "/", func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "theme", Value: "neon"}) })
	holds(t, page, `<html lang="en">`)
}
