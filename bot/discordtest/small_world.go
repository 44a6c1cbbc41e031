package discordtest

// This file has World, the setup with one guild, one channel and one bot that most tests need.

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

	t T
}

// New starts a World on a free port of the loopback interface. Server.URL is its address.
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
	w := &World{t: t, Server: NewServer(opts...)}
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
