package clients

import (
	"strconv"
	"testing"

	"noughts/bot/discordtest"
)

// playOnShards tests the bot of playStory on two shards, the number that GET /gateway/bot recommends here, with one
// guild on each shard. The bot must start two sessions, count two guilds, and answer commands in both guilds.
func playOnShards(t *testing.T, start botStarter) {
	t.Helper()
	sc := newScene(t, discordtest.WithShards(2))
	shardOf := func(g *discordtest.Guild) uint64 {
		id, err := strconv.ParseUint(g.ID, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return id >> 22 % 2
	}
	other := sc.server.NewGuild("Other")
	for shardOf(other) == shardOf(sc.guild) {
		other = sc.server.NewGuild("Other")
	}
	other.Add(sc.aliceUser)
	other.Install(sc.app)
	elsewhere := other.NewChannel("games")
	start(t, sc.account())
	sc.plays(t, "on two shards", func(p part) {
		p.registers()
		p.shows(p.alice.Uses("/guilds"), "2 guilds")
		p.shows(discordtest.Play(p.t, sc.aliceUser.In(elsewhere)).Uses("/ping"), "pong")
		p.hasIdentified(2)
	})
	sc.nothingRefused(t)
}

// playEndpoint tests a bot that has only /ping and receives its interactions over HTTP. The bot must set the address
// of its endpoint itself, answer /ping and start no gateway session.
func playEndpoint(t *testing.T, start botStarter) {
	t.Helper()
	sc := newScene(t)
	start(t, sc.account())
	sc.plays(t, "by HTTP", func(p part) {
		ctx, cancel := p.patience()
		defer cancel()
		p.registersCommands(ctx)
		p.shows(p.alice.Uses("/ping"), "pong")
		if sc.app.InteractionsURL() == "" || sc.app.Identifies() != 0 {
			p.t.Errorf("endpoint %q, %d sessions", sc.app.InteractionsURL(), sc.app.Identifies())
		}
	})
	sc.nothingRefused(t)
}
