package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

const routeGetOriginal = "GET /webhooks/{webhook}/{token}/messages/{message}"

// unconfirmed are faults after which the bot lacks Discord's full response to the bot's answer, or
// gets it late. Discord accepts the answer all the same.
var unconfirmed = map[string]discordtest.Fault{
	"the reply is lost":             {Kind: discordtest.FaultLoseAnswer, Route: discordtest.RouteCallback},
	"the reply comes late":          {Kind: discordtest.FaultLateAnswer, Route: discordtest.RouteCallback, Wait: 4 * time.Second},
	"the answer arrives late":       {Kind: discordtest.FaultLateRequest, Route: discordtest.RouteCallback, Wait: 2 * time.Second},
	"the reply is empty":            {Kind: discordtest.FaultBareAnswer, Route: discordtest.RouteCallback},
	"the reply has no message's id": {Kind: discordtest.FaultBareAnswer, Route: discordtest.RouteCallback, Code: 200},
}

// onUnconfirmed runs a test over the gateway with each of the unconfirmed faults, and once over HTTP without a fault:
// there the bot's answer is an HTTP response, which Discord never confirms. The test calls `strikes` to inject the
// fault.
func onUnconfirmed(t *testing.T, test func(t *testing.T, w *world, strikes func()), settings ...setting) {
	t.Helper()
	each(t, unconfirmed, func(t *testing.T, fault discordtest.Fault) {
		inBubble(t, func(t *testing.T, w *world) { test(t, w, func() { w.suffers(fault) }) }, settings...)
	})
	t.Run("over HTTP", func(t *testing.T) {
		inBubbleOverHTTP(t, func(t *testing.T, w *world) { test(t, w, func() {}) }, settings...)
	})
}

func TestANewBoardIsKeptTrueWithoutDiscordsReply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command string
		lasts   time.Duration
		ends    string
	}{
		{"/watch game:classic size:3", 20 * time.Second, "-# Tic-tac-toe 3×3"},
		{"/classic size:3 first:me clock:30", 40 * time.Second, "-# Tic-tac-toe 3×3"},
		{"/challenge", 11 * time.Minute, "expired"},
	} {
		t.Run(c.command, func(t *testing.T) {
			onUnconfirmed(t, func(t *testing.T, w *world, strikes func()) {
				alice := w.player("alice")
				strikes()
				alice.Uses(c.command)
				settles(c.lasts)
				w.showsOne(alice, c.ends)
			})
		})
	}
}

func (w *world) showsOne(p *discordtest.Player, words string) {
	w.t.Helper()
	messages := p.Client().Messages()
	if len(messages) != 1 || !strings.Contains(discordtest.Text(messages[0]), words) {
		w.t.Errorf("want one message with %q", words)
		for _, m := range messages {
			w.t.Logf("%s shows\n%s", m.ID, discordtest.Text(m))
		}
	}
}

// The bot does not learn the board's message id, but a press on the board contains it.
func TestANewBoardThatCannotBeAskedForIsAdoptedWhenItIsPressed(t *testing.T) {
	onUnconfirmed(t, func(t *testing.T, w *world, strikes func()) {
		alice, bob := w.player("alice"), w.player("bob")
		strikes()
		w.suffers(discordtest.Fault{Kind: discordtest.FaultStatus, Route: routeGetOriginal, Times: 100})
		challenge := alice.Uses("/challenge clock:60")
		settles(10 * time.Second)
		bob.PressesID("/accept")
		turns(alice, bob, "b2 a1")
		settles(70 * time.Second)
		w.showsOne(alice, "-# Tic-tac-toe 3×3")
		if shown := alice.Message(challenge.ID); !over(shown) || !strings.Contains(discordtest.Text(shown), "time") {
			t.Errorf("after the clock ran out the board shows\n%s", discordtest.Text(shown))
		}
	})
}

func TestABoardShownAgainIsTheOnlyOneWithoutDiscordsReply(t *testing.T) {
	onUnconfirmed(t, func(t *testing.T, w *world, strikes func()) {
		alice, bob := w.played()
		old, _ := live(alice)
		strikes()
		shown := alice.Uses("/board")
		settles(30 * time.Second)
		bob.PressesID("/a1")
		settles(30 * time.Second)
		if left := alice.Message(old.ID); offersMove(left) || !strings.Contains(discordtest.Text(left), shown.ID) {
			t.Errorf("the old message shows\n%s", discordtest.Text(left))
		}
		board, _ := live(alice)
		if _, free := actions(board)["a1"]; free || board.ID != shown.ID {
			t.Errorf("after a move the board shows\n%s", discordtest.Text(board))
		}
		alice.PressesID("/c3")
	})
}

func TestARematchIsShownOnceWithoutDiscordsReply(t *testing.T) {
	onUnconfirmed(t, func(t *testing.T, w *world, strikes func()) {
		alice := w.player("alice")
		finished := alice.Uses("/classic size:1 first:me")
		alice.PressesID("/a1")
		strikes()
		alice.PressesID("/rematch")
		settles(time.Minute)
		board, ok := live(alice)
		if !ok || matchOf(board) == matchOf(finished) {
			t.Fatalf("after the rematch the newest board shows\n%s", discordtest.Text(board))
		}
		if !over(board) && !offersMove(board) {
			t.Errorf("the rematch shows\n%s", discordtest.Text(board))
		}
	})
}
