package driver_test

import (
	"errors"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

const localizedCommands = `[{"name":"go","description":"Go on","name_localizations":{"de":"los","fr":"go","es-ES":"ir","en-GB":"proceed"},
	"description_localizations":{"de":"Weiter"},"options":[{"type":3,"name":"how","description":"How","name_localizations":{"de":"wie"},
	"choices":[{"name":"Fast","value":"f","name_localizations":{"de":"Schnell"}}]}]}]`

func TestLocalized(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		it := sc.WithAnswer(testbot.Pad)
		sc.Bot.Register(localizedCommands)
		command := sc.Bot.App.Commands("")[0]
		for locale, want := range map[string]string{"de": "los", "fr": "go", "es-ES": "ir", "es-419": "ir", "en-US": "proceed", "en-GB": "proceed", "hu": "go"} {
			if got := command.Localized(locale).Name; got != want {
				t.Errorf("in %s: %q, want %q", locale, got, want)
			}
		}
		german := command.Localized("de")
		if german.Options[0].Name != "wie" || german.Options[0].Choices[0].Name != "Schnell" || command.Options[0].Choices[0].Name != "Fast" {
			t.Errorf("in German: %+v", german)
		}
		if len(command.NameLocalizations) != 3 {
			t.Errorf("what equals the default stays: %v", command.NameLocalizations)
		}
		sc.Alice.SetLocale("de")
		if _, err := sc.Alice.In(sc.Channel).Type(sc.Ctx, "/los how:schnell"); err != nil {
			t.Fatal(err)
		}
		if it.Data.Name != "go" || it.Data.Options[0].Value != "f" {
			t.Errorf("the bot got %s: always the default names", it.Raw)
		}
	})
}

// TestLocalizationOfTheDefault checks that the server removes a localization that equals the command's default text,
// unless the locale's fallback would show another text.
func TestLocalizationOfTheDefault(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Bot.Register(`[{"name":"color","description":"Choose one","name_localizations":{"en-GB":"colour","en-US":"color","de":"color"},
			"description_localizations":{"en-GB":"Choose one","en-US":"Choose one"}}]`)
		command := sc.Bot.App.Commands("")[0]
		for locale, want := range map[string]string{"en-US": "color", "en-GB": "colour", "de": "color"} {
			if got := command.Localized(locale).Name; got != want {
				t.Errorf("in %s: %q, want %q", locale, got, want)
			}
		}
		if len(command.NameLocalizations) != 2 || command.DescriptionLocalizations != nil {
			t.Errorf("what says nothing new stays: %v, %v", command.NameLocalizations, command.DescriptionLocalizations)
		}
	})
}

func TestStaleVersion(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.WithAnswer(testbot.Pad)
		alice := sc.Alice.In(sc.Channel)
		known := alice.Commands()
		i := len(known) - 1
		for known[i].Name != "ask" {
			i--
		}
		if _, err := alice.UseKnown(sc.Ctx, known[i], "/ask", nil); err != nil {
			t.Fatal(err)
		}
		sc.Bot.Register(strings.Replace(testbot.AskCommands, `"description":"x"`, `"description":"changed"`, 1))
		if _, err := alice.UseKnown(sc.Ctx, known[i], "/ask", nil); !errors.Is(err, discordtest.ErrOutdated) {
			t.Errorf("the old version: %v", err)
		}
		for _, c := range alice.Commands() { // Commands returns the changed command, which UseKnown must accept
			if c.Name == "ask" {
				if _, err := alice.UseKnown(sc.Ctx, c, "/ask", nil); err != nil {
					t.Errorf("the new version: %v", err)
				}
			}
		}
	})
}

func TestThingsAsValues(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		it := sc.WithAnswer(testbot.Pad)
		sc.Bot.Register(`[{"name":"set","description":"x","options":[
			{"type":8,"name":"role","description":"x"},{"type":7,"name":"channel","description":"x","channel_types":[0]},
			{"type":9,"name":"who","description":"x"}]}]`)
		role := sc.Guild.NewRole("players", 0)
		thread := sc.Channel.NewThread("thread", sc.Alice)
		alice := sc.Alice.In(sc.Channel)
		for _, c := range []struct {
			option string
			value  any
			want   error
		}{
			{"role", role, nil}, {"role", sc.Bob, discordtest.ErrBadValue}, {"role", sc.Server.NewGuild("Away").NewRole("x", 0), discordtest.ErrBadValue},
			{"channel", sc.Channel, nil}, {"channel", thread, discordtest.ErrBadValue}, {"channel", sc.Server.GroupMessage(sc.Alice, sc.Bob), discordtest.ErrBadValue},
			{"who", role, nil}, {"who", sc.Bob, nil}, {"who", sc.Channel, discordtest.ErrBadValue},
		} {
			if _, err := alice.Use(sc.Ctx, "/set", map[string]any{c.option: c.value}); !errors.Is(err, c.want) {
				t.Errorf("%s = %v: %v, want %v", c.option, c.value, err, c.want)
			}
		}
		_, err := alice.Type(sc.Ctx, "/set role:@players channel:#games who:<@&"+role.ID+">")
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`"roles":{"` + role.ID, `"channels":{"` + sc.Channel.ID} {
			if !strings.Contains(string(it.Data.Resolved), want) {
				t.Errorf("no %s in %s", want, it.Data.Resolved)
			}
		}
		for _, line := range []string{"/set role:@nobody", "/set channel:#nowhere", "/set who:@nobody"} {
			if _, err := alice.Type(sc.Ctx, line); !errors.Is(err, discordtest.ErrBadValue) {
				t.Errorf("%s: %v", line, err)
			}
		}
	})
}

func TestMenusOfThings(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		role := sc.Guild.NewRole("players", 0)
		it := sc.WithAnswer(`{"type":4,"data":{"components":[
			{"type":1,"components":[{"type":6,"custom_id":"/role","default_values":[{"id":"` + role.ID + `","type":"role"}]}]},
			{"type":1,"components":[{"type":7,"custom_id":"/who","max_values":2}]},
			{"type":1,"components":[{"type":8,"custom_id":"/channel","channel_types":[11]}]}]}}`)
		thread := sc.Channel.NewThread("thread", sc.Alice)
		alice := sc.Alice.In(sc.Channel)
		a, err := alice.Use(sc.Ctx, "ask", nil)
		if err != nil || a.Message.Components[0].Components[0].DefaultValues[0].ID != role.ID {
			t.Fatalf("%+v %v", a, err)
		}
		sc.Bot.Answer = func(got testbot.Received) any { *it = got; return `{"type":6}` }
		for _, c := range []struct {
			menu   string
			values []string
			want   error
		}{
			{"/role", []string{role.ID}, nil}, {"/role", []string{sc.Alice.ID}, discordtest.ErrBadValue},
			{"/who", []string{role.ID, sc.Bob.ID}, nil}, {"/who", []string{sc.Channel.ID}, discordtest.ErrBadValue},
			{"/channel", []string{thread.ID}, nil}, {"/channel", []string{sc.Channel.ID}, discordtest.ErrBadValue},
		} {
			_, err := alice.Choose(sc.Ctx, a.Message.ID, c.menu, c.values...)
			if !errors.Is(err, c.want) {
				t.Errorf("%s %v: %v, want %v", c.menu, c.values, err, c.want)
			}
			if err == nil && !strings.Contains(string(it.Data.Resolved), c.values[0]) {
				t.Errorf("%s: resolved %s", c.menu, it.Data.Resolved)
			}
		}
	})
}
