package world_test

import (
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

func TestEmbedsAsTheyAreKept(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		var m discordtest.Message
		sc.Bot.Must("POST", "/channels/"+sc.Channel.ID+"/messages", `{"embeds":[
			{"title":" a ","url":"https://example.com/1","type":"link","footer":{"text":" f "},"provider":{"name":"p"},
				"image":{"url":"https://example.com/a.png","width":3},"timestamp":"2026-01-02T03:04:05+02:00","color":255,"fields":[{"name":" n","value":"v "}]},
			{"title":"b","url":"https://example.com/1"},{"title":"c"},{"color":255},{"title":"d"}]}`, &m)
		if len(m.Embeds) != 3 {
			t.Fatalf("%d embeds: two have the same address, one shows nothing", len(m.Embeds))
		}
		want := `{"color":255,"fields":[{"inline":false,"name":"n","value":"v"}],"footer":{"text":"f"},"image":{"url":"https://example.com/a.png"},` +
			`"timestamp":"2026-01-02T01:04:05+00:00","title":"a","type":"rich","url":"https://example.com/1"}`
		if got := string(m.Embeds[0]); got != want {
			t.Errorf("kept %s\nwant %s", got, want)
		}
	})
}
