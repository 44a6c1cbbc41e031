package e2e

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game/profile"
)

// wantRated checks that a member has this many rated games on 3×3 and this many wins among them. It returns
// the member's standing.
func (w *world) wantRated(kept store.Store, member string, games, wins int) profile.Standing {
	w.t.Helper()
	p, err := kept.Profile(w.t.Context(), w.users[member].ID, "")
	if err != nil {
		w.t.Fatal(err)
	}
	for _, s := range p.Standings {
		if s.Pool == profile.Classic3 && s.Rated.Games() == games && s.Rated.Wins == wins && len(s.History) == games {
			return s
		}
	}
	w.t.Errorf("%s has %+v, want %d wins in %d rated games", member, p.Standings, wins, games)
	return profile.Standing{}
}

// TestTheEndOfAGameShowsWhatItDid checks what a finished board says about ratings, an achievement and a winning streak.
// Casual games count for none of these. In a database the stored ratings also agree with a recalculation.
func TestTheEndOfAGameShowsWhatItDid(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		first := w.winsQuickly(alice, bob)
		w.says(first, "-# Tic-tac-toe 3×3 · 5 moves · ❌ @alice placement game 1 of 5 · 🔵 @bob placement game 1 of 5\n-# 🏅 ❌ @alice has earned *First win against a member*")
		w.says(w.behindMore(bob, first.ID, "Share"), "@alice wins in column a")
		w.wantRated(kept, "alice", 1, 1)
		w.wantRated(kept, "bob", 1, 0)
		w.doesNotSay(w.beats("alice", "bob"), "in a row")
		third := w.beats("alice", "bob")
		w.says(third, "❌ @alice has won 3 rated games in a row")
		w.doesNotSay(third, "First win")

		alice.Uses("/classic opponent:@bob rated:casual")
		w.says(bob.PressesID("/accept"), "Tic-tac-toe 3×3, casual")
		w.doesNotSay(w.winsQuickly(alice, bob), "placement")
		if s := w.wantRated(kept, "alice", 3, 3); s.Streak != 3 || s.Rating.Points() < 1200 {
			t.Errorf("alice stands at %+v", s)
		}
		w.wantRated(kept, "bob", 3, 0)
		if db, ok := kept.(*database.DB); ok {
			if r, err := db.VerifyRatings(t.Context()); err != nil || r.Games != 4 || r.Differing > 0 {
				t.Errorf("counted again: %+v, %v", r, err)
			}
		}
	})
}

// TestRatingsChangeOnceWhateverHappens ends games while a process dies, with interactions that are
// delivered twice, and with two processes that receive all interactions. Each game is rated exactly once.
func TestRatingsChangeOnceWhateverHappens(t *testing.T) {
	t.Parallel()
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubbleAlone(t, func(t *testing.T, w *world) {
				w.t = t
				kept := storetest.Memory(t)
				settings := []setting{inherited(sharedStore{kept}, newSessions())}
				first := w.launch("first", settings...)
				first.awaitReady()
				synctest.Wait()
				alice, bob := w.played()
				bob.PressesID("/a1")
				alice.PressesID("/b1")
				bob.PressesID("/a2")
				w.suffers(discordtest.Fault{Kind: discordtest.FaultDuplicate})
				time.Sleep(time.Second)
				end(first)
				pressed := make(chan error, 1)
				go func() { pressed <- newestSquare(t, alice, "b3") }()
				time.Sleep(2 * time.Second)
				second := w.launch("second", settings...)
				if err := <-pressed; err != nil {
					t.Errorf("a press while no process ran: %v", err)
				}
				second.awaitReady()
				settles(time.Minute)
				w.wantRated(kept, "alice", 1, 1)
				board, _ := live(alice)
				w.says(board, "placement game 1 of 5")

				beside := w.launch("beside", settings...)
				beside.awaitReady()
				synctest.Wait()
				for n := 2; n <= 4; n++ {
					alice.Uses("/classic opponent:@bob")
					for i, id := range strings.Fields("/accept /a1 /b1 /a2 /b2 /a3") {
						synctest.Wait()
						w.suffers(discordtest.Fault{Kind: discordtest.FaultDuplicate})
						[]*discordtest.Player{bob, alice}[i%2].PressesID(id)
					}
					settles(time.Minute)
					w.wantRated(kept, "alice", n, n)
					w.wantRated(kept, "bob", n, 0)
				}
			})
		})
	}
}
