package clients

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// patience is how long a bot has for anything that it does in its own time.
const patience = 15 * time.Second

// A Join starts a bot and arranges with t.Cleanup that it ends with the test. It
// need not wait until the bot is connected.
type Join func(t *testing.T, a Account)

// Run plays the story of the package comment with a bot, on a server of its own.
func Run(t *testing.T, join Join) {
	t.Helper()
	sc := newScene(t)
	join(t, sc.account())
	if !t.Run("logs in and registers its commands", sc.logsIn) {
		return
	}
	for _, part := range []struct {
		name string
		play func(*scene, *testing.T)
	}{
		{"answers a command", (*scene).answers},
		{"answers a command of the member menu", (*scene).greets},
		{"offers choices", (*scene).completes},
		{"updates its message for presses", (*scene).counts},
		{"updates its message for choices", (*scene).chooses},
		{"acknowledges a press and edits later", (*scene).editsLater},
		{"asks for time and edits later", (*scene).asksForTime},
		{"follows up", (*scene).followsUp},
		{"reads a form", (*scene).readsForm},
		{"reads a form that a button opened", (*scene).readsFormOfButton},
		{"resumes a cut connection", (*scene).resumes},
		{"reconnects when asked", (*scene).reconnects},
		{"recovers from the limit of a route", (*scene).recoversFromRouteLimit},
		{"identifies anew when its session is gone", (*scene).identifiesAnew},
	} {
		t.Run(part.name, func(t *testing.T) { part.play(sc, t) })
	}
	sc.nothingRefused(t)
}

// logsIn waits until the bot has registered its commands.
func (sc *scene) logsIn(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := sc.app.WaitConnected(ctx); err != nil {
		t.Fatalf("the bot has not connected: %v", err)
	}
	_, err := sc.requests.await(ctx, func(e discordtest.Exchange) bool {
		return e.Method == http.MethodPut && e.Route == "/applications/{application}/commands" && e.Status == http.StatusOK
	})
	if err != nil {
		t.Fatalf("the bot has not registered its commands: %v", err)
	}
	if n := sc.app.Identifies(); n != 1 {
		t.Errorf("%d sessions, want 1", n)
	}
	var names []string
	for _, c := range sc.as(t, sc.alice).Client().Commands() {
		names = append(names, c.Name)
	}
	if want := []string{"Greet", "follow", "form", "guilds", "menu", "pick", "ping", "say", "slow"}; !slices.Equal(names, want) {
		t.Errorf("the commands are %q, want %q", names, want)
	}
}

// nothingRefused fails the test when a request was refused for anything but a
// rate limit.
func (sc *scene) nothingRefused(t *testing.T) {
	t.Helper()
	for _, e := range sc.requests.since(0) {
		if e.Status >= 400 && e.Status != http.StatusTooManyRequests {
			t.Errorf("refused: %s", describe(e))
		}
	}
}
