package e2e

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

func (w *world) deletes(p *discordtest.Player) discordtest.Message {
	w.t.Helper()
	page := p.Uses("/settings")
	w.pressesIn(p, page, "Delete…")
	return p.PressesOn(page.ID, "Delete everything")
}

func TestDeletingDataResetsNoRatedGames(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, begun := w.player("alice"), time.Now()
		for range profile.MostGames {
			w.beats("bob", "alice")
		}
		honest := w.wantRated(kept, "bob", profile.MostGames, profile.MostGames).Rating.Points()
		for range 3 {
			w.says(w.deletes(alice), "All your data is deleted.")
			w.privately(w.deletes(alice), "You deleted your data less than an hour ago.")
			for range profile.MostGames {
				w.beats("bob", "alice")
			}
			settles(time.Hour)
		}
		after := w.wantRated(kept, "bob", profile.MostGames, profile.MostGames).Rating.Points()
		t.Logf("in %v and %d games: 1000 → %d; without the deletions: %d", time.Since(begun), 4*profile.MostGames, after, honest)
	})
}

func TestDeletingDataResetsNoChallenges(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		for range 3 {
			alice.Uses("/challenge member:@bob")
			alice.PressesID("/withdraw")
		}
		w.deletes(alice)
		w.privately(alice.Uses("/challenge member:@bob"), "3 of your challenges to @bob were declined or withdrawn in the past day.")
		settles(24 * time.Hour)
		if alice.Uses("/challenge member:@bob").Ephemeral() {
			t.Error("the next day she may not challenge")
		}
	})
}

func TestDeletingDataResetsNoTries(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, today := w.player("alice"), puzzle.DayAt(time.Now())
		page := alice.Uses("/daily")
		w.solves(kept, alice, "alice", page, atDaily)
		if r := w.solver(kept, "alice"); !r.Daily.Over() || r.Daily.Tries.Points() == 0 {
			t.Fatalf("she has not solved it: %+v", r.Daily)
		}
		w.deletes(alice)
		w.privately(alice.Uses("/daily"), "You've used up today's tries.")
		w.says(alice.PressesOn(page.ID, "Share"), "That puzzle's day is over.")
		if table, err := kept.DailyTable(t.Context(), w.guild.ID, today, 10); err != nil || table.Solved > 0 {
			t.Errorf("the table is %+v, %v", table, err)
		}
		settles(24 * time.Hour)
		w.says(alice.Uses("/daily"), "3 tries left")
	})
}

// Deleting data does not lift the limit.
func TestAMemberInvitesTenOthersInAnHour(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		pinged := 0
		invite := func(n int) discordtest.Message {
			name := fmt.Sprint("member", n)
			w.joins(name)
			m := alice.Uses("/challenge member:@" + name)
			if !m.Ephemeral() {
				pinged++
				alice.PressesID("/withdraw")
			}
			return m
		}
		for n := range 120 {
			if m := invite(n); n >= 10 {
				w.privately(m, "You challenged 10 members in the past hour.")
			}
		}
		if pinged != 10 {
			t.Errorf("%d members were pinged", pinged)
		}
		if m := alice.Uses("/challenge"); m.Ephemeral() {
			t.Errorf("an open challenge is refused:\n%s", discordtest.Text(m))
		}
		w.deletes(alice)
		w.privately(invite(120), "You challenged 10 members in the past hour.")
		settles(time.Hour)
		if invite(121); pinged != 11 {
			t.Error("an hour later she may not challenge")
		}
	})
}

const slowMove = 300 * time.Millisecond

// countingChampions makes the computer think for slowMove, and stores in `most` how many champions have thought at a
// time.
func countingChampions(most *atomic.Int64) setting {
	return func(_ *bot.Config, d *bot.Deps) {
		var champions atomic.Int64
		d.NewPlayer = func(_ game.Variant, level string, _ uint64) (ai.Player, error) {
			player := late(slowMove, topDown)
			if level != "champion" {
				return player, nil
			}
			return computer(func(ctx context.Context, g ai.History) (ai.Choice, error) {
				most.Store(max(most.Load(), champions.Add(1)))
				defer champions.Add(-1)
				return player.Choose(ctx, g)
			}), nil
		}
	}
}

// Of two slots for searches, watched games use at most one.
func TestWatchingSlowsNobodyDown(t *testing.T) {
	var most atomic.Int64
	overBoth(t, func(t *testing.T, w *world) {
		second, refused := w.guild.NewChannel("second"), 0
		for i := range 50 {
			alice := w.at("alice", []*discordtest.Channel{w.channel, second}[i%2])
			if alice.Uses("/watch game:ultimate level_x:champion level_o:champion").Ephemeral() {
				refused++
			}
		}
		if want := 50 - limits.Defaults.Watched; refused != want {
			t.Errorf("%d of fifty games were refused, want %d", refused, want)
		}
		bob := w.player("bob")
		bob.Uses("/classic level:random first:me size:3")
		settles(10 * time.Second)
		for _, square := range []string{"/c3", "/b3"} { // the computer takes the first free squares
			pressed := time.Now()
			bob.PressesID(square)
			if took := time.Since(pressed); took != slowMove { // bob's game did not wait for a champion
				t.Errorf("the computer's move took %v", took)
			}
			settles(10*time.Second + 100*time.Millisecond)
		}
		if n := most.Load(); n != 1 {
			t.Errorf("%d champions thought at a time, on two slots", n)
		}
	}, countingChampions(&most))
}
