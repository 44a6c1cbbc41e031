package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

func (w *world) goesAway(p *discordtest.Player, days string) discordtest.Message {
	w.t.Helper()
	page := w.selects(p, p.Uses("/settings"), "/settings/away", days)
	settles(time.Second)
	return page
}

func slowGame(alice, bob *discordtest.Player) {
	begins(alice, bob, "/classic opponent:@bob clock:86400 first:me", "b2 a1")
}

func TestTheClockStopsWhileAMemberIsAway(t *testing.T) {
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

func TestDeletionGivesNoDaysOfVacationBack(t *testing.T) {
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

func TestAMoveEndsAVacation(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		lounge := w.guild.NewChannel("lounge")
		there, bobThere := w.at("alice", lounge), w.at("bob", lounge)
		slowGame(alice, bob)
		slowGame(there, bobThere)
		left := func() time.Duration {
			settles(time.Second)
			open := openGames(t, kept, match.Scope{Channel: lounge.ID}, 1)
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
		w.doesNotSay(w.board(bobThere), "away")
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

// The process dies after it has stored a vacation in the settings, before it has stored it in the member's games.
func TestAVacationIsNotedAfterACrash(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, bob := w.player("alice"), w.player("bob")
		slowGame(alice, bob)
		w.halt()
		if _, _, err := kept.ChangeMember(t.Context(), w.users["alice"].ID, func(m *match.Member) { m.GoAway(2, time.Now()) }); err != nil {
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

func TestNobodyIsAwayInATournament(t *testing.T) {
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
