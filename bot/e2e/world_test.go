package e2e

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/discordtest/openapi"
)

// A world is an emulated Discord with a server, a channel and members, and the real bot in it.
type world struct {
	*process // the newest bot that `start` has started

	t       *testing.T
	discord *discordtest.Server
	app     *discordtest.Application
	guild   *discordtest.Guild
	channel *discordtest.Channel
	users   map[string]*discordtest.User

	mu       sync.Mutex
	requests []discordtest.Exchange
	issued   []string // the tokens of all interactions
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
	w := &world{t: t, users: map[string]*discordtest.User{}}
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
		w.joins(name)
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

// requested returns the recorded requests with this method, or with any if it is "", whose path contains the text
// `path`.
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

// start starts the world's bot.
func (w *world) start(settings ...setting) {
	w.t.Helper()
	w.process = w.launch("", settings...)
}

// player returns a member as a player in the world's channel.
func (w *world) player(name string) *discordtest.Player { return w.at(name, w.channel) }

// at returns a member as a player in a channel or thread.
func (w *world) at(name string, in *discordtest.Channel) *discordtest.Player {
	return discordtest.Play(w.t, w.users[name].In(in))
}

// direct returns a member as a player in the direct messages with the bot.
func (w *world) direct(name string) *discordtest.Player {
	return w.at(name, w.discord.DirectMessage(w.users[name], w.app.User))
}

// joins adds a new member to the server and returns the member as a player.
func (w *world) joins(name string) *discordtest.Player {
	w.users[name] = w.discord.NewUser(name)
	w.guild.Add(w.users[name])
	return w.player(name)
}

// begins has a player start a game by a command, which another accepts. Then they press squares in turn.
func begins(one, other *discordtest.Player, command string, moves ...string) {
	one.Uses(command)
	other.PressesID("/accept")
	turns(one, other, strings.Join(moves, " "))
}

// game starts a game of alice and bob by a command of alice, in the world's channel, as begins does.
func (w *world) game(command string, moves ...string) (alice, bob *discordtest.Player) {
	alice, bob = w.player("alice"), w.player("bob")
	begins(alice, bob, command, moves...)
	return alice, bob
}

// turns has two players press squares in turn.
func turns(first, second *discordtest.Player, moves string) {
	for i, square := range strings.Fields(moves) {
		[]*discordtest.Player{first, second}[i%2].PressesID("/" + square)
	}
}

// types has two players use /move in turn.
func types(first, second *discordtest.Player, moves string) {
	for i, square := range strings.Fields(moves) {
		[]*discordtest.Player{first, second}[i%2].Uses("/move square:" + square)
	}
}

// resigns has a player resign, and waits until the board shows it.
func resigns(p *discordtest.Player) {
	p.Uses("/resign")
	p.PressesID("/resign-yes")
	settles(time.Second)
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

// newest returns what live returns, or an empty message if there is none.
func newest(p *discordtest.Player) discordtest.Message {
	m, _ := live(p)
	return m
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
