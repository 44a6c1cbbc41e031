package bot

import (
	"net/http"
	"slices"
	"time"

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
	Interacted(route string, o Outcome, took time.Duration)
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
}

// ShardStates are the states of a shard.
var ShardStates = []string{shardUp, shardSilent, shardDown}

const (
	shardUp     = "up"
	shardSilent = "silent" // up, but nothing was heard for too long
	shardDown   = "down"
)

// An Outcome is what became of an interaction.
type Outcome string

// The outcomes. Members get an answer in those up to busy; of the others only
// duplicate and silent are as they should be.
const (
	outcomeDone       Outcome = "done"
	outcomeRefused    Outcome = "refused" // with a reason and what to do
	outcomeLimited    Outcome = "limited" // told to slow down
	outcomeFailed     Outcome = "failed"  // told that something went wrong
	outcomePanicked   Outcome = "panicked"
	outcomeBusy       Outcome = "busy"       // told to come back
	outcomeSilent     Outcome = "silent"     // too fast, and told before
	outcomeDuplicate  Outcome = "duplicate"  // delivered before
	outcomeStale      Outcome = "stale"      // too old to be answered when it came
	outcomeLate       Outcome = "late"       // too old when its turn came
	outcomeDropped    Outcome = "dropped"    // there was no room even to say so
	outcomeUnanswered Outcome = "unanswered" // Discord did not take the answer
)

// Outcomes are all of them.
var Outcomes = []Outcome{
	outcomeDone, outcomeRefused, outcomeLimited, outcomeFailed, outcomePanicked, outcomeBusy, outcomeSilent, outcomeDuplicate, outcomeStale, outcomeLate, outcomeDropped, outcomeUnanswered,
}

// Answered says whether the member got an answer, and with it the time to it.
func (o Outcome) Answered() bool {
	return o.ByHandler() && o != outcomeUnanswered || o == outcomeLimited || o == outcomeBusy
}

// ByHandler says whether a handler was asked, which only then names its route.
func (o Outcome) ByHandler() bool {
	return slices.Contains([]Outcome{outcomeDone, outcomeRefused, outcomeFailed, outcomePanicked, outcomeUnanswered}, o)
}

// unmetered counts nothing.
type unmetered struct{}

func (unmetered) ServeHTTP(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

func (unmetered) Routes([]string)                              {}
func (unmetered) Interacted(string, Outcome, time.Duration)    {}
func (unmetered) Limited(limits.Limit)                         {}
func (unmetered) Searched(game.Variant, string, time.Duration) {}
func (unmetered) Called(string, string, time.Duration)         {}
func (unmetered) Identified()                                  {}
func (unmetered) Resumed()                                     {}
func (unmetered) Watch(func() Gauges)                          {}
