package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

// TestUseRefused checks what the page is told about a line that cannot be used.
func TestUseRefused(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.err = fmt.Errorf("%w: %w", discordtest.ErrBadValue, object.Mistake("size: “big” is not a whole number."))
	w := post(t, client, "/use", url.Values{"line": {"/classic size:big"}}, nil)
	if got := problem(t, w); w.Code != http.StatusUnprocessableEntity || got != "size: “big” is not a whole number." {
		t.Errorf("status %d, problem %q", w.Code, got)
	}
	if w := post(t, client, "/use-on", url.Values{"target": {"404"}, "command": {"x"}}, nil); problem(t, w) != "Nobody here has that name." {
		t.Errorf("somebody who is not here: %s", w.Body)
	}
	w = post(t, newFake(), "/use", url.Values{"line": {"/move"}}, nil)
	if want := `{"line":"/move square:","error":"The option “square” is required. Specify a value."}` + "\n"; w.Body.String() != want {
		t.Errorf("status %d: %s, want %s", w.Code, w.Body, want)
	}
}

type completion struct {
	Hint  string
	Items []struct {
		Label, Description, Line string
		Required                 bool
	}
	Selected int
}

func complete(t *testing.T, client *fakeClient, line string) completion {
	t.Helper()
	w := get(t, client, "/complete?as=alice&channel=general&line="+url.QueryEscape(line))
	var c completion
	if err := json.Unmarshal(w.Body.Bytes(), &c); w.Code != http.StatusOK || err != nil {
		t.Fatalf("status %d, %v: %s", w.Code, err, w.Body)
	}
	return c
}

func TestComplete(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		line     string
		want     string // the items' lines, joined by |
		selected int
	}{
		"nothing typed":         {"", "", -1},
		"no command":            {"hello", "", -1},
		"slash":                 {"/", "/classic |/config clock hours:|/help |/move square:", 0},
		"beginning":             {"/c", "/classic |/config clock hours:", 0},
		"middle":                {"/ov", "/move square:", 0},
		"unknown":               {"/zzz", "", -1},
		"name without space":    {"/help", "/help ", 0},
		"options":               {"/classic ", "/classic opponent:|/classic size:|/classic level:|/classic rated:", -1},
		"beginning of option":   {"/classic l", "/classic level:", 0},
		"required option":       {"/move ", "/move square:", 0},
		"users":                 {"/classic opponent:", "/classic opponent:@Alice |/classic opponent:@Bob |/classic opponent:@Carol Ann |/classic opponent:@Noughts ", 0},
		"user typed":            {"/classic opponent:@c", "/classic opponent:@Carol Ann ", 0},
		"user half typed":       {"/classic opponent:@Carol A", "/classic opponent:@Carol Ann ", 0},
		"after a user":          {"/classic opponent:@Carol Ann ", "/classic opponent:@Carol Ann size:|/classic opponent:@Carol Ann level:|/classic opponent:@Carol Ann rated:", -1},
		"option after a user":   {"/classic opponent:@Carol Ann s", "/classic opponent:@Carol Ann size:", 0},
		"choices":               {"/classic level:p", "/classic level:Plain luck |/classic level:Perfect ", 0},
		"numbers":               {"/classic size:4", "/classic size:4 ", 0},
		"after a number":        {"/classic size:4 r", "/classic size:4 rated:", 0},
		"nothing fits":          {"/classic level:zzz", "", -1},
		"booleans":              {"/classic rated:", "/classic rated:True |/classic rated:False ", 0},
		"asked of the bot":      {"/move square:b", "/move square:b3 ", 0},
		"subcommand's options":  {"/config clock ", "/config clock hours:", 0},
		"all options are there": {"/move square:b3 ", "", -1},
	}
	for name, tt := range tests {
		client := newFake()
		client.choices = []discordtest.Choice{{Name: "b3 wins", Value: "b3"}}
		c := complete(t, client, tt.line)
		var lines []string
		for _, item := range c.Items {
			lines = append(lines, item.Line)
		}
		if got := strings.Join(lines, "|"); got != tt.want || c.Selected != tt.selected {
			t.Errorf("%s: complete(%q)\n got %q, selected %d\nwant %q, selected %d", name, tt.line, got, c.Selected, tt.want, tt.selected)
		}
	}
}

func TestCompleteHints(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"/":                  "Commands",
		"/zzz":               "There is no such command.",
		"/classic ":          "/classic: Play a classic board",
		"/classic size:":     "size: Squares a side",
		"/classic level:zzz": "No options match your search.",
	}
	for line, want := range tests {
		if got := complete(t, newFake(), line).Hint; got != want {
			t.Errorf("complete(%q) hints %q, want %q", line, got, want)
		}
	}
}

func TestCompleteFails(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.err = fmt.Errorf("%w: no answer", discordtest.ErrFailed)
	if w := get(t, client, "/complete?line="+url.QueryEscape("/move square:b")); problem(t, w) != "Loading options failed" {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if w := get(t, client, "/complete?line=/"+strings.Repeat("x", 8000)); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a long line: status %d", w.Code)
	}
}

func FuzzComplete(f *testing.F) {
	for _, seed := range []string{"/classic size:4 opponent:@bob", "/config clock ", "/move square:", "/é: ::", "/ ", "#"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 1000 {
			return
		}
		for _, item := range complete(t, newFake(), line).Items {
			if strings.HasPrefix(line, "/") && !strings.HasPrefix(item.Line, "/") { // a text without the slash is a message
				t.Errorf("complete(%q) offers %q", line, item.Line)
			}
		}
	})
}

// bilingual returns commands with German translations.
func bilingual() []discordtest.Command {
	de := func(text string) map[string]string { return map[string]string{"de": text} }
	return []discordtest.Command{
		{Type: 2, Name: "Challenge", NameLocalizations: de("Herausfordern")},
		{Type: 1, Name: "config", NameLocalizations: de("einstellung"), Description: "Configure", DescriptionLocalizations: de("Einstellen"), Options: []discordtest.CommandOption{
			{Type: object.OptionSubCommand, Name: "clock", NameLocalizations: de("uhr"), Description: "The clock", DescriptionLocalizations: de("Die Uhr"), Options: []discordtest.CommandOption{
				{Type: object.OptionString, Name: "pace", NameLocalizations: de("tempo"), Description: "How fast", DescriptionLocalizations: de("Wie schnell"), Choices: []discordtest.Choice{
					{Name: "Quick", NameLocalizations: de("Schnell"), Value: "q"}, {Name: "Slow", Value: "s"},
				}},
			}},
		}},
	}
}

func TestSuggestionsAreInTheMembersLanguage(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.commands = bilingual()
	world := newFakeWorld(client)
	world.Members[1].User.SetLocale("de")
	s := serverOf(world)
	holds(t, getFrom(t, s, "/complete?as=bob&line=/", nil), `"label":"/einstellung uhr"`, `"description":"Die Uhr"`)
	holds(t, getFrom(t, s, "/complete?as=bob&line=/einstellung+uhr+", nil), `"label":"tempo"`, `"description":"Wie schnell"`)
	holds(t, getFrom(t, s, "/complete?as=bob&line=/einstellung+uhr+tempo:", nil), `"hint":"tempo: Wie schnell"`, `"label":"Schnell"`, `"label":"Slow"`)
	holds(t, getFrom(t, s, "/menu?as=bob&of=user", nil), `name="command" value="Challenge">Herausfordern</button>`)
}

func TestWhyThereIsNoCommand(t *testing.T) {
	t.Parallel()
	client := newFake()
	world := newFakeWorld(client)
	world.elsewhere["lounge"] = &fakeClient{changed: make(chan struct{})}
	holds(t, getFrom(t, serverOf(world), "/complete?as=bob&channel=lounge&line=/", nil), `"hint":"No app has commands for you here."`)
	client.commands = nil
	holds(t, getFrom(t, serverOf(world), "/complete?as=bob&channel=lounge&line=/", nil), `"hint":"The bot is still joining; try again in a moment."`)
}
