package rest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

func TestBulkOverwriteKeepsWhatStays(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/commands"
		var before, after []discordtest.Command
		sc.Bot.Must("PUT", path, `[{"name":"a","description":"x"},{"name":"b","description":"x"},{"name":"a","type":2}]`, &before)
		sc.Bot.Must("PUT", path, `[{"name":"b","description":"y"},{"name":"a","description":"x"}]`, &after)
		if len(before) != 3 || len(after) != 2 {
			t.Fatalf("%d, then %d commands", len(before), len(after))
		}
		if after[0].ID != before[1].ID || after[0].Version == before[1].Version {
			t.Errorf("changed command: %+v, was %+v", after[0], before[1])
		}
		if after[1].ID != before[0].ID || after[1].Version != before[0].Version {
			t.Errorf("unchanged command: %+v, was %+v", after[1], before[0])
		}
		var listed []discordtest.Command
		sc.Bot.Must("GET", path, nil, &listed)
		if len(listed) != 2 || listed[0].Name != "b" {
			t.Errorf("listed %+v", listed)
		}
	})
}

func TestBulkOverwriteIsAllOrNothing(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/commands"
		sc.Bot.Register(testbot.GreetCommand)
		for _, c := range []struct{ rule, body, want string }{
			{"same names", `[{"name":"a","description":"x"},{"name":"a","description":"y"}]`, "1 APPLICATION_COMMANDS_DUPLICATE_NAME"},
			{"one wrong", `[{"name":"a","description":"x"},{"name":"b"}]`, "1.description BASE_TYPE_REQUIRED"},
			{"101 slash commands", testbot.Times(101, `{"name":"c#","description":"x"}`), "30032"},
			{"16 user commands", testbot.Times(16, `{"name":"c#","type":2}`), "30032"},
		} {
			status, body := sc.Bot.Do("PUT", path, c.body)
			if err := testbot.HasError(body, c.want); status != 400 || err != nil {
				t.Errorf("%s: %d %v", c.rule, status, err)
			}
			time.Sleep(5 * time.Second) // fake time: the test runs in a synctest bubble
		}
		if left := sc.Bot.App.Commands(""); len(left) != 1 || left[0].Name != "greet" {
			t.Errorf("left: %+v", left)
		}
	})
}

func TestSingleCommands(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/guilds/" + sc.Guild.ID + "/commands"
		status, body := sc.Bot.Do("POST", path, `{"name":"go","description":"x","name_localizations":{"de":"los","fr":"go"}}`)
		if status != http.StatusCreated {
			t.Fatalf("new: %d %s", status, body)
		}
		if status, body = sc.Bot.Do("POST", path, `{"name":"go","description":"y","name_localizations":{"de":"los","fr":"go"}}`); status != http.StatusOK {
			t.Fatalf("again: %d %s", status, body)
		}
		var c discordtest.Command
		if err := json.Unmarshal([]byte(body), &c); err != nil {
			t.Fatal(err)
		}
		if len(c.NameLocalizations) != 1 || c.GuildID != sc.Guild.ID || c.Description != "y" {
			t.Errorf("command %+v", c)
		}
		var patched discordtest.Command
		sc.Bot.Must("PATCH", path+"/"+c.ID, `{"description":"z"}`, &patched)
		if patched.Name != "go" || patched.Description != "z" || patched.Version == c.Version || patched.NameLocalizations["de"] != "los" {
			t.Errorf("patched %+v", patched)
		}
		var listed []discordtest.Command
		sc.Bot.Must("GET", path, nil, &listed)
		if len(listed) != 1 || listed[0].NameLocalizations != nil {
			t.Errorf("listed %+v", listed)
		}
		sc.Bot.Must("GET", path+"?with_localizations=true", nil, &listed)
		if len(listed) != 1 || listed[0].NameLocalizations["de"] != "los" {
			t.Errorf("listed with localizations %+v", listed)
		}
		sc.Bot.Must("DELETE", path+"/"+c.ID, nil, nil)
		if status, body := sc.Bot.Do("GET", path+"/"+c.ID, nil); status != 404 || !strings.Contains(body, "10063") {
			t.Errorf("deleted: %d %s", status, body)
		}
	})
}

func TestTwoHundredCreationsADay(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/commands"
		for range 2 {
			sc.Bot.Must("PUT", path, testbot.Times(100, `{"name":"c#","description":"x"}`), nil)
			sc.Bot.Must("PUT", path, `[]`, nil)
			time.Sleep(5 * time.Second) // fake time: the test runs in a synctest bubble
		}
		status, body := sc.Bot.Do("POST", path, testbot.Command(""))
		if err := testbot.HasError(body, "30034"); status != 400 || err != nil {
			t.Errorf("the 201st: %d %v", status, err)
		}
		time.Sleep(24 * time.Hour) // fake time: the test runs in a synctest bubble
		sc.Bot.Must("POST", path, testbot.Command(""), nil)
	})
}
