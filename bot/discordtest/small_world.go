package discordtest

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// This file has World, the setup with one guild, one channel and one bot that most tests need.

// startUp is the timeout for a bot to start and register its commands. It is a minute because
// programs in other languages need some seconds on a busy machine.
const startUp = time.Minute

// T is the part of *testing.T that New needs.
type T interface {
	TB
	Cleanup(f func())
}

// A World is a running Discord with one application, whose bot is in one guild with one channel. It
// is closed when the test ends. The methods of its Server make more applications, guilds and users.
type World struct {
	*Server
	Application *Application
	Guild       *Guild
	Channel     *Channel

	t  T
	mu sync.Mutex
	// registered is closed when the bot has changed its commands. It is then replaced with a new Go channel.
	registered chan struct{}
}

// New starts a World on a free port of the loopback interface, for bots in any language. Server.URL is its address.
func New(t T, opts ...Option) *World {
	t.Helper()
	w := newSmallWorld(t, opts)
	if err := w.Start(); err != nil {
		t.Fatalf("discordtest: the server does not start: %v", err)
	}
	return w
}

// NewInMemory starts a World without a network, for testing/synctest bubbles. The rules in the
// comment of Server.StartInMemory apply.
func NewInMemory(t T, opts ...Option) *World {
	t.Helper()
	w := newSmallWorld(t, opts)
	w.StartInMemory()
	return w
}

// newSmallWorld makes a World whose server has not been started.
func newSmallWorld(t T, opts []Option) *World {
	w := &World{t: t, registered: make(chan struct{})}
	w.Server = NewServer(append(slices.Clone(opts), WithObserver(w.noteCommands))...)
	t.Cleanup(w.Close)
	w.Application, w.Guild = w.NewApplication("bot"), w.NewGuild("Guild")
	w.Channel = w.Guild.NewChannel("general")
	w.Guild.Install(w.Application)
	return w
}

// Member makes a user with a name, adds the user to the guild, and returns the user's player in the channel.
func (w *World) Member(name string) *Player {
	u := w.NewUser(name)
	w.Guild.Add(u)
	return Play(w.t, u.In(w.Channel))
}

// AwaitCommand waits until the bot has registered a command, such as "ping",
// globally or in the guild. It fails the test after a minute.
func (w *World) AwaitCommand(name string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startUp)
	defer cancel()
	for {
		w.mu.Lock()
		changed := w.registered // read before the commands, so that no change is missed
		w.mu.Unlock()
		commands := w.Application.Commands(w.Guild.ID)
		if slices.ContainsFunc(commands, func(c Command) bool { return c.Name == name }) {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			names := make([]string, len(commands))
			for i, c := range commands {
				names[i] = c.Name
			}
			w.t.Fatalf("discordtest: the bot has no command %q after %v, but %q", name, startUp, names)
			return
		}
	}
}

// noteCommands is an observer of the server's REST exchanges. It wakes AwaitCommand after each successful request that
// may have changed commands.
func (w *World) noteCommands(e Exchange) {
	if e.Method == http.MethodGet || e.Status >= http.StatusBadRequest || !strings.Contains(e.Route, "/commands") {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.registered)
	w.registered = make(chan struct{})
}
