package e2e

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store/storetest"
)

// The process dies before or after each save.
func TestATournamentGoesOnAfterEachStep(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{true, false} {
		for step := range int64(9) {
			t.Run(fmt.Sprintf("%d, before: %t", step+1, before), func(t *testing.T) {
				inBubbleAlone(t, func(t *testing.T, w *world) {
					kept := sharedStore{storetest.Memory(t)}
					var left atomic.Int64 // number of saves until the kill; a start value of 0 or less means no kill
					first := w.launch("first", storedIn(mortal(kept, func(was bool, method string, _ any) bool {
						saves := method == "SaveTournament" || method == "SetMessage"
						return saves && was == before && left.Add(-1) == 0
					})))
					first.awaitReady()
					alice := w.organiser("alice")
					cup := alice.Uses("/tournament").ID
					w.player("bob").PressesOn(cup, "Join")
					w.player("carol").PressesOn(cup, "Join")
					settles(5 * time.Second)
					left.Store(step + 1)
					w.holdsToTheEnd(first, cup, storedIn(kept))
					if !first.killed() && step < 8 {
						t.Error("the process lives: there are fewer steps")
					}
				})
			})
		}
	}
}

// holdsToTheEnd plays a tournament of bob and carol from its start to its end. Once the first process is dead, it
// starts another one with the setting `s`. It checks that the round, the board and the result were each posted exactly
// once.
func (w *world) holdsToTheEnd(first *process, cup string, s setting) {
	w.t.Helper()
	alice, revived := w.users["alice"].In(w.channel), false
	shown := func() string {
		if first.killed() && !revived {
			revived = true
			w.launch("second", s).awaitReady()
		}
		settles(10 * time.Second)
		m, _ := alice.Message(cup)
		return discordtest.Text(m)
	}
	press := func(c *discordtest.Client, message, action string) {
		for range 3 {
			m, _ := c.Message(message)
			button, there := actions(m)[action]
			if !there {
				return
			}
			_, _ = c.Press(w.t.Context(), message, button.CustomID) // the process may die during this press
			shown()
		}
	}
	press(alice, cup, "start")
	for range 3 {
		shown()
	}
	h := w.enters()
	games := h.games(nil)
	if len(games) != 1 {
		w.t.Fatalf("%d games:\n%s", len(games), shown())
	}
	for i, square := range xWins {
		press(h.members[games[0].players[i%2]].In(h.thread), games[0].message, square)
	}
	for range 6 {
		shown()
	}
	if text := shown(); !strings.Contains(text, "The tournament is over") {
		w.t.Errorf("it shows\n%s", text)
	}
	count := func(in *discordtest.Channel, text string) (n int) {
		for _, m := range w.users["alice"].In(in).Messages() {
			n += strings.Count(discordtest.Text(m), text)
		}
		return n
	}
	if rounds, boards, ends := count(h.thread, "Each board is posted here"), count(h.thread, "wins · a1–a3"), count(w.channel, " wins\n"); rounds != 1 || boards != 1 || ends != 1 {
		w.t.Errorf("%d rounds, %d boards and %d ends were posted", rounds, boards, ends)
	}
}
