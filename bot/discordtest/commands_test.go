package discordtest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

func TestBulkOverwriteKeepsWhatStays(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/applications/" + sc.bot.app.ID + "/commands"
		var before, after []discordtest.Command
		sc.bot.must("PUT", path, `[{"name":"a","description":"x"},{"name":"b","description":"x"},{"name":"a","type":2}]`, &before)
		sc.bot.must("PUT", path, `[{"name":"b","description":"y"},{"name":"a","description":"x"}]`, &after)
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
		sc.bot.must("GET", path, nil, &listed)
		if len(listed) != 2 || listed[0].Name != "b" {
			t.Errorf("listed %+v", listed)
		}
	})
}

func TestBulkOverwriteIsAllOrNothing(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/applications/" + sc.bot.app.ID + "/commands"
		sc.bot.register(greetCommand)
		for _, c := range []struct{ rule, body, want string }{
			{"same names", `[{"name":"a","description":"x"},{"name":"a","description":"y"}]`, "1 APPLICATION_COMMANDS_DUPLICATE_NAME"},
			{"one wrong", `[{"name":"a","description":"x"},{"name":"b"}]`, "1.description BASE_TYPE_REQUIRED"},
			{"101 slash commands", times(101, `{"name":"c#","description":"x"}`), "30032"},
			{"16 user commands", times(16, `{"name":"c#","type":2}`), "30032"},
		} {
			status, body := sc.bot.do("PUT", path, c.body)
			if err := hasError(body, c.want); status != 400 || err != nil {
				t.Errorf("%s: %d %v", c.rule, status, err)
			}
			time.Sleep(5 * time.Second) // of the bubble
		}
		if left := sc.bot.app.Commands(""); len(left) != 1 || left[0].Name != "greet" {
			t.Errorf("left: %+v", left)
		}
	})
}

func TestSingleCommands(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/applications/" + sc.bot.app.ID + "/guilds/" + sc.guild.ID + "/commands"
		status, body := sc.bot.do("POST", path, `{"name":"go","description":"x","name_localizations":{"de":"los","fr":"go"}}`)
		if status != http.StatusCreated {
			t.Fatalf("new: %d %s", status, body)
		}
		if status, body = sc.bot.do("POST", path, `{"name":"go","description":"y","name_localizations":{"de":"los","fr":"go"}}`); status != http.StatusOK {
			t.Fatalf("again: %d %s", status, body)
		}
		var c discordtest.Command
		if err := json.Unmarshal([]byte(body), &c); err != nil {
			t.Fatal(err)
		}
		if len(c.NameLocalizations) != 1 || c.GuildID != sc.guild.ID || c.Description != "y" {
			t.Errorf("command %+v", c)
		}
		var patched discordtest.Command
		sc.bot.must("PATCH", path+"/"+c.ID, `{"description":"z"}`, &patched)
		if patched.Name != "go" || patched.Description != "z" || patched.Version == c.Version || patched.NameLocalizations["de"] != "los" {
			t.Errorf("patched %+v", patched)
		}
		var listed []discordtest.Command
		sc.bot.must("GET", path, nil, &listed)
		if len(listed) != 1 || listed[0].NameLocalizations != nil {
			t.Errorf("listed %+v", listed)
		}
		sc.bot.must("GET", path+"?with_localizations=true", nil, &listed)
		if len(listed) != 1 || listed[0].NameLocalizations["de"] != "los" {
			t.Errorf("listed with localizations %+v", listed)
		}
		sc.bot.must("DELETE", path+"/"+c.ID, nil, nil)
		if status, body := sc.bot.do("GET", path+"/"+c.ID, nil); status != 404 || !strings.Contains(body, "10063") {
			t.Errorf("deleted: %d %s", status, body)
		}
	})
}

func TestTwoHundredCreationsADay(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/applications/" + sc.bot.app.ID + "/commands"
		for range 2 {
			sc.bot.must("PUT", path, times(100, `{"name":"c#","description":"x"}`), nil)
			sc.bot.must("PUT", path, `[]`, nil)
			time.Sleep(5 * time.Second) // of the bubble
		}
		status, body := sc.bot.do("POST", path, command(""))
		if err := hasError(body, "30034"); status != 400 || err != nil {
			t.Errorf("the 201st: %d %v", status, err)
		}
		time.Sleep(24 * time.Hour) // of the bubble
		sc.bot.must("POST", path, command(""), nil)
	})
}
