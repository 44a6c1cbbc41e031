package rest_test

import (
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
