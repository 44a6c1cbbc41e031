// Package workload simulates the members of the load test, who play many games at once at a given rate. It records the
// state of each game that Discord has shown. At the end it compares these states with those that the bot then shows. It
// uses only what a member sees on Discord.
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
	Options        map[string]any // options of Command, except the opponent
	Computer       bool           // play against the computer
	Seed           uint64
}

// A Load describes the interactions of a run.
type Load struct {
	Rate       float64 // interactions a second, 0 for as many as possible
	Flood      float64 // presses a second by one member who floods the bot; 0 for no flood
	Reviews    int     // largest number of members who wait for a review at the same time; 0 for no reviews
	Faults     bool    // inject faults of Discord
	FaultsSeed uint64
}

// A Report holds what was measured while the members played.
type Report struct {
	Time          time.Duration
	Latency       [2]*hdrhistogram.Snapshot // in microseconds: [0] while the flood was off, [1] while it was on
	Refused       uint64                    // number of answers that showed a private message instead of a board
	Incidents     []Incident
	Uncounted     uint64 // number of incidents that were too many for Incidents
	Started       int    // games begun
	Finished      int
	Faults        []Fault
	Flood         int // presses by the flooding member
	FloodAnswered int
	Reviews       int // requested reviews
	ReviewsMade   int
	ReviewLongest time.Duration // longest wait for a review that was shown
	NotSent       string        // describes the last action that was not sent, usually because the button was gone
}

const (
	// gamesInGuild is how many games share a guild and its only channel. If that would need more guilds than
	// guildsOfShard, more games share a guild: with more guilds, Discord would recommend another shard.
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

	claimed  sync.Map // match → the *series that the match belongs to
	finished sync.Map // match → true, for matches whose end was shown
	started  atomic.Int64
	ended    atomic.Int64
}

// New creates the members and guilds on an emulated Discord. `app` is the bot under test.
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

// newSeries creates the i-th series and adds its players to the guild of the channel c.
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

// membersStream and floodStream are numbers of random streams. A stream's random numbers depend only on the seed and
// the stream's number. Each series has a stream too, whose number is the index of the series.
const (
	membersStream = 1<<63 + iota
	floodStream
)

// Start lets the members play until Stop is called or ctx ends.
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
