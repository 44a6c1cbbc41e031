package main

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"noughts/bot/discordtest"
)

// A Town is what is to be built: who plays what, and where.
type Town struct {
	Members, Games int
	Command        string         // that begins a game
	Options        map[string]any // of the command, but for the opponent
	Computer       bool           // against the computer
	Shards         int            // that Discord recommends
	Troubled       bool           // there will be faults
	Seed           uint64
}

const (
	// gamesInGuild is how many games are played in one guild, in one channel. With
	// more than guildsOfShard guilds Discord would ask for another shard.
	gamesInGuild  = 8
	guildsOfShard = 2000
)

// A hall is where all games are played, and what their tables share.
type hall struct {
	tables   []*table
	book     ledger
	pace     *pace
	flood    *flood   // nil for none
	claimed  sync.Map // whose table a match is played at: match → *table
	finished sync.Map // the matches that have ended: match → true
	started  atomic.Int64
	ended    atomic.Int64
}

// newHall builds a town in a Discord and seats its members.
func newHall(s *discordtest.Server, app *discordtest.Application, t Town) *hall {
	h := &hall{}
	users := make([]*discordtest.User, t.Members)
	for i := range users {
		users[i] = s.NewUser(fmt.Sprint("member-", i))
	}
	perGuild := max(gamesInGuild, (t.Games+guildsOfShard-1)/guildsOfShard)
	var channel *discordtest.Channel
	for i := range t.Games {
		if i%perGuild == 0 {
			guild := s.NewGuild(fmt.Sprint("guild-", i/perGuild))
			guild.Install(app)
			channel = guild.NewChannel("games")
		}
		h.tables = append(h.tables, h.lay(t, i, users, channel))
	}
	return h
}

// lay lays a table in a channel.
func (h *hall) lay(t Town, i int, users []*discordtest.User, c *discordtest.Channel) *table {
	tab := &table{hall: h, command: t.Command, options: map[string]any{}, random: rand.New(rand.NewPCG(t.Seed, uint64(i)))}
	for name, v := range t.Options {
		tab.options[name] = v
	}
	seats := 2
	if t.Computer {
		seats = 1
	}
	for seat := range seats {
		u := users[(i*seats+seat)%len(users)]
		c.Guild.Add(u)
		tab.seats = append(tab.seats, u.In(c))
	}
	if !t.Computer {
		tab.options["opponent"] = tab.seats[1].User()
	}
	return tab
}

// played tells what has been played.
func (h *hall) played() Played {
	h.book.mu.Lock()
	defer h.book.mu.Unlock()
	p := Played{
		Tallies: h.book.tallies, Mishaps: h.book.mishaps, Unlisted: h.book.unlisted, Puzzle: h.book.puzzle,
		Started: int(h.started.Load()), Finished: int(h.ended.Load()),
	}
	if h.flood != nil {
		p.Flood, p.FloodAnswered = int(h.flood.sent.Load()), int(h.flood.answered.Load())
	}
	return p
}
