package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
)

func TestUse(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		line    string
		command string
		values  map[string]any // users are given by their names
	}{
		"no options":        {"/help", "help", map[string]any{}},
		"spaces around":     {"  /help  ", "help", map[string]any{}},
		"whole number":      {"/classic size:4", "classic", map[string]any{"size": 4}},
		"space after colon": {"/classic size: 4", "classic", map[string]any{"size": 4}},
		"user":              {"/classic opponent:@Bob", "classic", map[string]any{"opponent": "Bob"}},
		"user by id":        {"/classic opponent:<@2>", "classic", map[string]any{"opponent": "Bob"}},
		"name with space":   {"/classic opponent:@carol ann size:3", "classic", map[string]any{"opponent": "Carol Ann", "size": 3}},
		"choice by name":    {"/classic level:plain LUCK rated:True", "classic", map[string]any{"level": "random", "rated": true}},
		"choice by value":   {"/classic level:perfect", "classic", map[string]any{"level": "perfect"}},
		"subcommand":        {"/config clock hours:One day", "config clock", map[string]any{"hours": 24}},
		"colon in a value":  {"/move square:b3 or: c4", "move", map[string]any{"square": "b3 or: c4"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := newFake()
			w := post(t, client, "/use", url.Values{"line": {tt.line}}, nil)
			if w.Code != http.StatusNoContent {
				t.Fatalf("status %d: %s", w.Code, w.Body)
			}
			got := client.noted()[0]
			for name, value := range got.Values {
				if u, ok := value.(*discordtest.User); ok {
					got.Values[name] = u.Name()
				}
			}
			want := call{Method: "use", Name: tt.command, Values: tt.values}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("call (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUseRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"":                           "Nothing to send.",
		"/":                          "There is no command “/” here. Type / to see those that there are.",
		"/checkers now":              "There is no command “/checkers” here. Type / to see those that there are.",
		"/config":                    "There is no command “/config” here. Type / to see those that there are.",
		"/classic big":               "“big” is not an option of /classic.",
		"/classic size:":             "The option “size” has no value. Specify one.",
		"/classic size:big":          "size: “big” is not a whole number.",
		"/classic size:0":            "size: That is too little. The least is 1.",
		"/classic size:10":           "size: That is too much. The most is 9.",
		"/classic size:3 size:4":     "The option “size” is there twice.",
		"/classic level:best":        "level: “best” is not one of the choices.",
		"/classic rated:maybe":       "rated: “maybe” is neither True nor False.",
		"/classic opponent:@Mallory": "opponent: Nobody here is called “@Mallory”.",
		"/move":                      "The option “square” is required. Specify a value.",
	}
	for line, want := range tests {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			client := newFake()
			w := post(t, client, "/use", url.Values{"line": {line}}, nil)
			if got := problem(t, w); got != want {
				t.Errorf("problem %q, want %q", got, want)
			}
			if len(client.noted()) > 0 {
				t.Error("used all the same")
			}
		})
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
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := newFake()
			client.choices = []discordtest.Choice{{Name: "b3 wins", Value: "b3"}}
			c := complete(t, client, tt.line)
			var lines []string
			for _, item := range c.Items {
				lines = append(lines, item.Line)
			}
			if got := strings.Join(lines, "|"); got != tt.want || c.Selected != tt.selected {
				t.Errorf("complete(%q)\n got %q, selected %d\nwant %q, selected %d", tt.line, got, c.Selected, tt.want, tt.selected)
			}
		})
	}
}

func TestCompleteAsksWithOtherOptions(t *testing.T) {
	t.Parallel()
	client := newFake()
	complete(t, client, "/move square:b")
	want := []call{{Method: "complete", Name: "move", Words: []string{"square", "b"}, Values: map[string]any{}}}
	if diff := cmp.Diff(want, client.noted()); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
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

func TestCompleteBeforeTheBotIsThere(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.commands = nil
	if got, want := complete(t, client, "/").Hint, "The bot is still joining; try again in a moment."; got != want {
		t.Errorf("hint %q, want %q", got, want)
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
			{Type: discordtest.OptionSubCommand, Name: "clock", NameLocalizations: de("uhr"), Description: "The clock", DescriptionLocalizations: de("Die Uhr"), Options: []discordtest.CommandOption{
				{Type: discordtest.OptionString, Name: "pace", NameLocalizations: de("tempo"), Description: "How fast", DescriptionLocalizations: de("Wie schnell"), Choices: []discordtest.Choice{
					{Name: "Quick", NameLocalizations: de("Schnell"), Value: "q"}, {Name: "Slow", NameLocalizations: map[string]string{"en-GB": "Leisurely"}, Value: "s"},
				}},
			}},
		}},
	}
}

func bilingualWorld(locale string) (*fakeClient, *fakeWorld) {
	client := newFake()
	client.commands = bilingual()
	world := newFakeWorld(client)
	world.locales["bob"] = locale
	return client, world
}

func TestCommandsAreTypedInTheMembersLanguage(t *testing.T) {
	t.Parallel()
	tests := []struct{ locale, line, problem string }{
		{"de", "/einstellung uhr tempo:Schnell", ""},
		{"en-US", "/config clock pace:Quick", ""},
		{"fr", "/config clock pace:Quick", ""},
		{"de", "/config clock pace:Quick", ""}, // registered names work too
		{"de", "/einstellung uhr pace:Quick", ""},
		{"fr", "/einstellung uhr tempo:Schnell", "There is no command “/einstellung” here. Type / to see those that there are."},
		{"de", "/einstellung uhr tempo:Rapide", "tempo: “Rapide” is not one of the choices."},
		{"fr", "/config clock tempo:Quick", "“tempo:Quick” is not an option of /config clock."},
	}
	for _, tt := range tests {
		client, world := bilingualWorld(tt.locale)
		w := postTo(t, serverOf(world), "/use?as=bob", url.Values{"line": {tt.line}}, nil)
		if tt.problem != "" {
			if got := problem(t, w); got != tt.problem || len(client.noted()) > 0 {
				t.Errorf("%s in %s: %q, want %q", tt.line, tt.locale, got, tt.problem)
			}
			continue
		}
		want := []call{{Method: "use", Name: "config clock", Values: map[string]any{"pace": "q"}}}
		if diff := cmp.Diff(want, client.noted()); w.Code != http.StatusNoContent || diff != "" {
			t.Errorf("%s in %s: status %d, calls (-want +got):\n%s", tt.line, tt.locale, w.Code, diff)
		}
	}
}

func TestSuggestionsAreInTheMembersLanguage(t *testing.T) {
	t.Parallel()
	_, world := bilingualWorld("de")
	s := serverOf(world)
	holds(t, getFrom(t, s, "/complete?as=bob&line=/", nil), `"label":"/einstellung uhr"`, `"description":"Die Uhr"`)
	holds(t, getFrom(t, s, "/complete?as=bob&line=/einstellung+uhr+", nil), `"label":"tempo"`, `"description":"Wie schnell"`)
	holds(t, getFrom(t, s, "/complete?as=bob&line=/einstellung+uhr+tempo:", nil), `"hint":"tempo: Wie schnell"`, `"label":"Schnell"`, `"label":"Slow"`)
	holds(t, getFrom(t, s, "/menu?as=bob&of=user", nil), `name="command" value="Challenge">Herausfordern</button>`)
}

func TestEnglishesStandInForEachOther(t *testing.T) {
	t.Parallel()
	_, world := bilingualWorld("en-US")
	holds(t, getFrom(t, serverOf(world), "/complete?as=bob&line=/config+clock+pace:", nil), `"label":"Leisurely"`)
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
