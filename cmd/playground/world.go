package main

import (
	"cmp"
	"fmt"
	"strings"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
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
const moderate = object.PermissionKickMembers | object.PermissionManageChannels | discordtest.PermissionManageMessages |
	object.PermissionManageNicknames | discordtest.PermissionManageRoles | discordtest.PermissionManageThreads |
	object.PermissionManageWebhooks | discordtest.PermissionModerateMembers | object.PermissionPinMessages

// fillWorld creates the servers with their channels, the people, and the bot's application. The first person owns the
// servers; Carol has installed the app for herself.
func fillWorld(w *web.World, discord *discordtest.Server, o options) {
	w.App, w.Topics = discord.NewApplication(botName), map[discordtest.Snowflake]string{}
	w.EmojiImage, w.Attachment = w.App.EmojiImage, discord.Attachment
	w.Client = func(m web.Member, c web.Channel) web.Client { return m.User.In(c.Real) }
	names := make([]string, 0, len(people)+len(o.members))
	for _, p := range people {
		names = append(names, p.name)
	}
	for i, name := range append(names, o.members...) {
		user := discord.NewUser(name)
		if o.language != "" {
			user.SetLocale(o.language)
		}
		w.Members = append(w.Members, web.Member{Slug: slugOf(name), Colour: people[i%len(people)].colour, User: user})
	}
	for _, g := range guilds {
		guild := discord.NewGuild(g.name)
		guild.SetLocale(cmp.Or(o.language, g.locale))
		w.Guilds = append(w.Guilds, guild)
		for _, c := range g.channels {
			w.Topics[guild.NewChannel(c.name).ID] = c.topic
		}
		players := guild.NewRole("players", 0)
		players.SetMentionable(true)
		guild.NewRole("moderators", moderate)
		for i, m := range w.Members {
			guild.Add(m.User)
			if i > 0 {
				guild.Give(m.User, players)
			}
		}
		guild.SetOwner(w.Members[0].User)
		if g.installed {
			guild.Install(w.App, o.permissions)
		}
	}
	w.Private = privateChannels(discord, w.App, w.Members)
	w.Members = append(w.Members, web.Member{Slug: slugOf(botName), Colour: "orange", User: w.App.User})
	w.Install(w.Members[len(people)-1], true)
}

const maxGroup = 10 // people in a group message on Discord

// privateChannels opens a direct message for each pair of people, one between each person and the bot, and a group
// message.
func privateChannels(discord *discordtest.Server, app *discordtest.Application, members []web.Member) []web.Private {
	var all []web.Private
	for _, m := range members {
		all = append(all, web.Private{Channel: discord.DirectMessage(m.User, app.User), Among: []web.Member{m}, Bot: botName})
	}
	for i, a := range members {
		for _, b := range members[i+1:] {
			all = append(all, web.Private{Channel: discord.DirectMessage(a.User, b.User), Among: []web.Member{a, b}})
		}
	}
	group := members[:min(len(members), maxGroup)]
	users := make([]*discordtest.User, len(group))
	for i, m := range group {
		users[i] = m.User
	}
	return append(all, web.Private{Channel: discord.GroupMessage(users...), Among: group})
}

func slugOf(name string) string { return strings.ToLower(name) }

// botVariables returns the environment variables that a bot needs to join this Discord, one NAME=VALUE a line.
func botVariables(w *web.World, discord *discordtest.Server) string {
	guild := w.Guilds[0]
	return fmt.Sprintf("DISCORD_API_URL=%s\nDISCORD_TOKEN=%s\nAPPLICATION_ID=%s\nGUILD_ID=%s\nCHANNEL_ID=%s\n",
		discord.URL(), w.App.Token, w.App.ID, guild.ID, guild.Channels()[0].ID)
}
