package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// deferralFaults are the faults that onDeferral injects. In the case "nothing happens to it" the bot's deferral (its
// request to Discord for more time) succeeds, because that fault strikes another route. In the other cases Discord
// accepts the deferral, but the bot does not get the usual response.
var deferralFaults = map[string]discordtest.Fault{
	"nothing happens to it":          {Kind: discordtest.FaultStatus, Route: discordtest.RouteEditMessage},
	"its reply is lost":              {Kind: discordtest.FaultLoseAnswer, Route: discordtest.RouteCallback},
	"its reply comes late":           {Kind: discordtest.FaultLateAnswer, Route: discordtest.RouteCallback, Wait: 4 * time.Second},
	"it arrives late":                {Kind: discordtest.FaultLateRequest, Route: discordtest.RouteCallback},
	"its reply is empty":             {Kind: discordtest.FaultBareAnswer, Route: discordtest.RouteCallback},
	"its reply says next to nothing": {Kind: discordtest.FaultBareAnswer, Route: discordtest.RouteCallback, Code: 200},
}

// onDeferral runs a test on a slow store (slowStore), once with each fault in deferralFaults.
func onDeferral(t *testing.T, test func(t *testing.T, w *world, kept *slowStore, fault discordtest.Fault)) {
	t.Helper()
	each(t, deferralFaults, func(t *testing.T, fault discordtest.Fault) {
		onSluggish(t, func(t *testing.T, w *world, kept *slowStore) { test(t, w, kept, fault) })
	})
}

// answersOf returns the boards and answers that a member sees, without the oldest `before` messages.
func (w *world) answersOf(p *discordtest.Player, before int) []discordtest.Message {
	w.t.Helper()
	messages := boards(p)
	for _, m := range messages {
		if m.Loading() {
			w.t.Errorf("message %s thinks for ever", m.ID)
		}
	}
	return messages[before:]
}

func TestALostDeferralLosesNoAnswer(t *testing.T) {
	onDeferral(t, func(t *testing.T, w *world, kept *slowStore, fault discordtest.Fault) {
		alice, bob := w.player("alice"), w.player("bob")
		kept.slow(4 * time.Second)
		w.suffers(fault)
		if _, err := alice.Client().Type(t.Context(), "/classic opponent:@bob"); err != nil {
			t.Fatal(err)
		}
		settles(20 * time.Second)
		if got := w.answersOf(alice, 0); len(got) != 1 || matchOf(got[0]) == "" {
			t.Fatalf("a command has %d answers", len(got))
		}

		w.suffers(fault)
		board, _ := live(bob)
		if _, err := bob.Client().Press(t.Context(), board.ID, actions(board)["accept"].CustomID); err != nil {
			t.Fatal(err)
		}
		settles(20 * time.Second)
		if got := w.answersOf(bob, 0); len(got) != 1 || !offersMove(got[0]) {
			t.Fatalf("after a press there are %d messages; the first shows\n%s", len(got), discordtest.Text(got[0]))
		}

		w.suffers(fault)
		if err := newestSquare(t, bob, "b2"); err != nil {
			t.Fatal(err)
		}
		settles(20 * time.Second)
		if got := w.answersOf(bob, 1); len(got) != 1 || !got[0].Ephemeral() || !strings.Contains(discordtest.Text(got[0]), "It isn't your turn") {
			t.Errorf("a press out of turn has %d answers", len(got))
		}
	})
}

func TestWhatWaitsInVainIsAnsweredOnce(t *testing.T) {
	onDeferral(t, func(t *testing.T, w *world, kept *slowStore, fault discordtest.Fault) {
		alice, bob := w.played()
		kept.slow(20 * time.Second)
		kept.stubborn.Store(true)
		before := len(boards(bob))
		fault.Times = 2
		w.suffers(fault)
		pressed := make(chan error, 2)
		for _, square := range []string{"a1", "c3"} {
			go func() { pressed <- newestSquare(t, bob, square) }()
			settles(100 * time.Millisecond)
		}
		for range 2 {
			if err := <-pressed; err != nil {
				t.Errorf("a press: %v", err)
			}
		}
		settles(40 * time.Second)
		told := ""
		got := w.answersOf(bob, before)
		for _, m := range got {
			told += discordtest.Text(m) + "\n"
		}
		if len(got) != 2 || !strings.Contains(told, "Something went wrong") || !strings.Contains(told, "Too much is going on") {
			t.Errorf("%d answers:\n%s", len(got), told)
		}
		kept.slow(0)
		settles(time.Minute)
		w.goesOn(alice, bob)
	})
}

func TestALateRematchIsAMessageOfItsOwn(t *testing.T) {
	onSluggish(t, func(t *testing.T, w *world, kept *slowStore) {
		alice := w.player("alice")
		alice.Uses("/classic size:1 first:me")
		finished := alice.PressesID("/a1")
		kept.slow(3 * time.Second)
		a, err := alice.Client().Press(t.Context(), finished.ID, actions(finished)["rematch"].CustomID)
		if err != nil || a.Type != 5 {
			t.Fatalf("a slow rematch is answered with %+v, %v", a, err)
		}
		kept.slow(0)
		settles(20 * time.Second)
		if left := alice.Message(finished.ID); discordtest.Text(left) != discordtest.Text(finished) {
			t.Errorf("the finished game shows\n%s", discordtest.Text(left))
		}
		if board, _ := live(alice); matchOf(board) == matchOf(finished) || board.Loading() {
			t.Errorf("the rematch shows\n%s", discordtest.Text(board))
		}
		w.answersOf(alice, 0)
	})
}
