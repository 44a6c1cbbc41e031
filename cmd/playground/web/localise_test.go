package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
)

// bilingual are commands with German names.
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
		{"de", "/config clock pace:Quick", `there is no command "/config": type / to see them`},
		{"de", "/einstellung uhr tempo:Quick", `tempo: "Quick" is not one of the choices`},
		{"de", "/einstellung uhr pace:Schnell", `"pace:Schnell" is not an option of /einstellung uhr`},
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
	holds(t, getFrom(t, serverOf(world), "/complete?as=bob&channel=lounge&line=/", nil), `"hint":"No app offers you anything here."`)
	client.commands = nil
	holds(t, getFrom(t, serverOf(world), "/complete?as=bob&channel=lounge&line=/", nil), `"hint":"The bot is still joining; try again in a moment."`)
}
