package e2e

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/game/match"
)

func few(l *limits.Limits) { l.OpenMember, l.OpenChannel, l.OpenServer = 2, 3, 4 }

func TestNobodyHasMoreGamesOpenThanMayBe(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/classic")
		alice.Uses("/challenge member:@bob")
		alice.Uses("/classic")
		alice.SeesPrivately("You have 2 unfinished games, the most you can have at once")
		bob.Uses("/classic") // the challenge does not count for bob until he accepts it
		carol.Uses("/classic")
		carol.SeesPrivately("This channel has 3 unfinished games")

		next := w.guild.NewChannel("next")
		there := func(name string) *discordtest.Player { return w.at(name, next) }
		there("carol").Uses("/classic")
		there("carol").Uses("/classic")
		there("carol").SeesPrivately("This server has 4 unfinished games")

		alice.PressesID("/withdraw")
		alice.Uses("/classic")
		if m, ok := live(alice); !ok || m.Ephemeral() {
			t.Error("with a place free again, no game began")
		}
	}, limited(few))
}

func fewOfMany(_ *bot.Config, d *bot.Deps) {
	few(&d.Limits)
	d.Limits.OpenServer, d.Limits.Challenges = 5, 1e6
	d.Limits.Member.Burst, d.Limits.Server.Burst = 1e6, 1e6
}

func TestLimitsHoldForGamesBegunAtOnce(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		channels := []*discordtest.Channel{w.channel}
		for n := range 3 {
			channels = append(channels, w.guild.NewChannel(fmt.Sprint("games-", n)))
		}
		var begun, refused atomic.Int64
		var all sync.WaitGroup
		for n := range 60 {
			member := w.users[[]string{"alice", "bob", "carol"}[n%3]].In(channels[n/3%4])
			all.Go(func() {
				a, err := member.Type(t.Context(), "/classic level:random first:me")
				switch {
				case err != nil:
					t.Error(err)
				case public(a):
					begun.Add(1)
				case strings.Contains(discordtest.Text(*a.Message), "unfinished games"):
					refused.Add(1)
				}
			})
		}
		all.Wait()
		if begun.Load() != 5 || refused.Load() != 55 {
			t.Errorf("%d games were begun and %d refused; a server may have 5", begun.Load(), refused.Load())
		}
		atMost(t, "the server", kept, match.Scope{Guild: w.guild.ID}, 5)
		for _, c := range channels {
			atMost(t, "a channel", kept, match.Scope{Channel: c.ID}, 3)
		}
		for name, u := range w.users {
			atMost(t, name, kept, match.Scope{Member: u.ID}, 2)
		}
	}, fewOfMany)
}

func TestAcceptingIsLimited(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		bob := w.users["bob"]
		var accepted, refused atomic.Int64
		var all sync.WaitGroup
		for n := range 4 {
			by := discordtest.Play(t, w.users[[]string{"alice", "carol"}[n%2]].In(w.guild.NewChannel(fmt.Sprint("duel-", n))))
			board := by.Uses("/challenge member:@bob")
			here := bob.In(by.Client().Channel())
			all.Go(func() {
				a, err := here.Press(t.Context(), board.ID, actions(board)["accept"].CustomID)
				switch {
				case err != nil:
					t.Error(err)
				case public(a):
					accepted.Add(1)
				case strings.Contains(discordtest.Text(*a.Message), "You have 2 unfinished games"):
					refused.Add(1)
				}
			})
		}
		all.Wait()
		if accepted.Load() != 2 || refused.Load() != 2 {
			t.Errorf("%d challenges were accepted and %d refused", accepted.Load(), refused.Load())
		}
	}, fewOfMany)
}

// openGames returns the unfinished games. It stops the test if there are not `want` of them.
func openGames(t *testing.T, s store.Store, of match.Scope, want int) []match.Record {
	t.Helper()
	open, err := s.Unfinished(t.Context(), of)
	if err != nil || len(open) != want {
		t.Fatalf("%d games are open, want %d, %v", len(open), want, err)
	}
	return open
}

func atMost(t *testing.T, whose string, s store.Store, of match.Scope, most int) {
	t.Helper()
	if open, err := s.Unfinished(t.Context(), of); err != nil || len(open) > most {
		t.Errorf("%s has %d unfinished games, and may have %d, %v", whose, len(open), most, err)
	}
}

// limited returns a setting that gives the bot the default limits after the function `change` has changed them.
func limited(change func(*limits.Limits)) setting {
	return func(_ *bot.Config, deps *bot.Deps) {
		deps.Limits = limits.Defaults
		change(&deps.Limits)
	}
}

// A member presses 50 times a second for twelve seconds.
func TestWhoFloodsByPressesIsToldOnceAWindowAndNothingFails(t *testing.T) {
	const silently = 6 // the type of Discord's interaction callback
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		flooded := alice.Uses("/classic")
		bob.Uses("/ultimate")
		handled, told := 0, 0
		for range 12 * 50 {
			switch answer, err := alice.Client().Press(t.Context(), flooded.ID, actions(flooded)["more"].CustomID); {
			case err != nil:
				t.Fatal(err)
			case answer.Message != nil && strings.HasPrefix(answer.Message.Content, "That was too fast,"):
				told++
			case answer.Type != silently:
				handled++
			}
			time.Sleep(20 * time.Millisecond)
		}
		if told != 2 || handled > 10+12*5 || handled < 12*5 {
			t.Errorf("of 600 presses in 12 seconds: %d told, %d handled; want 2 and about 70", told, handled)
		}
		bob.PressesID("/board-5") // bob is not limited
		settles(time.Minute)
		alice.PressesID("/b2") // alice is no longer limited
		alice.Sees("to move")
	}, limited(func(l *limits.Limits) { l.Member = limits.Rate{PerSecond: 5, Burst: 10} }))
}
