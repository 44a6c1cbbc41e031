package discordtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

const strictCommand = `[{"name":"set","description":"x","options":[
	{"type":4,"name":"n","description":"x","required":true,"min_value":1,"max_value":9},
	{"type":3,"name":"text","description":"x","min_length":2,"max_length":5},
	{"type":3,"name":"pick","description":"x","choices":[{"name":"The first","value":"1st"},{"name":"two","value":"2nd"}]},
	{"type":4,"name":"level","description":"x","choices":[{"name":"Easy","value":1},{"name":"Hard","value":2}]},
	{"type":4,"name":"big","description":"x"},
	{"type":5,"name":"loud","description":"x"},
	{"type":6,"name":"whom","description":"x"},
	{"type":3,"name":"where","description":"x","autocomplete":true}]},
 {"name":"config","description":"x","options":[
	{"type":1,"name":"show","description":"x"},
	{"type":2,"name":"channel","description":"x","options":[{"type":1,"name":"add","description":"x","options":[{"type":3,"name":"id","description":"x"}]}]}]}]`

func TestOptionRules(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.WithAnswer(Pad)
		sc.Bot.Register(strictCommand)
		alice := sc.Alice.In(sc.Channel)
		stranger := sc.Server.NewUser("stranger")
		elsewhere := discordtest.NewServer().NewUser("elsewhere")
		for _, c := range []struct {
			option string
			value  any
			want   error
		}{
			{"n", 9, nil}, {"n", 10, discordtest.ErrBadValue}, {"n", 0, discordtest.ErrBadValue}, {"n", "3", discordtest.ErrBadValue}, {"n", 2.0, discordtest.ErrBadValue},
			{"text", "ab", nil}, {"text", "a", discordtest.ErrBadValue}, {"text", "abcdef", discordtest.ErrBadValue}, {"text", "", discordtest.ErrBadValue}, {"text", 12, discordtest.ErrBadValue},
			{"pick", "1st", nil}, {"pick", "The first", discordtest.ErrBadValue}, {"pick", "third", discordtest.ErrBadValue},
			{"level", 2, nil}, {"level", 3, discordtest.ErrBadValue},
			{"big", 1<<53 - 1, nil}, {"big", 1 << 53, discordtest.ErrBadValue}, {"big", -1 << 53, discordtest.ErrBadValue},
			{"loud", false, nil}, {"loud", "yes", discordtest.ErrBadValue},
			{"whom", sc.Bob, nil}, {"whom", stranger, nil}, {"whom", elsewhere, discordtest.ErrBadValue}, {"whom", "bob", discordtest.ErrBadValue}, {"whom", (*discordtest.User)(nil), discordtest.ErrBadValue},
			{"where", "anything", nil},
			{"nothing", 1, discordtest.ErrNotThere},
		} {
			values := map[string]any{"n": 1}
			maps.Copy(values, map[string]any{c.option: c.value})
			if _, err := alice.Use(sc.Ctx, "/set", values); !errors.Is(err, c.want) {
				t.Errorf("%s = %v: %v, want %v", c.option, c.value, err, c.want)
			}
		}
		if _, err := alice.Use(sc.Ctx, "/set", nil); !errors.Is(err, discordtest.ErrBadValue) {
			t.Errorf("without the required option: %v", err)
		}
	})
}

func TestTypedLines(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		sc.Bot.Register(strictCommand)
		alice := sc.Alice.In(sc.Channel)
		for _, c := range []struct {
			line string
			want string // the options, as JSON
			err  error
		}{
			{`/set n:4 whom:@bob`, `[{"name":"n","type":4,"value":4},{"name":"whom","type":6,"value":"` + sc.Bob.ID + `"}]`, nil},
			{`/set n:1 whom:<@` + sc.Bob.ID + `>`, `[{"name":"n","type":4,"value":1},{"name":"whom","type":6,"value":"` + sc.Bob.ID + `"}]`, nil},
			{`/set pick:the first n:1`, `[{"name":"n","type":4,"value":1},{"name":"pick","type":3,"value":"1st"}]`, nil},
			{`/set n:1 level:Hard loud:True`, `[{"name":"n","type":4,"value":1},{"name":"level","type":4,"value":2},{"name":"loud","type":5,"value":true}]`, nil},
			{` /set n: 1 where:a or: b `, `[{"name":"n","type":4,"value":1},{"name":"where","type":3,"value":"a or: b"}]`, nil},
			{`/config show`, `[{"name":"show","type":1}]`, nil},
			{`/config channel add id:7`, `[{"name":"channel","type":2,"options":[{"name":"add","type":1,"options":[{"name":"id","type":3,"value":"7"}]}]}]`, nil},
			{`/config`, ``, discordtest.ErrNotThere}, {`/config channel`, ``, discordtest.ErrNotThere}, {`/config hide`, ``, discordtest.ErrNotThere},
			{`set n:1`, ``, discordtest.ErrNotThere}, {`/sett n:1`, ``, discordtest.ErrNotThere}, {``, ``, discordtest.ErrNotThere}, {`/set n`, ``, discordtest.ErrNotThere},
			{`/set n:x`, ``, discordtest.ErrBadValue}, {`/set n:1 n:2`, ``, discordtest.ErrBadValue}, {`/set n:1 whom:@nobody`, ``, discordtest.ErrBadValue}, {`/set n:`, ``, discordtest.ErrBadValue},
		} {
			_, err := alice.Type(sc.Ctx, c.line)
			if !errors.Is(err, c.err) {
				t.Errorf("%s: %v, want %v", c.line, err, c.err)
			}
			if c.err != nil {
				continue
			}
			var got struct {
				Data struct{ Options json.RawMessage }
			}
			if err := json.Unmarshal(it.Raw, &got); err != nil || string(got.Data.Options) != c.want {
				t.Errorf("%s:\n got %s\nwant %s", c.line, got.Data.Options, c.want)
			}
		}
	})
}

func TestCompletion(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(`{"type":8,"data":{"choices":[{"name":"Alpha","value":"a"}]}}`)
		sc.Bot.Register(strictCommand)
		alice := sc.Alice.In(sc.Channel)
		choices, err := alice.Complete(sc.Ctx, "/set", "where", "al", map[string]any{"loud": true})
		if err != nil || len(choices) != 1 || choices[0].Name != "Alpha" || choices[0].Value != "a" {
			t.Errorf("%+v %v", choices, err)
		}
		if o := it.Data.Options; len(o) != 2 || o[1].Name != "where" || !o[1].Focused || o[1].Value != "al" || o[0].Focused {
			t.Errorf("the bot got %+v", o)
		}
		if _, err := alice.Complete(sc.Ctx, "/set", "text", "al", nil); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("an option without completion: %v", err)
		}
		sc.Bot.Answer = func(Received) any {
			return `{"type":8,"data":{"choices":` + Times(26, `{"name":"c","value":"v"}`) + `}}`
		}
		if _, err := alice.Complete(sc.Ctx, "/set", "where", "al", nil); !errors.Is(err, discordtest.ErrFailed) {
			t.Errorf("26 choices: %v", err)
		}
	})
}

func TestComponentsRules(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(`{"type":4,"data":{"components":[
			{"type":1,"components":[
				{"type":2,"style":1,"custom_id":"/on","label":"x"},
				{"type":2,"style":1,"custom_id":"/off","label":"x","disabled":true},
				{"type":2,"style":5,"url":"https://example.com","label":"x"}]},
			{"type":1,"components":[{"type":3,"custom_id":"/two","min_values":2,"max_values":2,"options":[{"label":"A","value":"a"},{"label":"B","value":"b"},{"label":"C","value":"c"}]}]},
			{"type":1,"components":[{"type":5,"custom_id":"/who"}]}]}}`)
		alice := sc.Alice.In(sc.Channel)
		a := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		sc.Bot.Answer = func(got Received) any { *it = got; return `{"type":6}` }
		press := func(id string) error { _, err := alice.Press(sc.Ctx, a.Message.ID, id); return err }
		choose := func(id string, values ...string) error {
			_, err := alice.Choose(sc.Ctx, a.Message.ID, id, values...)
			return err
		}
		for i, c := range []struct{ got, want error }{
			{press("/on"), nil}, {press("/off"), discordtest.ErrDisabled}, {press("/none"), discordtest.ErrNotThere}, {press(""), discordtest.ErrNotThere}, {press("/two"), discordtest.ErrNotThere},
			{choose("/two", "a", "c"), nil}, {choose("/two", "a"), discordtest.ErrBadValue}, {choose("/two", "a", "a"), discordtest.ErrBadValue},
			{choose("/two", "a", "d"), discordtest.ErrBadValue}, {choose("/two"), discordtest.ErrBadValue}, {choose("/on", "a"), discordtest.ErrNotThere}, {choose("/on"), discordtest.ErrNotThere},
			{choose("/who", "12"), discordtest.ErrBadValue}, {choose("/who", sc.Bob.ID), nil},
		} {
			if !errors.Is(c.got, c.want) {
				t.Errorf("case %d: %v, want %v", i, c.got, c.want)
			}
		}
		var resolved struct {
			Users   map[string]discordtest.UserObject
			Members map[string]any
		}
		if err := json.Unmarshal(it.Data.Resolved, &resolved); err != nil || resolved.Users[sc.Bob.ID].Username != "bob" || len(resolved.Members) != 1 {
			t.Errorf("resolved %s", it.Data.Resolved)
		}
		if _, err := alice.Press(sc.Ctx, "12", "/on"); !errors.Is(err, discordtest.ErrNotVisible) {
			t.Errorf("a message that is not there: %v", err)
		}
		if err := alice.Delete(a.Message.ID); err != nil {
			t.Error(err)
		}
		if err := press("/on"); !errors.Is(err, discordtest.ErrNotVisible) {
			t.Errorf("a deleted message: %v", err)
		}
	})
}

func TestWhoHasLeftCanDoNothing(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.WithAnswer(Pad)
		bob := sc.Bob.In(sc.Channel)
		a := sc.OK(bob.Use(sc.Ctx, "ask", nil))
		sc.Guild.Remove(sc.Bob)
		if _, err := bob.Use(sc.Ctx, "ask", nil); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("use: %v", err)
		}
		if _, err := bob.Press(sc.Ctx, a.Message.ID, "/a"); !errors.Is(err, discordtest.ErrNotVisible) {
			t.Errorf("press: %v", err)
		}
		if len(bob.Messages()) != 0 || len(bob.Commands()) != 0 {
			t.Errorf("bob still sees %d messages and %d commands", len(bob.Messages()), len(bob.Commands()))
		}
		if _, err := sc.Alice.In(sc.Channel).UseOn(sc.Ctx, "Poke", sc.Bob); !errors.Is(err, discordtest.ErrBadValue) {
			t.Errorf("use on bob: %v", err)
		}
	})
}

func TestWhereCommandsAreOffered(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.WithAnswer(Pad)
		sc.Bot.Register(`[{"name":"all","description":"x"},{"name":"guild","description":"x","contexts":[0]},{"name":"dm","description":"x","contexts":[1]},
			{"name":"mine","description":"x","integration_types":[1]},{"name":"admin","description":"x","default_member_permissions":"32"}]`)
		sc.Bot.Must("PUT", "/applications/"+sc.Bot.App.ID+"/guilds/"+sc.Guild.ID+"/commands", `[{"name":"here","description":"x"}]`, nil)
		away := sc.Server.NewGuild("Away")
		away.Add(sc.Alice)
		places := map[string]*discordtest.Channel{
			"guild": sc.Channel, "away": away.NewChannel("far"),
			"dm": sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User), "group": sc.Server.GroupMessage(sc.Alice, sc.Bob),
		}
		check := func(when string, want map[string]string) {
			t.Helper()
			for place, c := range places {
				names := ""
				for _, cmd := range sc.Alice.In(c).Commands() {
					names += cmd.Name + " "
				}
				if names != want[place] {
					t.Errorf("%s, %s: %q, want %q", when, place, names, want[place])
				}
			}
		}
		check("installed in the guild", map[string]string{"guild": "all guild here ", "dm": "admin all dm "})
		sc.Guild.Grant(sc.Alice, 32)
		sc.Bot.App.InstallFor(sc.Alice)
		check("installed for alice too", map[string]string{
			"guild": "admin all guild here mine ", "away": "all guild mine ", "dm": "admin all dm mine ", "group": "admin all mine "})
	})
}

func TestPayloads(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		sc.Alice.SetLocale("de")
		sc.Guild.SetLocale("hu")
		role := sc.Guild.NewRole("players", discordtest.PermissionManageMessages)
		sc.Guild.Give(sc.Alice, role)
		sc.OK(sc.Alice.In(sc.Channel).UseOn(sc.Ctx, "Poke", sc.Bob))
		if it.Locale != "de" || it.GuildLocale != "hu" || it.Context != 0 || it.GuildID != sc.Guild.ID || it.User != nil ||
			it.Owners["0"] != sc.Guild.ID {
			t.Errorf("in the guild: %s", it.Raw)
		}
		for _, want := range []string{
			`"version":1`, `"attachment_size_limit":10485760`, `"roles":["` + role.ID + `"]`,
			`"permissions":"` + sc.Channel.Permissions(sc.Alice).String(),
		} {
			if !strings.Contains(string(it.Raw), want) {
				t.Errorf("no %s in %s", want, it.Raw)
			}
		}
		dm := sc.Server.DirectMessage(sc.Bot.App.User, sc.Alice)
		sc.OK(sc.Alice.In(dm).Use(sc.Ctx, "ask", nil))
		if it.Context != 1 || it.Owners["0"] != "0" || it.GuildID != "" || it.Member != nil || it.User == nil || it.GuildLocale != "" {
			t.Errorf("in the direct message: %s", it.Raw)
		}
		if again := sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User); again != dm {
			t.Error("two users have two direct message channels")
		}
	})
}

func TestUserInstallMayFollowUpFiveTimes(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		sc.Bot.App.InstallFor(sc.Alice)
		group := sc.Server.GroupMessage(sc.Alice, sc.Bob)
		sc.OK(sc.Alice.In(group).Use(sc.Ctx, "ask", nil))
		for range 5 {
			sc.Bot.Must("POST", sc.Bot.Hook(it), `{"content":"x"}`, nil)
		}
		time.Sleep(2 * time.Second) // fake time, so that the route's rate limit resets
		status, body := sc.Bot.Do("POST", sc.Bot.Hook(it), `{"content":"x"}`)
		if err := HasError(body, "40094"); status != 400 || err != nil {
			t.Errorf("the sixth: %d %v", status, err)
		}
	})
}

func TestAwaitEndsWithTheContext(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		ctx, cancel := context.WithTimeout(sc.Ctx, time.Minute)
		defer cancel()
		_, err := sc.Bob.In(sc.Channel).Await(ctx, func(m []discordtest.Message) bool { return len(m) > 0 })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("in vain: %v", err)
		}
	})
}

const localizedCommands = `[{"name":"go","description":"Go on","name_localizations":{"de":"los","fr":"go","es-ES":"ir","en-GB":"proceed"},
	"description_localizations":{"de":"Weiter"},"options":[{"type":3,"name":"how","description":"How","name_localizations":{"de":"wie"},
	"choices":[{"name":"Fast","value":"f","name_localizations":{"de":"Schnell"}}]}]}]`

func TestLocalized(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
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
		sc.OK(sc.Alice.In(sc.Channel).Type(sc.Ctx, "/los how:schnell"))
		if it.Data.Name != "go" || it.Data.Options[0].Value != "f" {
			t.Errorf("the bot got %s: always the default names", it.Raw)
		}
	})
}

// TestLocalizationOfTheDefault checks that the server removes a localization that equals the command's default text,
// unless the locale's fallback would show another text.
func TestLocalizationOfTheDefault(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
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

func TestThingsAsValues(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		sc.Bot.Register(`[{"name":"set","description":"x","options":[
			{"type":7,"name":"channel","description":"x","channel_types":[0]}]}]`)
		thread := sc.Channel.NewThread("thread", sc.Alice)
		alice := sc.Alice.In(sc.Channel)
		for _, c := range []struct {
			option string
			value  any
			want   error
		}{
			{"channel", sc.Channel, nil}, {"channel", thread, discordtest.ErrBadValue}, {"channel", sc.Server.GroupMessage(sc.Alice, sc.Bob), discordtest.ErrBadValue},
		} {
			if _, err := alice.Use(sc.Ctx, "/set", map[string]any{c.option: c.value}); !errors.Is(err, c.want) {
				t.Errorf("%s = %v: %v, want %v", c.option, c.value, err, c.want)
			}
		}
		sc.OK(alice.Type(sc.Ctx, "/set channel:#games"))
		if want := `"channels":{"` + sc.Channel.ID; !strings.Contains(string(it.Data.Resolved), want) {
			t.Errorf("no %s in %s", want, it.Data.Resolved)
		}
		if _, err := alice.Type(sc.Ctx, "/set channel:#nowhere"); !errors.Is(err, discordtest.ErrBadValue) {
			t.Errorf("a channel that is not there: %v", err)
		}
	})
}
