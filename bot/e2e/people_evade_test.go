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

// deletes has a member delete all of their data, and returns the answer to the confirmation.
func (w *world) deletes(p *discordtest.Player) discordtest.Message {
	w.t.Helper()
	page := p.Uses("/settings")
	w.pressesIn(p, page, "Delete…")
	return p.PressesOn(page.ID, "Delete everything")
}

// TestDeletingDataResetsNoRatedGames has a member lose rated games to an accomplice, delete their data and lose again.
// The deletions do not raise the accomplice's limit of rated games (profile.MostGames). A member can delete data only
// once an hour.
func TestDeletingDataResetsNoRatedGames(t *testing.T) {
	t.Parallel()
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

// TestDeletingDataResetsNoChallenges has a member withdraw three challenges to another member. Until the next day the
// first member cannot challenge the second again, even after deleting their data.
func TestDeletingDataResetsNoChallenges(t *testing.T) {
	t.Parallel()
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

// TestDeletingDataResetsNoTries checks that a member who has solved the daily puzzle gets no new tries on
// the same day by deleting their data. The result disappears from the server's table.
func TestDeletingDataResetsNoTries(t *testing.T) {
	t.Parallel()
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

// TestAMemberInvitesTenOthersInAnHour has a member challenge 120 others and withdraw each challenge at once. Only the
// first ten are pinged. Deleting data does not lift the limit; it ends after an hour. A challenge that anyone may
// accept is not limited.
func TestAMemberInvitesTenOthersInAnHour(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		pinged := 0
		invite := func(n int) discordtest.Message {
			name := fmt.Sprint("member", n)
			w.users[name] = w.discord.NewUser(name)
			w.guild.Add(w.users[name])
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

// A slowComputer is the computer with a fixed time for each move (slowMove). It counts how many champion levels think
// at the same time.
type slowComputer struct{ champions, most, moves atomic.Int64 }

const slowMove = 300 * time.Millisecond

func (c *slowComputer) plays(_ *bot.Config, d *bot.Deps) {
	d.NewPlayer = func(v game.Variant, level string, _ uint64) (ai.Player, error) {
		return slowPlayer{c, level == "champion"}, nil
	}
}

type slowPlayer struct {
	*slowComputer
	champion bool
}

func (p slowPlayer) Choose(ctx context.Context, g ai.History) (ai.Choice, error) {
	if p.champion {
		p.most.Store(max(p.most.Load(), p.champions.Add(1)))
		defer func() { p.champions.Add(-1); p.moves.Add(1) }()
	}
	return longThinker{slowMove}.Choose(ctx, g)
}

// TestWatchingSlowsNobodyDown has a member begin fifty games between champion levels. Few of them may run. The bot has
// two slots for the computer's searches, and the watched games use at most one of them at a time. So the computer
// answers another member's moves without delay.
func TestWatchingSlowsNobodyDown(t *testing.T) {
	t.Parallel()
	for name, in := range ways() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &slowComputer{}
			in(t, func(t *testing.T, w *world) {
				second := w.guild.NewChannel("second")
				refused := 0
				for i := range 50 {
					channel := []*discordtest.Channel{w.channel, second}[i%2]
					alice := discordtest.Play(t, w.users["alice"].In(channel))
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
				for _, square := range []string{"/b2", "/a1"} {
					if _, free := actions(w.board(bob))[square[1:]]; !free {
						square = "/c3"
					}
					pressed := time.Now()
					bob.PressesID(square)
					if took := time.Since(pressed); took != slowMove { // bob's game did not wait for a champion
						t.Errorf("the computer's reply took %v", took)
					}
					settles(10*time.Second + 100*time.Millisecond)
				}
				if n := c.most.Load(); n != 1 {
					t.Errorf("%d champions thought at a time, on two slots", n)
				}
				t.Logf("in 30 s champions made %d moves", c.moves.Load())
			}, c.plays)
		})
	}
}
