package main

import (
	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// The little Discord's inhabitants. Everything else about them is Discord's.
const (
	guildName = "Noughts playground"
	botName   = "Noughts"
)

var (
	people = []struct{ slug, name, colour string }{
		{"alice", "Alice", "blurple"},
		{"bob", "Bob", "teal"},
		{"carol", "Carol", "pink"},
	}
	channels = []struct{ name, topic string }{
		{"general", "Noughts and crosses, and the computer to play them against"},
		{"ultimate", "Nine boards at once"},
		{"quiet-corner", "For long games with long thoughts"},
	}
)

// newWorld creates the guild in a Discord and returns it as the page shows it,
// with the application that the bot logs in as.
func newWorld(discord *discordtest.Server) (*web.World, *discordtest.Application) {
	guild := discord.NewGuild(guildName)
	places := map[string]*discordtest.Channel{}
	world := &web.World{Guild: guild.Name, GuildID: guild.ID}
	for _, c := range channels {
		channel := guild.NewChannel(c.name)
		places[channel.ID] = channel
		world.Channels = append(world.Channels, web.Channel{ID: channel.ID, Name: c.name, Topic: c.topic})
	}
	for _, p := range people {
		user := discord.NewUser(p.name)
		guild.Add(user)
		world.Members = append(world.Members, web.Member{Slug: p.slug, Colour: p.colour, User: user})
	}
	app := discord.NewApplication(botName)
	guild.Install(app)
	world.Members = append(world.Members, web.Member{Slug: "noughts", Colour: "orange", User: app.User})
	world.Client = func(m web.Member, c web.Channel) web.Client { return m.User.In(places[c.ID]) }
	return world, app
}
