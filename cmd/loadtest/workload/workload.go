// Package workload simulates the members of the load test. They play many games at once at a given
// rate. The package records the state of each game that Discord has shown, and at the end compares
// it with the state that the bot then shows. It sees only what a member sees on Discord.
package workload

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"noughts/bot/discordtest"
)

// A Setup describes the members and their games.
type Setup struct {
	Members, Games int
	Command        string         // begins a game
	Options        map[string]any // of the command, without the opponent
	Computer       bool           // play against the computer
	Seed           uint64
}

// A Load describes the interactions of a run.
type Load struct {
	Rate       float64 // interactions a second, 0 for as many as possible
	Flood      float64 // presses a second of a member who floods, 0 for none
	Reviews    int     // members who wait for a review at the same time
	Faults     bool    // inject faults of Discord
	FaultsSeed uint64
}

// A Report is the result of the play.
type Report struct {
	Time          time.Duration
	Latency       [2]*hdrhistogram.Snapshot // latencies, see NewHistogram: [0] without a flood, [1] with it
	Refused       uint64                    // private answers where a board was expected
	Incidents     []Incident
	Uncounted     uint64 // further incidents that are not in Incidents
	Started       int    // games begun
	Finished      int
	Faults        []Fault
	Flood         int // presses by the flooding member
	FloodAnswered int
	Reviews       int // requested reviews
	ReviewsMade   int
	ReviewLongest time.Duration // of the reviews that were shown
	NotSent       string        // the last action that a member could not take
}

const (
	// gamesInGuild is how many games share a guild and its channel. guildsOfShard is the largest
	// number of guilds: with more, Discord would recommend another shard.
	gamesInGuild  = 8
	guildsOfShard = 2000
)

// A Workload holds all series of games and their shared state.
type Workload struct {
	app      *discordtest.Application
	seed     uint64
	series   []*series
	results  *results
	arrivals *arrivals
	flood    *flood // nil without a flood
	reviews  *reviews
	faults   []Fault
	stop     chan struct{}
	began    time.Time
	playing  sync.WaitGroup

	claimed  sync.Map // the series that each match belongs to: match → *series
	finished sync.Map // matches that have ended: match → true
	started  atomic.Int64
	ended    atomic.Int64
}

// New creates the members and guilds on a Discord whose bot is app.
func New(s *discordtest.Server, app *discordtest.Application, setup Setup) *Workload {
	w := &Workload{app: app, seed: setup.Seed, results: newResults()}
	users := make([]*discordtest.User, setup.Members)
	for i := range users {
		users[i] = s.NewUser(fmt.Sprint("member-", i))
	}
	perGuild := max(gamesInGuild, (setup.Games+guildsOfShard-1)/guildsOfShard)
	var channel *discordtest.Channel
	for i := range setup.Games {
		if i%perGuild == 0 {
			guild := s.NewGuild(fmt.Sprint("guild-", i/perGuild))
			guild.Install(app)
			channel = guild.NewChannel("games")
		}
		w.series = append(w.series, w.newSeries(setup, i, users, channel))
	}
	return w
}

// newSeries creates the i-th series and adds its players to the channel.
func (w *Workload) newSeries(setup Setup, i int, users []*discordtest.User, c *discordtest.Channel) *series {
	s := &series{workload: w, command: setup.Command, options: map[string]any{}, random: rand.New(rand.NewPCG(setup.Seed, uint64(i)))}
	maps.Copy(s.options, setup.Options)
	players := 2
	if setup.Computer {
		players = 1
	}
	for n := range players {
		u := users[(i*players+n)%len(users)]
		c.Guild.Add(u)
		s.players = append(s.players, u.In(c))
	}
	if !setup.Computer {
		s.options["opponent"] = s.players[1].User()
	}
	return s
}

// membersStream and floodStream are numbers of random streams. A seed and the number of a stream
// determine its random numbers. The streams of the series are numbered from 0.
const (
	membersStream = 1<<63 + iota
	floodStream
)

// Start lets the members play until Stop or the end of ctx.
func (w *Workload) Start(ctx context.Context, l Load) {
	w.stop, w.began = make(chan struct{}), time.Now()
	w.arrivals = &arrivals{start: w.began, rate: l.Rate, random: rand.New(rand.NewPCG(w.seed, membersStream)), stop: w.stop}
	if l.Reviews > 0 {
		w.reviews = &reviews{places: make(chan struct{}, l.Reviews), stop: w.stop}
	}
	others := w.series
	if l.Flood > 0 {
		w.flood = &flood{rate: l.Flood, start: w.began, series: w.series[0], random: rand.New(rand.NewPCG(w.seed, floodStream))}
		others = others[1:]
		w.playing.Go(func() { w.flood.run(ctx) })
	}
	for _, s := range others {
		w.playing.Go(func() { s.play(ctx) })
	}
	if l.Faults {
		w.playing.Go(func() { w.faults = injectFaults(ctx, w.app, l.FaultsSeed, w.stop) })
	}
}

// Stop ends the play, waits for pending interactions and returns the report.
func (w *Workload) Stop() Report {
	close(w.stop)
	took := time.Since(w.began)
	w.playing.Wait()
	if w.reviews != nil {
		w.reviews.waiting.Wait()
	}
	w.results.mu.Lock()
	defer w.results.mu.Unlock()
	r := Report{
		Time: took, Latency: [2]*hdrhistogram.Snapshot{w.results.latency[0].Export(), w.results.latency[1].Export()},
		Refused: w.results.refused, Incidents: w.results.incidents, Uncounted: w.results.uncounted, NotSent: w.results.notSent,
		Started: int(w.started.Load()), Finished: int(w.ended.Load()), Faults: w.faults,
	}
	if w.reviews != nil {
		r.Reviews, r.ReviewsMade = int(w.reviews.asked.Load()), int(w.reviews.made.Load())
		r.ReviewLongest = w.reviews.longest
	}
	if w.flood != nil {
		r.Flood, r.FloodAnswered = int(w.flood.sent.Load()), int(w.flood.answered.Load())
	}
	return r
}
