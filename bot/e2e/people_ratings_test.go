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
	"noughts/game"
	"noughts/game/ai"
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
		if s.Pool == profile.Classic3 && s.Tally.Games() == games && s.Tally.Wins == wins && len(s.History) == games {
			return s
		}
	}
	w.t.Errorf("%s has %+v, want %d wins in %d rated games", member, p.Standings, wins, games)
	return profile.Standing{}
}

func TestTheEndOfAGameShowsWhatItDid(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob := w.game("/classic opponent:@bob")
		first := w.winsQuickly(alice, bob)
		w.says(first, "-# Tic-tac-toe 3×3 · ❌ @alice placement game 1 of 5 · 🔵 @bob placement game 1 of 5\n-# 🏅 ❌ @alice has earned *First win against a member*")
		w.says(w.behindMore(bob, first.ID, "Share"), "@alice wins · a1–a3")
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

// A process dies, interactions are delivered twice, and two processes receive all interactions.
func TestRatingsChangeOnceWhateverHappens(t *testing.T) {
	each(t, ends, func(t *testing.T, end func(*process)) {
		inBubbleAlone(t, func(t *testing.T, w *world) {
			kept := storetest.Memory(t)
			settings := []setting{inherited(sharedStore{kept}, newSessions())}
			first := w.launch("first", settings...)
			first.awaitReady()
			synctest.Wait()
			alice, bob := w.played()
			turns(bob, alice, "a1 b1 a2")
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
			w.says(newest(alice), "placement game 1 of 5")

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

func TestTheFirstGamesPlaceAMember(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, _ store.Store) {
		alice, bob := w.game("/classic opponent:@bob")
		board := w.winsQuickly(alice, bob)
		for _, game := range []string{"1", "2", "3", "4"} {
			if game != "1" {
				board = w.beats("alice", "bob")
			}
			w.says(board, "❌ @alice placement game "+game+" of 5")
			w.doesNotSay(board, "→")
		}
		profile := alice.Uses("/profile")
		w.says(profile, "placement game 4 of 5")
		w.doesNotSay(profile, "?**")
		w.doesNotSay(profile, "“?”")
		w.hasNoPicture(profile)
		board = alice.Uses("/leaderboard game:classic3")
		w.says(board, "– @alice · placement game 4 of 5")
		w.says(board, "Placement game 4 of 5. After the last")
		w.doesNotSay(board, "**1.**")
		w.says(w.beats("alice", "bob"), "❌ @alice is placed at **1")
		w.says(w.beats("alice", "bob"), "❌ @alice **1")
		profile = alice.Uses("/profile")
		w.says(profile, "**Tic-tac-toe 3×3: 1")
		w.hasPicture(alice.PressesOn(profile.ID, "Share"), "Tic-tac-toe 3×3: from 1")
		w.says(alice.Uses("/leaderboard game:classic3"), "**1.** @alice **1")
	})
}

// A rating that began elsewhere would take many games against a weak level.
func TestTheFirstGameAgainstTheComputerStartsFromItsLevel(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		alice.Uses("/classic level:newcomer first:me")
		alice.PressesID("/b2")
		settles(2 * time.Second)
		resigns(alice)
		board, _ := live(alice)
		for _, said := range []string{"“", "(−", "+0", "placement"} {
			w.doesNotSay(board, said)
		}
		level, ok := ai.RatingOf(game.Classic(3), "newcomer")
		p, err := kept.Profile(t.Context(), w.users["alice"].ID, "")
		if err != nil || !ok || len(p.Standings) != 1 || p.Standings[0].Rating.Points() >= level.Value || p.Standings[0].Rating.Points() < level.Value-200 {
			t.Errorf("after a loss to a level of %d she has %+v, %v", level.Value, p.Standings, err)
		}
		w.says(alice.Uses("/profile"), "placement game 1 of 5")
	})
}

func (w *world) hasNoPicture(m discordtest.Message) {
	w.t.Helper()
	for _, c := range parts(m.Components) {
		if c.Type == discordtest.TypeMediaGallery {
			w.t.Errorf("there is a picture: %+v", c)
		}
	}
}
