package bot

import (
	"net/http"
	"time"

	"noughts/bot/inbox"
	"noughts/bot/limits"
	"noughts/game"
)

// A Meter counts what the bot does, for whoever watches over it: package metrics
// has one. The bot knows no more of it, so that a program which counts nothing
// is built without a metrics library. Its methods are called often and at any
// time; they return at once.
type Meter interface {
	// Handler serves what was counted.
	http.Handler
	// Routes names the routes that Interacted will tell of.
	Routes(routes []string)
	// Interacted counts an interaction, with the time from its arrival to its
	// answer. route is "" when none was looked for.
	Interacted(route string, o inbox.Outcome, took time.Duration)
	// Limited counts an interaction or a new match that met a limit.
	Limited(l limits.Limit)
	// Searched counts a search.
	Searched(v game.Variant, level string, took time.Duration)
	// Called counts a REST call. status is "2xx" and so on, "429", or "lost"
	// when there was no answer.
	Called(route, status string, took time.Duration)
	// Identified and Resumed count gateway sessions that were asked for and taken
	// up again.
	Identified()
	Resumed()
	// Watch gives the meter what to read gauges with.
	Watch(read func() Gauges)
}

// Gauges are what a Meter reads when it is asked.
type Gauges struct {
	Games               int            // matches in memory: those of the last half hour
	Interactions        int            // in work or waiting for it
	Searching, Queueing int            // searches that run, and that wait for a place
	Workers             int            // places for searches
	Shards              map[string]int // how many are in each state: ShardStates
	Buckets             int            // members and servers that limits are kept for
	BackupAge           time.Duration  // of the newest
	BackupEvery         time.Duration  // how old it gets; 0 where none are made
	Tiles, MissingTiles int            // of the present set, among the application's emoji; 0 where none are installed
}

// ShardStates are the states of a shard.
var ShardStates = []string{shardUp, shardSilent, shardDown}

const (
	shardUp     = "up"
	shardSilent = "silent" // up, but nothing was heard for too long
	shardDown   = "down"
)

// gauges reads what can be read at any time.
func (b *Bot) gauges() Gauges {
	shards, load := b.shardStates(), b.owner.Load()
	g := Gauges{
		Games: load.Matches, Interactions: load.Requests,
		Searching: load.Searching, Queueing: load.Waiting, Workers: load.Workers,
		Shards:  map[string]int{shardUp: shards.Up, shardSilent: shards.Silent, shardDown: shards.Down},
		Buckets: b.rates.Size(),
	}
	if b.deps.NewestBackup != nil {
		g.BackupAge, g.BackupEvery = time.Since(b.deps.NewestBackup()), b.cfg.Backups.Every
	}
	if b.cfg.Tiles {
		installed, all := b.emojis.Installed()
		g.Tiles, g.MissingTiles = installed, all-installed
	}
	return g
}

// unmetered counts nothing.
type unmetered struct{}

func (unmetered) ServeHTTP(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

func (unmetered) Routes([]string)                                 {}
func (unmetered) Interacted(string, inbox.Outcome, time.Duration) {}
func (unmetered) Limited(limits.Limit)                            {}
func (unmetered) Searched(game.Variant, string, time.Duration)    {}
func (unmetered) Called(string, string, time.Duration)            {}
func (unmetered) Identified()                                     {}
func (unmetered) Resumed()                                        {}
func (unmetered) Watch(func() Gauges)                             {}
