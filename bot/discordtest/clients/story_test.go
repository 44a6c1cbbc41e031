package clients

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// patience is the timeout for each action of the bot, such as starting on a busy machine. It only
// ends a test that hangs; slow bots pass.
const patience = time.Minute

// A botStarter starts a bot and ends it with t.Cleanup. It may return before the bot is connected.
type botStarter func(t *testing.T, a account)

// A part is one part of a test of a bot, such as playStory. Each part runs as a subtest.
type part struct {
	*scene
	t          *testing.T
	alice, bob *discordtest.Player
}

// playStory starts a bot on a new server and plays the story of the package comment with it.
func playStory(t *testing.T, start botStarter) {
	t.Helper()
	sc := newScene(t)
	start(t, sc.account())
	if !sc.plays(t, "logs in and registers its commands", part.logsIn) {
		return
	}
	for _, p := range []struct {
		name string
		play func(part)
	}{
		{"answers a command", part.answers},
		{"answers a command of the member menu", part.greets},
		{"reads what is not served", part.readsWhatIsMissing},
		{"offers choices", part.completes},
		{"updates its message for presses", part.counts},
		{"updates its message for choices", part.chooses},
		{"acknowledges a press and edits later", part.editsLater},
		{"asks for time and edits later", part.asksForTime},
		{"follows up", part.followsUp},
		{"reads a form", part.readsForm},
		{"reads a form that a button opened", part.readsFormOfButton},
		{"resumes a cut connection", part.resumes},
		{"reconnects when asked", part.reconnects},
		{"recovers from the limit of a route", part.recoversFromRouteLimit},
		{"recovers from the limit of all routes", part.recoversFromGlobalLimit},
		{"identifies anew when its session is gone", part.identifiesAnew},
		{"plays a game through faults", part.playsGame},
	} {
		sc.plays(t, p.name, p.play)
	}
	sc.nothingRefused(t)
}

// plays runs one part as a subtest and reports whether it passed.
func (sc *scene) plays(t *testing.T, name string, play func(part)) bool {
	t.Helper()
	return t.Run(name, func(t *testing.T) {
		play(part{
			scene: sc, t: t,
			alice: discordtest.Play(t, sc.aliceUser.In(sc.channel)),
			bob:   discordtest.Play(t, sc.bobUser.In(sc.channel)),
		})
	})
}

// nothingRefused fails the test if a request was refused. Rate limits and requests that discordtest does not have do
// not count.
func (sc *scene) nothingRefused(t *testing.T) {
	t.Helper()
	for _, e := range sc.requests.since(0) {
		if e.Status >= 400 && e.Status != http.StatusTooManyRequests && !bytes.Contains(e.Answer, []byte(notHere)) {
			t.Errorf("refused: %s", describe(e))
		}
	}
}

// patience returns a context for one action of the bot.
func (p part) patience() (context.Context, context.CancelFunc) {
	return context.WithTimeout(p.t.Context(), patience)
}

// settles waits until the bot's callbacks have been answered, and then until the bot answers a /ping of alice. Tests
// call it between a message or form and the press or submission that follows. Some libraries know a message's buttons
// only after the response to the callback. People press later than that, because they read the message first.
func (p part) settles() {
	p.t.Helper()
	p.answered()
	p.shows(p.alice.Uses("/ping"), "pong")
}

// answered waits until the server has responded to all callbacks of the bot. Members see the effect of a callback
// slightly before the bot gets the response, and some libraries handle the next interaction only after that response.
func (p part) answered() {
	p.t.Helper()
	ctx, cancel := p.patience()
	defer cancel()
	err := p.requests.awaitAll(ctx, func(all []discordtest.Exchange) bool {
		callbacks := 0
		for _, e := range all {
			if strings.HasSuffix(e.Route, "/callback") {
				callbacks++
			}
		}
		return callbacks >= int(p.interactions.Load())
	})
	if err != nil {
		p.t.Fatalf("the bot has not answered all interactions: %v", err)
	}
}

// shows fails the test if a message of the bot does not show the wanted text.
func (p part) shows(m discordtest.Message, want string) {
	p.t.Helper()
	p.answered()
	if got := discordtest.Text(m); got != want {
		p.t.Errorf("the message shows %q, want %q", got, want)
	}
}

// logsIn waits until the bot has registered its commands, and fails the test unless they are the commands in the
// package comment.
func (p part) logsIn() {
	want := []string{"Greet", "bans", "follow", "form", "game", "guilds", "menu", "pick", "ping", "say", "slow"}
	if names := p.registers(); !slices.Equal(names, want) {
		p.t.Errorf("the commands are %q, want %q", names, want)
	}
	p.hasIdentified(1)
}

// registers waits until the bot is connected and has registered its commands. It returns the names of the commands.
func (p part) registers() []string {
	p.t.Helper()
	ctx, cancel := p.patience()
	defer cancel()
	if err := p.app.WaitConnected(ctx); err != nil {
		p.t.Fatalf("the bot has not connected: %v", err)
	}
	return p.registersCommands(ctx)
}

// registersCommands waits until the bot has registered its global commands. It returns the names of the commands.
func (p part) registersCommands(ctx context.Context) []string {
	p.t.Helper()
	_, err := p.requests.await(ctx, func(e discordtest.Exchange) bool {
		return e.Method == http.MethodPut && e.Route == "/applications/{application}/commands" && e.Status == http.StatusOK
	})
	if err != nil {
		p.t.Fatalf("the bot has not registered its commands: %v", err)
	}
	var names []string
	for _, c := range p.alice.Client().Commands() {
		names = append(names, c.Name)
	}
	return names
}
