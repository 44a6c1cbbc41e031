package web_test

import (
	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// A fakeWorld has two guilds and direct messages, with fixed ids. All members share one client. Each channel in
// `elsewhere` has its own client instead.
type fakeWorld struct {
	*web.World
	elsewhere map[string]web.Client // by channel slug
}

func newFakeWorld(client web.Client) *fakeWorld {
	discord := discordtest.NewServer()
	app := discord.NewApplication("Noughts")
	app.User.ID = "9"
	w := &fakeWorld{&web.World{
		App: app, EmojiImage: emojiImage, Attachment: attachment, Topics: map[discordtest.Snowflake]string{"70": "Everything", "71": "Boards"},
		Locales: []web.Locale{{Code: "en-US", Name: "English"}, {Code: "de", Name: "Deutsch"}},
	}, map[string]web.Client{}}
	w.Client = func(_ web.Member, c web.Channel) web.Client {
		if own, ok := w.elsewhere[c.Slug]; ok {
			return own
		}
		return client
	}
	test, other := discord.NewGuild("Test guild"), discord.NewGuild("Other guild")
	test.ID, other.ID = "7", "8"
	test.NewChannel("general").ID, test.NewChannel("games").ID, other.NewChannel("lounge").ID = "70", "71", "80"
	test.NewRole("players", 0).ID = "77"
	w.Guilds = []*discordtest.Guild{test, other}
	for i, m := range []web.Member{{Slug: "alice", Colour: "blurple"}, {Slug: "bob", Colour: "teal"}, {Slug: "carol", Colour: "pink"}} {
		m.User = discord.NewUser([]string{"Alice", "Bob", "Carol Ann"}[i])
		m.User.ID = []string{"1", "2", "3"}[i]
		test.Add(m.User)
		other.Add(m.User)
		w.Members = append(w.Members, m)
		w.Private = append(w.Private, web.Private{Channel: discord.DirectMessage(m.User, app.User), Among: []web.Member{m}, Bot: "Noughts"})
	}
	test.Install(app)
	w.Members = append(w.Members, web.Member{Slug: "noughts", Colour: "orange", User: app.User})
	return w
}

// emojiImage returns a tile for the id 1. No other id has an image.
func emojiImage(id discordtest.Snowflake) (contentType string, data []byte, ok bool) {
	return "image/png", tile(), id == "1"
}

// attachment returns three files: a PNG image for the id 2, an HTML page for 3, and an SVG drawing for 5.
func attachment(id discordtest.Snowflake) (contentType string, data []byte, ok bool) {
	switch id {
	case "2":
		return "image/png", tile(), true
	case "3":
		return "text/html; charset=utf-8", []byte("<script>alert(1)</script>"), true
	case "5":
		return "image/svg+xml", []byte("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"), true
	}
	return "", nil, false
}
