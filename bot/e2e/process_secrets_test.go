package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/discordtest"
	"noughts/bot/metrics"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// These are the password of a database and the URL that contains it.
const (
	password    = "hunter2/9"
	databaseURL = "postgres://noughts:hunter2%2F9@db.example/noughts"
)

// leakyParts are a store, an HTTP transport and a source of computer players that sometimes fail. The errors contain
// all secrets that these parts know.
type leakyParts struct {
	store.Store
	http.RoundTripper
	token string

	mu    sync.Mutex
	calls map[string]int
}

// nth counts its calls with the same label `thing`, such as "save", and reports whether this call is number n, counted
// from 1.
func (b *leakyParts) nth(n int, thing string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls[thing]++
	return b.calls[thing] == n
}

// all returns a text with every secret that a careless error could contain.
func (b *leakyParts) all() string {
	return fmt.Sprintf("connecting to %s with %s as Bot %s", databaseURL, password, b.token)
}

func (b *leakyParts) Save(ctx context.Context, c store.Change) (match.Record, error) {
	switch begins := c.Expected == 0; {
	case !begins && b.nth(2, "save"), begins && b.nth(4, "begin, and fail"), begins && b.nth(4, "try again, and fail"):
		return match.Record{}, errors.New(b.all())
	case begins && b.nth(2, "begin, and panic"):
		panic(b.all())
	}
	return b.Store.Save(ctx, c)
}

func (b *leakyParts) Ping(context.Context) error { return errors.New(b.all()) }

func (b *leakyParts) newPlayer(v game.Variant, level string, seed uint64) (ai.Player, error) {
	if b.nth(1, "search") {
		panic(b.all())
	}
	player, err := ai.New(v, level, seed)
	return late(time.Second, player), err // so that the bot must edit its answer by the interaction's token
}

// RoundTrip makes the first and the third request with an interaction's token fail. The first gets a response that
// repeats the request's URL, the third an error. Both contain all secrets.
func (b *leakyParts) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.Contains(r.URL.Path, "/interactions/") || strings.Contains(r.URL.Path, "/webhooks/") {
		switch {
		case b.nth(1, "by token, refused"):
			said, err := json.Marshal(map[string]any{"code": 1, "message": r.URL.String() + " " + b.all()})
			if err != nil {
				return nil, err
			}
			return &http.Response{StatusCode: http.StatusInternalServerError, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(said)))}, nil
		case b.nth(2, "by token, lost"):
			return nil, fmt.Errorf("dialling %s: %s", r.URL, b.all())
		}
	}
	return b.RoundTripper.RoundTrip(r)
}

// The private key of the application is not searched for, because the bot never has it.
func TestNoOutputHoldsASecret(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		output := w.misadventures()
		for name, said := range output {
			for _, secret := range w.secrets() {
				if at := strings.Index(said, secret); at >= 0 {
					t.Errorf("%s shows %q: …%s…", name, secret, said[max(0, at-200):min(len(said), at+100)])
				}
			}
		}
		for _, happened := range []string{
			"[secret]", "job panicked", "search failed", "outcome=failed", "outcome=done", "the database does not take changes",
		} {
			if !strings.Contains(output["the log"], happened) {
				t.Errorf("the log has no %q, so that this test shows little", happened)
			}
		}
	}, leaking(t))
}

// leaking sets up a bot with metrics and with leakyParts in place of its store, transport and players.
func leaking(t *testing.T) setting {
	return func(cfg *bot.Config, deps *bot.Deps) {
		b := &leakyParts{Store: storetest.Memory(t), RoundTripper: deps.Transport, token: string(cfg.Token), calls: map[string]int{}}
		m := metrics.New()
		cfg.DatabaseURL = databaseURL
		deps.Store, deps.Transport, deps.NewPlayer, deps.Meter = m.Store(b), b, b.newPlayer, m
	}
}

// misadventures plays on a bot with leakyParts. It returns everything that the bot's owner can
// read, by name: the metrics, the health pages, the log, and two errors at startup.
func (w *world) misadventures() map[string]string {
	alice, bob := w.player("alice").Client(), w.player("bob").Client()
	for range 3 {
		for _, command := range []string{"/classic", "/ultimate", "/challenge", "/board", "/move"} {
			values := map[string]any{}
			if command == "/move" {
				values["square"] = "b2"
			}
			_, _ = alice.Use(w.t.Context(), command, values) // many of these fail, as the test wants
			settles(3 * time.Second)
		}
		if m, ok := live(w.player("bob")); ok {
			pads := actions(m)
			for _, action := range slices.Sorted(maps.Keys(pads)) {
				_, _ = bob.Press(w.t.Context(), m.ID, pads[action].CustomID)
			}
		}
		w.app.CloseConnections(4000) // nothing over HTTP
		settles(time.Minute)
	}
	said := map[string]string{}
	for _, path := range []string{"/metrics", "/readyz", "/livez"} {
		_, said[path] = w.asks(path)
	}
	w.halt()
	said["the log"] = w.logs.String()
	for name, err := range map[string]error{
		"the error of a wrong token":    w.refused(),
		"the error of a wrong database": wrongDatabase(),
	} {
		said[name] = fmt.Sprintf("%v %+v %#v", err, err, err)
	}
	return said
}

func (w *world) refused() error {
	transport := &http.Transport{DialContext: w.discord.DialContext}
	defer transport.CloseIdleConnections()
	b, err := bot.New(bot.Config{Token: config.Secret(w.app.Token + "x"), APIURL: w.discord.URL()},
		bot.Deps{Transport: transport, Dial: w.discord.DialContext})
	if err != nil {
		return err
	}
	return b.Run(w.t.Context())
}

// wrongDatabase returns the error for a DATABASE_URL with an unknown scheme.
func wrongDatabase() error {
	_, err := config.Load(func(name string) string {
		return map[string]string{"DISCORD_TOKEN": "t", "DATABASE_URL": "mysql" + strings.TrimPrefix(databaseURL, "postgres")}[name]
	})
	return err
}

func (w *world) secrets() []string {
	all := []string{w.app.Token, password, "hunter2%2F9", "hunter2"}
	w.mu.Lock()
	defer w.mu.Unlock()
	return append(all, w.issued...)
}

// noteToken records the token of an interaction in w.issued.
func (w *world) noteToken(d discordtest.Delivery) {
	var i struct{ Token string }
	if err := json.Unmarshal(d.Interaction, &i); err != nil {
		w.t.Error(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.issued = append(w.issued, i.Token)
}
