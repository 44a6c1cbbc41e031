package bot

import (
	"net/http"
	"time"

	"noughts/bot/inbox"
	"noughts/bot/limits"
	"noughts/game"
)

// A Meter counts what the bot does: package metrics has one. The bot depends on this interface alone, so that a
// program without metrics needs no metrics library. Its methods are called often, concurrently, and must return
// at once.
type Meter interface {
	// Handler serves the counts.
	http.Handler
	// Routes names the routes that Interacted can report.
	Routes(routes []string)
	// Interacted counts an interaction and the time from its arrival to its answer. route is "" if no handler
	// was looked up.
	Interacted(route string, o inbox.Outcome, took time.Duration)
	// Limited counts an interaction or a new match above a limit.
	Limited(l limits.Limit)
	// Searched counts a search.
	Searched(v game.Variant, level string, took time.Duration)
	// Called counts a REST call. status is "2xx" and so on, "429", or "lost" without an answer.
	Called(route, status string, took time.Duration)
	// Identified and Resumed count new and resumed gateway sessions.
	Identified()
	Resumed()
	// Watch gives the meter the function that reads its gauges.
	Watch(read func() Gauges)
}

// Gauges are values that a Meter reads on demand.
type Gauges struct {
	Games               int            // matches in the cache
	Interactions        int            // in work or waiting
	Searching, Queueing int            // running searches, and those that wait for a place
	Workers             int            // places for searches
	Shards              map[string]int // how many shards are in each of the ShardStates
	Buckets             int            // members and servers with rate limit buckets
	BackupAge           time.Duration  // of the newest
	BackupEvery         time.Duration  // the time between backups; 0 without backups
	Tiles, MissingTiles int            // of the current set, among the application's emoji; 0 if none are installed
}

// ShardStates are the states of a shard.
var ShardStates = []string{shardUp, shardSilent, shardDown}

const (
	shardUp     = "up"
	shardSilent = "silent" // connected, but silent for too long
	shardDown   = "down"
)

// gauges reads all gauges.
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
