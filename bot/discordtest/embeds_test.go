package discordtest

import "testing"

func TestEmbedsAsTheyAreKept(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		var m Message
		sc.bot.must("POST", "/channels/"+sc.channel.ID+"/messages", `{"embeds":[
			{"title":" a ","url":"https://example.com/1","type":"link","footer":{"text":" f "},"fields":[{"name":" n","value":"v "}]},
			{"title":"b","url":"https://example.com/1"},{"title":"c"},{"title":"d"}]}`, &m)
		if len(m.Embeds) != 3 {
			t.Fatalf("%d embeds: two have the same address", len(m.Embeds))
		}
		want := `{"fields":[{"inline":false,"name":"n","value":"v"}],"footer":{"text":"f"},"title":"a","type":"rich","url":"https://example.com/1"}`
		if got := string(m.Embeds[0]); got != want {
			t.Errorf("kept %s\nwant %s", got, want)
		}
	})
}
