package e2e

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store/storetest"
	"noughts/game/match"
	"noughts/game/tournament"
)

// A cupStore kills its process before or after a chosen save. It counts the saves of tournaments
// (SaveTournament) and of the messages of matches (SetMessage).
type cupStore struct {
	sharedStore
	first  *process
	left   *atomic.Int64 // number of saves until the kill; a start value of 0 or less means no kill
	before bool
}

func (s *cupStore) SaveTournament(ctx context.Context, r tournament.Record, key string) (tournament.Record, error) {
	return mayDie(s, func() (tournament.Record, error) { return s.sharedStore.SaveTournament(ctx, r, key) })
}

func (s *cupStore) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	return mayDie(s, func() (string, error) { return s.sharedStore.SetMessage(ctx, id, from, to) })
}

// mayDie calls the function `save` and counts the call. It kills the process before or after the call if this is the
// chosen save. Once the process is dead, mayDie returns errDead.
func mayDie[T any](s *cupStore, save func() (T, error)) (saved T, err error) {
	dies := !s.first.killed() && s.left.Add(-1) == 0
	if dies && s.before {
		s.first.kill()
	}
	if s.first.killed() {
		return saved, errDead
	}
	if saved, err = save(); dies {
		s.first.kill()
		err = errDead
	}
	return saved, err
}

// TestATournamentGoesOnAfterEachStep kills the process before or after each save of a tournament of two players, from
// its start to its end. The next process continues the tournament, and each thing is posted exactly once.
func TestATournamentGoesOnAfterEachStep(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{true, false} {
		for step := range int64(9) {
			t.Run(fmt.Sprintf("%d, before: %t", step+1, before), func(t *testing.T) {
				t.Parallel()
				inBubbleAlone(t, func(t *testing.T, w *world) {
					kept := sharedStore{storetest.Memory(t)}
					mortal := &cupStore{sharedStore: kept, left: &atomic.Int64{}, before: before}
					mortal.first = w.launch("first", storedIn(mortal))
					mortal.first.awaitReady()
					alice := w.organiser("alice")
					cup := alice.Uses("/tournament").ID
					w.player("bob").PressesOn(cup, "Join")
					w.player("carol").PressesOn(cup, "Join")
					settles(5 * time.Second)
					mortal.left.Store(step + 1)
					w.holdsToTheEnd(mortal.first, cup, storedIn(kept))
					if !mortal.first.killed() && step < 8 {
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
	if rounds, boards, ends := count(h.thread, "Each board is posted here"), count(h.thread, "wins in column a"), count(w.channel, " wins\n"); rounds != 1 || boards != 1 || ends != 1 {
		w.t.Errorf("%d rounds, %d boards and %d ends were posted", rounds, boards, ends)
	}
}
