package bot

import (
	"net/http"
	"time"

	"noughts/bot/gateway"
	"noughts/bot/inbox"
	"noughts/bot/limits"
	"noughts/game"
)

// A Meter counts events in the bot. Package metrics has an implementation. The bot depends only on
// this interface, so that a program without metrics needs no metrics library. All methods may be
// called often and concurrently, and must return at once.
type Meter interface {
	// Handler serves the counts over HTTP.
	http.Handler
	// Routes sets the routes that Interacted may be called with.
	Routes(routes []string)
	// Interacted counts an interaction and the time from its arrival to its answer. `route` is "" if
	// no handler was called.
	Interacted(route string, o inbox.Outcome, took time.Duration)
	// Limited counts an interaction or a new match that was above a limit.
	Limited(l limits.Limit)
	// Searched counts a search of the computer player for a move.
	Searched(v game.Variant, level string, took time.Duration)
	// Transport returns a transport that is like `next`, and counts the REST calls.
	Transport(next http.RoundTripper) http.RoundTripper
	// Identified and Resumed count new and resumed gateway sessions.
	Identified()
	Resumed()
	// Watch sets the function that reads the gauges.
	Watch(read func() Gauges)
}

// Gauges are values that a Meter reads on demand.
type Gauges struct {
	Games               int // matches in the cache
	Interactions        int // running or queued requests
	Searching, Queueing int // running searches for moves; queued searches whose move a member waits for
	Workers             int // slots for searches
	Shards              gateway.States
	Buckets             int           // number of members and servers with a rate limit bucket
	BackupAge           time.Duration // age of the newest backup
	BackupEvery         time.Duration // time between backups; 0 for no backups
	Tiles, MissingTiles int           // of the current set: installed tiles and missing ones; 0 if tiles are off
}

func (b *Bot) gauges() Gauges {
	load := b.matches.Load()
	g := Gauges{
		Games: load.Matches, Interactions: load.Requests,
		Searching: load.Searching, Queueing: load.Waiting, Workers: load.Workers,
		Shards: b.shardStates(), Buckets: b.rates.Size(),
	}
	if b.deps.NewestBackup != nil {
		g.BackupAge, g.BackupEvery = max(0, time.Since(b.deps.NewestBackup())), b.cfg.Backups.Every
	}
	if b.cfg.Tiles {
		installed, all := b.emojis.Installed()
		g.Tiles, g.MissingTiles = installed, all-installed
	}
	return g
}

type unmetered struct{}

func (unmetered) ServeHTTP(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

func (unmetered) Routes([]string)                                    {}
func (unmetered) Interacted(string, inbox.Outcome, time.Duration)    {}
func (unmetered) Limited(limits.Limit)                               {}
func (unmetered) Searched(game.Variant, string, time.Duration)       {}
func (unmetered) Transport(next http.RoundTripper) http.RoundTripper { return next }
func (unmetered) Identified()                                        {}
func (unmetered) Resumed()                                           {}
func (unmetered) Watch(func() Gauges)                                {}
