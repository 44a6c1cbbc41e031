package metrics_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/discordtest"
	"noughts/bot/inbox"
	"noughts/bot/metrics"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game"
)

type fixture struct {
	t       *testing.T
	metrics *metrics.Metrics
	discord *discordtest.Server
	app     *discordtest.Application
	channel *discordtest.Channel
	members map[string]*discordtest.User
}

type shared struct{ store.Store }

func (shared) Shared() bool { return true }

func newFixture(t *testing.T) *fixture {
	t.Helper()
	h := &fixture{t: t, metrics: metrics.New(), discord: discordtest.NewServer(), members: map[string]*discordtest.User{}}
	if err := h.discord.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.discord.Close)
	h.app = h.discord.NewApplication("Noughts")
	guild := h.discord.NewGuild("House")
	h.channel = guild.NewChannel("games")
	guild.Install(h.app)
	for _, name := range []string{"alice", "bob"} {
		h.members[name] = h.discord.NewUser(name)
		guild.Add(h.members[name])
	}
	h.run()
	return h
}

func (h *fixture) run() {
	h.t.Helper()
	transport := &http.Transport{DialContext: h.discord.DialContext}
	b, err := bot.New(bot.Config{Token: config.Secret(h.app.Token), APIURL: h.discord.URL(), Backups: config.Backups{Every: time.Hour}}, bot.Deps{
		NewestBackup: time.Now,
		Logger:       slog.New(slog.DiscardHandler), Transport: transport, Dial: h.discord.DialContext,
		Store: h.metrics.Store(shared{storetest.Memory(h.t)}), Meter: h.metrics,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	h.t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			h.t.Error(err)
		}
		transport.CloseIdleConnections()
	})
	select {
	case <-b.Ready():
	case err := <-ended:
		h.t.Fatalf("the bot ended: %v", err)
	}
}

func (h *fixture) player(name string) *discordtest.Player {
	return discordtest.Play(h.t, h.members[name].In(h.channel))
}

func (h *fixture) scraped() string {
	w := httptest.NewRecorder()
	h.metrics.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		h.t.Errorf("/metrics is %d", w.Code)
	}
	return w.Body.String()
}

// playAStory plays a game between two members to its end and begins another against the computer.
// In between, one press is refused and one autocompletion is requested.
func (h *fixture) playAStory() {
	alice, bob := h.player("alice"), h.player("bob")
	alice.Uses("/classic opponent:@bob")
	bob.PressesID("/accept")
	for i, square := range []string{"a1", "a2", "b1", "b2", "c1"} {
		if i == 2 {
			bob.PressesID("/b2") // not his turn
		}
		[]*discordtest.Player{alice, bob}[i%2].PressesID("/" + square)
	}
	alice.Uses("/ultimate level:random first:them")
	alice.Completes("/move", "square", "e")
	alice.Uses("/help")
	bob.Uses("/games")
}

func TestAStoryIsCounted(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	h.playAStory()
	wanted := []string{
		`noughts_interactions_total{command="/classic",outcome="done"} 1`,
		`noughts_interactions_total{command="/m/{match}/{version}/{square}",outcome="done"} 5`,
		`noughts_interactions_total{command="/m/{match}/{version}/{square}",outcome="refused"} 1`,
		`noughts_interactions_total{command="/m/{match}/{version}/accept",outcome="done"} 1`,
		`noughts_games_started_total{variant="classic 3"} 1`,
		`noughts_games_started_total{variant="ultimate"} 1`,
		`noughts_games_ended_total{reason="line",variant="classic 3"} 1`,
		`noughts_store_seconds_count{operation="create"} 2`,
		`noughts_store_errors_total{operation="save"} 0`,
		`noughts_rest_calls_total{route="gateway",status="2xx"}`,
		`noughts_limited_total{limit="member"} 0`,
		`noughts_versions_lost_total 0`,
		`noughts_gateway_identifies_total 1`,
		`noughts_shards{state="up"} 1`,
		`noughts_games 2`,
		`noughts_search_seconds_count{level="random",variant="ultimate"} 1`,
		`noughts_searches{state="running"} 0`,
		`go_goroutines `,
		`process_resident_memory_bytes `,
	}
	shows := h.scraped()
	lacks := func(want string) bool { return !strings.Contains(shows, want) }
	// The bot counts an interaction only after it has answered, so the test waits for the counts.
	for late := time.Now().Add(10 * time.Second); slices.ContainsFunc(wanted, lacks) && time.Now().Before(late); {
		runtime.Gosched()
		shows = h.scraped()
	}
	for _, want := range wanted {
		if lacks(want) {
			t.Errorf("/metrics lacks %s", want)
		}
	}
	if t.Failed() {
		for line := range strings.Lines(shows) {
			if strings.HasPrefix(line, "noughts_") && !strings.Contains(line, "_bucket") && !strings.HasSuffix(line, " 0\n") {
				t.Log(strings.TrimSpace(line))
			}
		}
	}
}

// mostSeries is how many series a scrape of a bot may have, with every command used, every variant played at every
// level and every call made. A series for each member, server or match would exceed any number.
const mostSeries = 3000

func TestSeriesAreBounded(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	h.playAStory()
	before := series(h.scraped())
	for range 3 { // play the same games again, as new matches
		h.playAStory()
	}
	shows := h.scraped()
	// A call or an operation that happens for the first time adds the series of its histogram.
	if after := series(shows); after > before+100 || after > mostSeries {
		t.Errorf("%d series after one story, %d after four; at most %d are allowed", before, after, mostSeries)
	}
	for line := range strings.Lines(shows) {
		if !strings.HasPrefix(line, "#") && numbered.MatchString(line) {
			t.Errorf("a label holds an id: %s", line)
		}
	}
	problems, err := testutil.GatherAndLint(h.metrics.Gatherer())
	if err != nil || len(problems) > 0 {
		t.Errorf("Prometheus wants other names: %+v, %v", problems, err)
	}
}

// numbered matches quoted strings that contain a snowflake or a random token.
var numbered = regexp.MustCompile(`"[^"]*(\d{15,}|[A-Za-z0-9_-]{24,})[^"]*"`)

func series(shows string) (n int) {
	for line := range strings.Lines(shows) {
		if !strings.HasPrefix(line, "#") {
			n++
		}
	}
	return n
}

// All unknown routes and levels share one series, so that they cannot multiply the series.
func TestUnknownNamesShareASeries(t *testing.T) {
	t.Parallel()
	m := metrics.New()
	m.Routes([]string{"/known"})
	for n := range 100 {
		m.Interacted(fmt.Sprint("/unknown/", n), inbox.Outcome("done"), time.Millisecond)
		m.Searched(game.Ultimate, fmt.Sprint("level ", n), time.Millisecond)
	}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{
		`noughts_interactions_total{command="other",outcome="done"} 100`,
		`noughts_search_seconds_count{level="other",variant="ultimate"} 100`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("/metrics lacks %s", want)
		}
	}
}
