package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

// goesAway has a member choose a vacation of some days, and returns the page of settings.
func (w *world) goesAway(p *discordtest.Player, days string) discordtest.Message {
	w.t.Helper()
	page := w.selects(p, p.Uses("/settings"), "/settings/away", days)
	settles(time.Second)
	return page
}

// slowGame has two players start a game with a day for each move, and make one move each.
func slowGame(alice, bob *discordtest.Player) {
	alice.Uses("/classic opponent:@bob clock:86400 first:me")
	bob.PressesID("/accept")
	alice.PressesID("/b2")
	bob.PressesID("/a1")
}

// TestTheClockStopsWhileAMemberIsAway has a member go on a vacation that is longer than the time for a move. The clock
// stands still during the vacation. After it the clock goes on, and the member loses on time.
func TestTheClockStopsWhileAMemberIsAway(t *testing.T) {
	t.Parallel()
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		slowGame(alice, bob)
		settles(12 * time.Hour)
		w.says(w.goesAway(alice, "2"), "You're away until <t:")
		w.says(w.board(bob), "is away until <t:")
		settles(47 * time.Hour)
		w.says(w.board(bob), "is away until <t:")
		settles(2 * time.Hour)
		if board := discordtest.Text(w.board(bob)); strings.Contains(board, "away") || w.matchIn(kept).Status != match.Playing {
			t.Errorf("after the vacation the board shows\n%s", board)
		}
		alice.Uses("/settings")
		w.says(alice.PressesID("/settings/tab/others"), "Days left this year: 12.")
		settles(12 * time.Hour)
		if m := w.matchIn(kept); m.Result.Reason != match.ByTimeout {
			t.Errorf("the result is %+v", m.Result)
		}
	})
}

// TestDeletionGivesNoDaysOfVacationBack has a member delete their data on the third day of a vacation, which ends it. The
// three days stay used.
func TestDeletionGivesNoDaysOfVacationBack(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		w.goesAway(alice, "5")
		settles(49 * time.Hour)
		page := alice.Uses("/settings")
		w.pressesIn(alice, page, "Delete…")
		deletesOn(alice, page.ID)
		alice.Uses("/settings")
		w.says(alice.PressesID("/settings/tab/others"), "Days left this year: 11.")
	})
}

// TestAMoveEndsAVacation checks that a move in one game, or the button Back now, ends a member's vacation
// in all games. A planned reply does not end it.
func TestAMoveEndsAVacation(t *testing.T) {
	t.Parallel()
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		lounge := w.guild.NewChannel("lounge")
		there, bobThere := discordtest.Play(t, w.users["alice"].In(lounge)), discordtest.Play(t, w.users["bob"].In(lounge))
		slowGame(alice, bob)
		slowGame(there, bobThere)
		left := func() time.Duration {
			settles(time.Second)
			open, err := kept.Unfinished(t.Context(), store.Scope{Channel: lounge.ID})
			if err != nil || len(open) != 1 {
				t.Fatalf("%d games, %v", len(open), err)
			}
			return time.Until(open[0].Match.Deadline).Round(time.Hour)
		}
		w.goesAway(alice, "3")
		if got := left(); got != 4*24*time.Hour {
			t.Errorf("%v are left", got)
		}
		w.says(alice.Presses("Back now"), "**Away**")
		if got := left(); got != 24*time.Hour {
			t.Errorf("back by the button, %v are left", got)
		}
		w.goesAway(alice, "3")
		settles(6 * time.Hour)
		alice.PressesID("/c3")
		if got := left(); got != 24*time.Hour {
			t.Errorf("after a move elsewhere, %v are left", got)
		}
		if board := discordtest.Text(w.board(bobThere)); strings.Contains(board, "away") {
			t.Errorf("the other board shows\n%s", board)
		}
		w.goesAway(alice, "3") // on bob's turn
		w.says(w.plansReply(alice, "b1", "c1"), "you play **c1** at once")
		bob.PressesID("/b1")
		w.says(w.board(bob), "is away until <t:")
		bob.PressesID("/a3")
		settles(time.Second)
		if m := w.matchIn(kept); time.Until(m.Deadline).Round(time.Hour) != 4*24*time.Hour {
			t.Errorf("after a planned reply the deadline is in %v", time.Until(m.Deadline))
		}
	})
}

// TestAVacationIsNotedAfterACrash has the process die after it has stored a member's vacation in the settings but
// before it has stored it in the member's games. The next process stops the clocks of the games.
func TestAVacationIsNotedAfterACrash(t *testing.T) {
	t.Parallel()
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, bob := w.player("alice"), w.player("bob")
		slowGame(alice, bob)
		w.halt()
		if _, err := kept.ChangeMember(t.Context(), w.users["alice"].ID, func(m *match.Member) { m.GoAway(2, time.Now()) }); err != nil {
			t.Fatal(err)
		}
		again()
		settles(25 * time.Hour)
		w.says(w.board(bob), "is away until <t:")
		settles(46 * time.Hour)
		if m := w.matchIn(kept); m.Status != match.Playing {
			t.Errorf("the result is %+v", m.Result)
		}
	})
}

// TestNobodyIsAwayInATournament checks that the clocks of tournament games go on while members are on vacation.
func TestNobodyIsAwayInATournament(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.organiser("alice")
		cup := alice.Uses("/tournament size:3 clock:86400 format:elimination")
		for _, name := range []string{"alice", "bob", "carol"} {
			w.player(name).PressesOn(cup.ID, "Join")
		}
		alice.PressesOn(cup.ID, "Start")
		settles(10 * time.Second)
		hall := w.enters()
		for _, name := range []string{"alice", "bob", "carol"} {
			w.goesAway(w.player(name), "5")
		}
		games := hall.games(nil)
		if len(games) != 1 {
			t.Fatalf("%d games", len(games))
		}
		board := func() string {
			m, _ := w.users["bob"].In(hall.thread).Message(games[0].message)
			return discordtest.Text(m)
		}
		if said := board(); strings.Contains(said, "away") {
			t.Errorf("its board shows\n%s", said)
		}
		settles(25 * time.Hour)
		if said := board(); !strings.Contains(said, "The game ended") {
			t.Errorf("a day later its board shows\n%s", said)
		}
	})
}
