package testbot

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
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

// Listener connects a second bot with the given intents. If they include the guilds intent, Listener reads the bot's
// GUILD_CREATE. The returned function reads the next event, checks it and returns its data.
func (sc *Scene) Listener(intents discordtest.Intents) (*discordtest.Application, func(event string, wants ...string) string) {
	sc.T.Helper()
	ear := sc.Server.NewApplication("listener")
	sc.Guild.Install(ear)
	c, _ := Login(sc.T, sc.Server, ear.Token, intents)
	if intents&object.IntentGuilds != 0 {
		c.WantEvent("GUILD_CREATE")
	}
	return ear, func(event string, wants ...string) string {
		sc.T.Helper()
		got := string(c.WantEvent(event).D)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				sc.T.Errorf("%s: no %s in %s", event, want, got)
			}
		}
		return got
	}
}

// Slowly waits a second of fake time, so that the route's rate limit resets, and then makes a
// request that must succeed.
func (sc *Scene) Slowly(method, path string, body, out any) {
	sc.T.Helper()
	time.Sleep(time.Second)
	sc.Bot.Must(method, path, body, out)
}

// Refused makes requests and checks that each is refused with the expected status and error.
func (sc *Scene) Refused(requests []RefusedRequest) {
	sc.T.Helper()
	for _, c := range requests {
		time.Sleep(5 * time.Second) // fake time, so that the routes' rate limits reset
		if status, body := sc.Bot.Do(c.Method, c.Path, c.Body); status != c.Status || HasError(body, c.Want) != nil {
			sc.T.Errorf("%s: %d %s, want %d with %s", c.Name, status, body, c.Status, c.Want)
		}
	}
}

// A RefusedRequest is a request and its expected refusal. It is an alias, so that tables of such
// requests need no field names.
type RefusedRequest = struct {
	Name, Method, Path, Body string
	Status                   int
	Want                     string // the error, in HasError's form
}
