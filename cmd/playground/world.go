package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

const botName = "Noughts"

// Content of the playground's Discord.
var (
	people = []struct{ name, colour string }{
		{"Alice", "blurple"},
		{"Bob", "teal"},
		{"Carol", "pink"},
	}
	guilds = []struct {
		name, locale string
		installed    bool // the app is installed in this server
		channels     []struct{ name, topic string }
	}{
		{"Noughts playground", "en-US", true, []struct{ name, topic string }{
			{"general", "Tic-tac-toe, with each other or against the computer"},
			{"ultimate", "Nine boards at once"},
			{"quiet-corner", "For long games and deep thoughts"},
		}},
		{"Elsewhere", "de", false, []struct{ name, topic string }{
			{"lounge", "The app isn't in this server, whose language is German; members who installed it for themselves can use it"},
			{"games", "The app isn't here either"},
		}},
	}
)

// moderate are the permissions of the role "moderators", which the page can give to anybody.
const moderate = discordtest.PermissionKickMembers | discordtest.PermissionManageChannels | discordtest.PermissionManageMessages |
	discordtest.PermissionManageNicknames | discordtest.PermissionManageRoles | discordtest.PermissionManageThreads |
	discordtest.PermissionManageWebhooks | discordtest.PermissionModerateMembers | discordtest.PermissionPinMessages

// A world is the emulated Discord that the page shows.
type world struct {
	discord *discordtest.Server
	app     *discordtest.Application
	guilds  []*discordtest.Guild
	members []web.Member
	topics  map[discordtest.Snowflake]string
	private []private
	locales []web.Locale

	mu        sync.Mutex
	changed   chan struct{}
	installed map[*discordtest.User]bool
}

var _ web.World = (*world)(nil)

// newWorld returns an empty world with the given languages. Call fill next.
func newWorld(locales []web.Locale) *world {
	return &world{
		locales: locales,
		topics:  map[discordtest.Snowflake]string{}, changed: make(chan struct{}), installed: map[*discordtest.User]bool{},
	}
}

// fill creates the servers with their channels, the people, and the bot's application. The first person owns the
// servers. Carol has installed the app for herself. The options add members and give the bot extra permissions. If
// o.language is not "", it is the language of all members and servers.
func (w *world) fill(discord *discordtest.Server, o options) {
	w.discord, w.app = discord, discord.NewApplication(botName)
	names := make([]string, 0, len(people)+len(o.members))
	for _, p := range people {
		names = append(names, p.name)
	}
	for i, name := range append(names, o.members...) {
		user := discord.NewUser(name)
		if o.language != "" {
			user.SetLocale(o.language)
		}
		w.members = append(w.members, web.Member{Slug: slugOf(name), Colour: people[i%len(people)].colour, User: user})
	}
	for _, g := range guilds {
		guild := discord.NewGuild(g.name)
		guild.SetLocale(cmp.Or(o.language, g.locale))
		w.guilds = append(w.guilds, guild)
		for _, c := range g.channels {
			w.topics[guild.NewChannel(c.name).ID] = c.topic
		}
		players := guild.NewRole("players", 0)
		players.SetMentionable(true)
		guild.NewRole("moderators", moderate)
		for i, m := range w.members {
			guild.Add(m.User)
			if i > 0 {
				guild.Give(m.User, players)
			}
		}
		guild.SetOwner(w.members[0].User)
		if g.installed {
			guild.Install(w.app, o.permissions)
		}
	}
	w.addPrivate()
	w.members = append(w.members, web.Member{Slug: slugOf(botName), Colour: "orange", User: w.app.User})
	w.SetInstalled(w.members[len(people)-1], true)
}

// slugOf returns a member's identifier in the page's addresses.
func slugOf(name string) string { return strings.ToLower(name) }

// botVariables returns the environment variables that a bot needs to join this Discord, one
// NAME=VALUE a line. The token is valid only for this Discord.
func (w *world) botVariables() string {
	guild := w.guilds[0]
	return fmt.Sprintf("DISCORD_API_URL=%s\nDISCORD_TOKEN=%s\nAPPLICATION_ID=%s\nGUILD_ID=%s\nCHANNEL_ID=%s\n",
		w.discord.URL(), w.app.Token, w.app.ID, guild.ID, guild.Channels()[0].ID)
}

// Guilds returns the guilds.
func (w *world) Guilds() []web.Guild {
	guilds := make([]web.Guild, len(w.guilds))
	for i, g := range w.guilds {
		guilds[i] = web.Guild{ID: g.ID, Name: g.Name(), Roles: g.Roles(), Locale: g.Locale()}
	}
	return guilds
}

// Members returns the people, then the bot.
func (w *world) Members() []web.Member { return w.members }

// Locales returns the languages that members and servers can choose.
func (w *world) Locales() []web.Locale { return w.locales }

// SetGuildLocale sets the language of a guild.
func (w *world) SetGuildLocale(g web.Guild, locale string) {
	if guild := w.guild(g); guild != nil {
		guild.SetLocale(locale)
	}
}

// guild returns the Discord server behind a guild of the page, or nil.
func (w *world) guild(g web.Guild) *discordtest.Guild {
	i := slices.IndexFunc(w.guilds, func(other *discordtest.Guild) bool { return other.ID == g.ID })
	if i < 0 {
		return nil
	}
	return w.guilds[i]
}

// RolesOf returns the roles of a member of a guild.
func (w *world) RolesOf(g web.Guild, m web.Member) []*discordtest.Role {
	if guild := w.guild(g); guild != nil {
		return guild.RolesOf(m.User)
	}
	return nil
}

// SetRoles replaces the member's roles in the guild by `wanted`. A bot also keeps its managed role.
func (w *world) SetRoles(g web.Guild, m web.Member, wanted []*discordtest.Role) {
	guild := w.guild(g)
	if guild == nil {
		return
	}
	for _, r := range guild.Roles() {
		switch {
		case r.Managed():
		case slices.Contains(wanted, r):
			guild.Give(m.User, r)
		default:
			guild.Take(m.User, r)
		}
	}
}

// Locale returns the language of a member's client.
func (w *world) Locale(m web.Member) string { return m.User.Locale() }

// SetLocale sets the language of a member's client.
func (w *world) SetLocale(m web.Member, locale string) { m.User.SetLocale(locale) }

// EmojiImage returns the image of an emoji that the application has uploaded.
func (w *world) EmojiImage(id discordtest.Snowflake) (contentType string, data []byte, ok bool) {
	return w.app.EmojiImage(id)
}

// Attachment returns the content of a file that was sent in a message.
func (w *world) Attachment(id discordtest.Snowflake) (contentType string, data []byte, ok bool) {
	return w.discord.Attachment(id)
}

// Installed reports whether a member has installed the app for themselves.
func (w *world) Installed(m web.Member) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.installed[m.User]
}

// SetInstalled installs the app for a member, or uninstalls it.
func (w *world) SetInstalled(m web.Member, installed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.installed[m.User] = installed
	if installed {
		w.app.InstallFor(m.User)
	} else {
		w.app.UninstallFor(m.User)
	}
}
