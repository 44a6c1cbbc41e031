package testbot

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
)

// A Scene is a guild with a channel, two members and a connected bot.
type Scene struct {
	T          *testing.T
	Server     *discordtest.Server
	Guild      *discordtest.Guild
	Channel    *discordtest.Channel
	Alice, Bob *discordtest.User
	Bot        *Bot
	Ctx        context.Context
}

// Play runs a test with a Scene in a synctest bubble.
func Play(t *testing.T, test func(t *testing.T, sc *Scene), options ...discordtest.Option) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer(options...)
		s.StartInMemory()
		t.Cleanup(s.Close)
		sc := &Scene{T: t, Server: s, Ctx: t.Context()}
		sc.Guild = s.NewGuild("Guild")
		sc.Channel = sc.Guild.NewChannel("games")
		sc.Alice, sc.Bob = s.NewUser("alice"), s.NewUser("bob")
		sc.Guild.Add(sc.Alice, sc.Bob)
		sc.Bot = NewBot(t, s, "noughts")
		sc.Guild.Install(sc.Bot.App)
		test(t, sc)
	})
}

// WithAnswer makes the bot answer every interaction with `answer`. The returned pointer always
// points to the newest interaction.
func (sc *Scene) WithAnswer(answer string) *Received {
	sc.T.Helper()
	sc.Bot.Register(AskCommands)
	var last Received
	sc.Bot.Answer = func(it Received) any { last = it; return answer }
	return &last
}

// Slowly waits a second of fake time, so that the route's rate limit resets, and then makes a
// request that must succeed.
func (sc *Scene) Slowly(method, path string, body, out any) {
	sc.T.Helper()
	time.Sleep(time.Second)
	sc.Bot.Must(method, path, body, out)
}
