package clients

import "noughts/bot/discordtest"

func (p part) ownAccount() {
	p.does("account", "umpire, a picture, Watches games, games")
	p.does("guilds", "Guild")
	if m := p.bob.Sees("Guild"); m.Author.Username != "umpire" {
		p.t.Errorf("bob sees %q", m.Author.Username)
	}
	p.does("emojis", "nought; left 0")
}

func (p part) people() {
	p.does("write", "alice")
	dm := p.server.DirectMessage(p.aliceUser, p.app.User)
	discordtest.Play(p.t, p.aliceUser.In(dm)).Sees("A word in private")
}

func (p part) guildCommands() {
	p.does("commands", "local: Only here; left 0")
}

func (p part) menus() {
	shown := p.alice.Uses("/choose")
	winners := p.guild.NewRole("winners", 0)
	for _, c := range []struct {
		menu   string
		values []string
		want   string
	}{
		{"users", []string{p.aliceUser.ID, p.bobUser.ID}, "users: alice, bob"},
		{"roles", []string{winners.ID}, "roles: winners"},
		{"channels", []string{p.channel.ID}, "channels: games"},
		{"mentionables", []string{p.bobUser.ID, winners.ID}, "mentionables: bob, winners"},
	} {
		a, err := p.bob.Client().Choose(p.t.Context(), shown.ID, c.menu, c.values...)
		if err != nil {
			p.t.Errorf("%s: %v", c.menu, err)
			continue
		}
		p.shows(*a.Message, c.want)
	}
}

func (p part) asks() {
	p.submits("/ask", map[string]any{"notes": "On the big board", "size": []string{"5"}, "opponent": p.bobUser},
		"On the big board; 5; bob")
}

func (p part) applies() {
	p.submits("/apply", map[string]any{
		"game": discordtest.File{Name: "game.txt", Content: []byte("1 5 9")}, "side": "x", "days": []string{"sat", "sun"}, "rules": true,
	}, "game.txt: 1 5 9; x; sat,sun; true")
}

// submits has alice use a command that opens a form, and submit the form. It fails the test unless
// the bot's answer shows the wanted text.
func (p part) submits(line string, values map[string]any, want string) {
	p.t.Helper()
	alice := p.alice.Client()
	form, err := alice.Type(p.t.Context(), line)
	if err != nil {
		p.t.Fatal(err)
	}
	a, err := alice.SubmitForm(p.t.Context(), form, values)
	if err != nil {
		p.t.Fatal(err)
	}
	p.shows(*a.Message, want)
}

func (p part) quotes() {
	said := p.bob.Says("Good game")
	a, err := p.alice.Client().UseOnMessage(p.t.Context(), "Quote", said.ID)
	if err != nil {
		p.t.Fatal(err)
	}
	p.shows(*a.Message, "bob: Good game")
}
