package e2e

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/discordtest"
	"noughts/bot/discordtest/openapi"
	"noughts/bot/limits"
)

// A world is an emulated Discord with a server, a channel and members, and the real bot in it.
type world struct {
	t       *testing.T
	discord *discordtest.Server
	app     *discordtest.Application
	guild   *discordtest.Guild
	channel *discordtest.Channel
	users   map[string]*discordtest.User

	mu       sync.Mutex
	requests []discordtest.Exchange
	issued   []string // the tokens of all interactions

	bot  *bot.Bot
	ops  *pipes
	logs *logBuffer
	stop context.CancelFunc
	done chan error
}

// A logBuffer keeps what the bot logs.
type logBuffer struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.String()
}

// A setting changes the configuration or the dependencies of a bot before the bot is made.
type setting func(*bot.Config, *bot.Deps)

// inhabited returns a Discord with three members and without a running bot. The function `serve` starts the Discord, on
// the network or in memory.
func inhabited(t *testing.T, serve func(*discordtest.Server) error, options ...discordtest.Option) *world {
	t.Helper()
	w := &world{t: t, users: map[string]*discordtest.User{}, logs: &logBuffer{}}
	if language() == "" { // Discord's document has no pseudo-locale
		options = append(options, openapi.Observer(t))
	}
	w.discord = discordtest.NewServer(append(append(options, inLanguage(t)...), discordtest.WithObserver(w.observe), discordtest.WithInteractionObserver(w.noteToken))...)
	if err := serve(w.discord); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.discord.Close)
	w.app = w.discord.NewApplication("Noughts")
	w.guild = w.discord.NewGuild("House")
	w.channel = w.guild.NewChannel("games")
	w.guild.Install(w.app)
	for _, name := range []string{"alice", "bob", "carol"} {
		w.users[name] = w.discord.NewUser(name)
		w.guild.Add(w.users[name])
	}
	return w
}

// onNetwork starts a Discord on the loopback network, in real time. Discord waits longer for
// answers than usual, because a busy machine may delay the bot.
func onNetwork(s *discordtest.Server) error {
	s.SetResponseTime(20 * time.Second)
	return s.Start()
}

func (w *world) observe(e discordtest.Exchange) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests = append(w.requests, e)
}

// requested returns the recorded requests with this method, or with any if it is "", whose path contains the text `path`.
func (w *world) requested(method, path string) []discordtest.Exchange {
	w.mu.Lock()
	defer w.mu.Unlock()
	var found []discordtest.Exchange
	for _, e := range w.requests {
		if (method == "" || e.Method == method) && strings.Contains(e.Path, path) {
			found = append(found, e)
		}
	}
	return found
}

// newWorld returns a world on the loopback network, after its bot has become ready.
func newWorld(t *testing.T, settings ...setting) *world {
	t.Helper()
	w := inhabited(t, onNetwork)
	w.start(settings...)
	w.awaitReady()
	return w
}

// start starts the bot. The end of the test stops the bot, and the test fails if Run returns an error.
func (w *world) start(settings ...setting) {
	w.t.Helper()
	cfg := bot.Config{Token: config.Secret(w.app.Token), APIURL: w.discord.URL(), Workers: 2}
	transport := &http.Transport{DialContext: w.discord.DialContext, MaxIdleConnsPerHost: 64}
	var seed [32]byte
	copy(seed[:], w.t.Name())
	deps := bot.Deps{
		Logger:    slog.New(slog.NewTextHandler(w.logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Transport: transport,
		Dial:      w.discord.DialContext,
		Rand:      rand.NewChaCha8(seed),
	}
	w.ops = newPipes()
	deps.OpsListener = w.ops
	deps.Limits = limits.Defaults
	deps.Limits.Member.Burst = 1e6 // members act faster in tests than people
	speakingTheLanguage(&cfg, &deps)
	for _, set := range settings {
		set(&cfg, &deps)
	}
	b, err := bot.New(cfg, deps)
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	w.bot, w.stop, w.done = b, stop, make(chan error, 1)
	go func() { w.done <- b.Run(ctx) }()
	w.t.Cleanup(func() {
		w.halt()
		transport.CloseIdleConnections()
		if w.t.Failed() {
			w.t.Logf("the bot logged:\n%s", w.logs)
		}
	})
}

// halt stops the bot and waits until it has stopped. It fails the test if Run returns an error, or if the
// stop takes longer than 15 seconds. It may be called more than once.
func (w *world) halt() {
	w.t.Helper()
	w.stop()
	select {
	case err, first := <-w.done:
		if first {
			close(w.done)
		}
		if err != nil {
			w.t.Errorf("Run: %v", err)
		}
	case <-time.After(15 * time.Second):
		w.t.Error("the bot did not stop")
	}
}

// ends waits until the bot has stopped by itself, and returns the error of Run. If the bot has not stopped after 15
// seconds, ends returns an error that says so.
func (w *world) ends() error {
	w.t.Helper()
	defer close(w.done)
	select {
	case err := <-w.done:
		return err
	case <-time.After(15 * time.Second):
		return errors.New("the bot runs on")
	}
}

func (w *world) awaitReady() {
	w.t.Helper()
	select {
	case <-w.bot.Ready():
	case err := <-w.done:
		close(w.done)
		w.t.Fatalf("the bot ended: %v", err)
	case <-time.After(20 * time.Second):
		w.t.Fatal("the bot is not ready")
	}
}

// player returns a member as a player in the world's channel.
func (w *world) player(name string) *discordtest.Player {
	return discordtest.Play(w.t, w.users[name].In(w.channel))
}

// live returns the newest public message that a player sees and that has a component of a match. The second result is
// false if there is no such message.
func live(p *discordtest.Player) (discordtest.Message, bool) {
	messages := p.Client().Messages()
	for i := len(messages) - 1; i >= 0; i-- {
		for _, c := range parts(messages[i].Components) {
			if strings.HasPrefix(c.CustomID, "/m/") && !messages[i].Ephemeral() {
				return messages[i], true
			}
		}
	}
	return discordtest.Message{}, false
}

// parts returns components together with all components inside them.
func parts(components []discordtest.Component) []discordtest.Component {
	var all []discordtest.Component
	for _, c := range components {
		all = append(all, c)
		all = append(all, parts(c.Components)...)
		if c.Accessory != nil {
			all = append(all, *c.Accessory)
		}
	}
	return all
}

// action returns the last part of a component's custom id.
func action(c discordtest.Component) string {
	return c.CustomID[strings.LastIndex(c.CustomID, "/")+1:]
}

// actions returns the enabled components of a message by their action. It leaves out the buttons of
// replays and reviews.
func actions(m discordtest.Message) map[string]discordtest.Component {
	found := map[string]discordtest.Component{}
	for _, c := range parts(m.Components) {
		looksBack := strings.HasPrefix(c.CustomID, "/replay/") || strings.HasPrefix(c.CustomID, "/review/") // these buttons are on finished matches
		if c.CustomID != "" && !looksBack && !c.Disabled {
			found[action(c)] = c
		}
	}
	return found
}

// over reports whether a message shows a match that has ended: whether it offers a rematch.
func over(m discordtest.Message) bool {
	_, ok := actions(m)["rematch"]
	return ok
}
