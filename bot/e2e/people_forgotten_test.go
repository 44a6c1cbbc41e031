package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
)

// TestTheComputerDoesNotMoveForWhoIsForgotten deletes a member's data in the store while the computer thinks in the
// member's game. The game is gone: the bot logs little about it, and answers a press on its board privately.
func TestTheComputerDoesNotMoveForWhoIsForgotten(t *testing.T) {
	t.Parallel()
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, _ func()) {
		alice := w.player("alice")
		alice.Uses("/classic size:3 first:me")
		alice.PressesID("/b2")
		settles(5 * time.Second)
		board, _ := live(alice)
		if dropped, err := kept.Forget(t.Context(), w.users["alice"].ID); err != nil || len(dropped) != 1 {
			t.Fatalf("dropped %v, %v", dropped, err)
		}
		before := len(w.logs.String())
		settles(10 * time.Minute)
		if lines := strings.Count(w.logs.String()[before:], string(matchOf(board))); lines > 3 {
			t.Errorf("%d lines of the log are about a match that is no more", lines)
		}
		if a, err := alice.Client().Press(t.Context(), board.ID, actions(board)["more"].CustomID); err != nil || a.Message == nil || !a.Message.Ephemeral() {
			t.Errorf("a press on the match is answered with %+v, %v", a, err)
		}
		alice.Uses("/classic size:3 first:me")
	}, thinking(20*time.Second))
}

// TestNoRematchWithWhoIsForgotten deletes the data of the loser of a finished game in the store. The bot
// then refuses a rematch of that game.
func TestNoRematchWithWhoIsForgotten(t *testing.T) {
	t.Parallel()
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, bob := w.played()
		bob.PressesID("/more")
		bob.PressesID("/resign")
		bob.PressesID("/resign-yes")
		settles(time.Second)
		if _, err := kept.Forget(t.Context(), w.users["bob"].ID); err != nil {
			t.Fatal(err)
		}
		w.away(time.Second, again)
		refused := alice.PressesID("/rematch")
		if !refused.Ephemeral() || !strings.Contains(discordtest.Text(refused), "no rematch") {
			t.Errorf("the rematch is answered with\n%s", discordtest.Text(refused))
		}
		if n := unfinished(t, kept, store.Scope{Channel: w.channel.ID}); n != 0 {
			t.Errorf("%d games are open", n)
		}
	})
}
