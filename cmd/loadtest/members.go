package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"noughts/bot/discordtest"
)

// members play many games at once and record what Discord has shown. They use only what a member sees on Discord.
type members struct {
	app      *discordtest.Application
	series   []*series
	results  *results
	arrivals *arrivals
	reviews  *reviews // nil without reviews
	faults   []span   // when injected faults may have affected interactions
	stop     context.CancelFunc
	playing  sync.WaitGroup

	claimed  sync.Map // match → the *series that the match belongs to
	finished sync.Map // match → true, for matches whose end was shown
	started  atomic.Int64
	ended    atomic.Int64
}

func newMembers(s *discordtest.Server, app *discordtest.Application, o options) *members {
	m := &members{app: app, results: newResults()}
	users := make([]*discordtest.User, o.members)
	for i := range users {
		users[i] = s.NewUser("member-" + strconv.Itoa(i))
	}
	const gamesInGuild, mostGuilds = 8, 2000 // with more guilds, Discord would recommend another shard
	perGuild := max(gamesInGuild, (o.games+mostGuilds-1)/mostGuilds)
	var channel *discordtest.Channel
	for i := range o.games {
		if i%perGuild == 0 {
			guild := s.NewGuild(fmt.Sprint("guild-", i/perGuild))
			guild.Install(app)
			channel = guild.NewChannel("games")
		}
		one := &series{
			members: m, game: &game{}, random: rand.New(rand.NewPCG(o.seed, uint64(i))), command: o.command(), values: map[string]any{},
		}
		for seat := range o.seats() {
			u := users[(i*o.seats()+seat)%len(users)]
			channel.Guild.Add(u)
			one.players = append(one.players, u.In(channel))
			if seat == 1 {
				one.values["opponent"] = u
			}
		}
		if size, err := strconv.Atoi(strings.TrimPrefix(o.variant, "classic")); err == nil {
			one.values["size"] = size
		}
		if o.level != "" {
			one.values["level"] = o.level
		}
		m.series = append(m.series, one)
	}
	return m
}

func (m *members) start(ctx context.Context, o options) {
	ctx, m.stop = context.WithCancel(ctx)
	m.arrivals = &arrivals{start: time.Now(), rate: o.rate, random: rand.New(rand.NewPCG(o.seed, 1<<63))} // series have smaller streams
	if o.reviews > 0 {
		m.reviews = &reviews{atOnce: o.reviews, waiting: &m.playing}
	}
	for _, s := range m.series {
		m.playing.Go(func() { s.play(ctx) })
	}
	if o.faults != nil {
		m.playing.Go(func() { m.faults = injectFaults(ctx, m.app, *o.faults) })
	}
}

func (m *members) stopPlay() time.Duration {
	m.stop()
	took := time.Since(m.arrivals.start)
	m.playing.Wait()
	return took
}

// arrivals decides when interactions are due: they form a Poisson process, as if many members pressed independently, or
// are due at once at rate 0. Latency is measured from the due time, not from the actual press. Otherwise a slow bot
// would improve its figures by delaying the presses.
type arrivals struct {
	start  time.Time
	rate   float64 // interactions a second
	random *rand.Rand

	mu     sync.Mutex
	passed float64 // the last due time, in seconds after start
}

func (a *arrivals) next(ctx context.Context) time.Time {
	if a.rate == 0 {
		return time.Now()
	}
	due := a.nextDue()
	sleep(ctx, time.Until(due))
	return due
}

func (a *arrivals) nextDue() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.passed += a.random.ExpFloat64() / a.rate
	return a.start.Add(time.Duration(a.passed * float64(time.Second)))
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

const (
	maxFaults      = 100_000                // no run reaches it
	faultGap       = 2 * time.Second        // the longest pause between two faults
	faultHeartbeat = 5 * time.Second        // the gateway's heartbeat interval: short, so that clients soon notice a silent connection
	faultLimit     = 30 * time.Second       // for the end of one fault: longer than a client needs to notice such a connection
	faultEcho      = 500 * time.Millisecond // how long a fault can have effects after its end, as by a rate limit
)

// faultsOverHTTP are those that are possible if interactions come over HTTP and there is no gateway.
var faultsOverHTTP = []discordtest.FaultKind{
	discordtest.FaultLoseRequest, discordtest.FaultLoseAnswer, discordtest.FaultLateRequest, discordtest.FaultLateAnswer,
	discordtest.FaultLimit, discordtest.FaultShared, discordtest.FaultGlobal, discordtest.FaultHTMLLimit, discordtest.FaultStatus,
}

// injectFaults injects one fault after another until ctx ends. It returns when they may have affected interactions.
func injectFaults(ctx context.Context, app *discordtest.Application, seed uint64) []span {
	kinds := discordtest.Faults()
	if app.InteractionsURL() != "" {
		kinds = slices.DeleteFunc(kinds, func(f discordtest.Fault) bool { return !slices.Contains(faultsOverHTTP, f.Kind) })
	}
	random := rand.New(rand.NewPCG(seed, 1))
	var spans []span
	for _, f := range discordtest.DrawFaults(seed, maxFaults, kinds...) {
		sleep(ctx, time.Duration(random.Int64N(int64(faultGap))))
		if ctx.Err() != nil || app.InteractionsURL() == "" && app.WaitConnected(ctx) != nil {
			return spans
		}
		injection, err := app.Inject(f)
		if err != nil {
			continue
		}
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), faultLimit)
		outcome, _ := injection.Wait(limited) // if faultLimit ends the wait, the span ends too early
		cancel()
		spans = append(spans, span{outcome.Injected, time.Now().Add(injection.Fault.Wait + faultEcho)})
	}
	return spans
}

// reviews lets members request reviews of games that they have just finished, and limits how many wait for one at the
// same time. A nil *reviews requests none.
type reviews struct {
	atOnce  int
	waiting *sync.WaitGroup

	mu             sync.Mutex
	ended          int     // shown or given up
	Asked          int     `json:"asked"`
	Made           int     `json:"made"` // shown before the run ended
	LongestSeconds float64 `json:"longest_seconds"`
}

const reviewPatience = 2 * time.Minute

func (r *reviews) after(ctx context.Context, member *discordtest.Client, message discordtest.Snowflake) {
	if r == nil {
		return
	}
	m, _ := member.Message(message)
	for _, button := range discordtest.Buttons(m) {
		if !strings.HasPrefix(button.CustomID, "/review/") {
			continue
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.Asked-r.ended < r.atOnce {
			r.Asked++
			r.waiting.Go(func() { r.ask(ctx, member, message, button.CustomID) })
		}
		return
	}
}

func (r *reviews) ask(ctx context.Context, member *discordtest.Client, message discordtest.Snowflake, button string) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, reviewPatience)
	defer cancel()
	shown := false
	answer, err := member.Press(ctx, message, button)
	if err == nil && answer.Message != nil {
		_, err = member.Await(ctx, func([]discordtest.Message) bool {
			m, _ := member.Message(answer.Message.ID)
			return len(m.Attachments) > 0 // the review's chart
		})
		shown = err == nil
		_ = member.Delete(answer.Message.ID)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended++
	if shown {
		r.Made++
		r.LongestSeconds = max(r.LongestSeconds, time.Since(began).Seconds())
	}
}
