package main

import (
	"sync"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// The little Discord's inhabitants. Everything else about them is Discord's.
const botName = "Noughts"

var (
	residents = []struct{ slug, name, colour string }{
		{"alice", "Alice", "blurple"},
		{"bob", "Bob", "teal"},
		{"carol", "Carol", "pink"},
	}
	settlements = []settlement{
		{name: "Noughts playground", locale: "en-US", installed: true, channels: []place{
			{"general", "Noughts and crosses, and the computer to play them against"},
			{"ultimate", "Nine boards at once"},
			{"quiet-corner", "For long games with long thoughts"},
		}},
		{name: "Elsewhere", locale: "de", channels: []place{
			{"lounge", "The app is not in this server, whose language is German: who installed it for themselves can use it"},
			{"games", "Not the app's either"},
		}},
	}
)

// A settlement is a guild to be founded.
type settlement struct {
	name, locale string
	installed    bool // the app is in it
	channels     []place
}

type place struct{ name, topic string }

// A town is the Discord as the page shows it.
type town struct {
	discord *discordtest.Server
	app     *discordtest.Application
	guilds  []*discordtest.Guild
	roles   map[*discordtest.Guild][]*discordtest.Role
	members []web.Member
	topics  map[discordtest.Snowflake]string
	private []private

	mu        sync.Mutex
	changed   chan struct{}
	installed map[*discordtest.User]bool
}

var _ web.World = (*town)(nil)

// newTown returns a town that settle fills.
func newTown() *town {
	return &town{
		topics: map[discordtest.Snowflake]string{}, roles: map[*discordtest.Guild][]*discordtest.Role{}, changed: make(chan struct{}), installed: map[*discordtest.User]bool{},
	}
}

// settle fills a Discord: guilds with their channels, people, and the
// application that the bot logs in as. Carol has installed it for herself.
func (t *town) settle(discord *discordtest.Server) {
	t.discord = discord
	for _, s := range settlements {
		t.found(s)
	}
	for _, r := range residents {
		user := discord.NewUser(r.name)
		t.members = append(t.members, web.Member{Slug: r.slug, Colour: r.colour, User: user})
		for _, g := range t.guilds {
			g.Add(user)
		}
	}
	t.app = discord.NewApplication(botName)
	for i, s := range settlements {
		if s.installed {
			t.guilds[i].Install(t.app)
		}
	}
	t.rule()
	t.addPrivate()
	t.members = append(t.members, web.Member{Slug: "noughts", Colour: "orange", User: t.app.User})
	t.SetInstalled(t.members[len(residents)-1], true)
}

// rule makes the first resident the owner of every guild, and gives the others
// a role.
func (t *town) rule() {
	for _, g := range t.guilds {
		g.SetOwner(t.members[0].User)
		players := g.NewRole("players", 0)
		players.SetMentionable(true)
		for _, m := range t.members[1:] {
			g.Give(m.User, players)
		}
		t.roles[g] = append(t.roles[g], players)
	}
}

func (t *town) found(s settlement) {
	guild := t.discord.NewGuild(s.name)
	guild.SetLocale(s.locale)
	t.guilds = append(t.guilds, guild)
	for _, p := range s.channels {
		t.topics[guild.NewChannel(p.name).ID] = p.topic
	}
}

// Guilds returns the guilds.
func (t *town) Guilds() []web.Guild {
	guilds := make([]web.Guild, len(t.guilds))
	for i, g := range t.guilds {
		guilds[i] = web.Guild{ID: g.ID, Name: g.Name, Roles: t.roles[g]}
	}
	return guilds
}

// Members returns the people, then the bot.
func (t *town) Members() []web.Member { return t.members }

// Locale returns the language of a member's client.
func (t *town) Locale(m web.Member) string { return m.User.Locale() }

// SetLocale sets it.
func (t *town) SetLocale(m web.Member, locale string) { m.User.SetLocale(locale) }

// Installed says whether a member has installed the app for themselves.
func (t *town) Installed(m web.Member) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.installed[m.User]
}

// SetInstalled installs the app for a member, or takes that back.
func (t *town) SetInstalled(m web.Member, installed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.installed[m.User] = installed
	if installed {
		t.app.InstallFor(m.User)
	} else {
		t.app.UninstallFor(m.User)
	}
}
