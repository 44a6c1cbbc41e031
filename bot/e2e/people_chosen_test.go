package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
)

// TestASeriesInAQuietServer plays a series in a server whose /config turns on Threads and Quiet and turns off ratings.
// All games are in one thread, none is rated, and nobody is mentioned. After one player deletes all their data, the
// board no longer names that player or offers a next game.
func TestASeriesInAQuietServer(t *testing.T) {
	t.Parallel()
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.manages("carol")
		page := carol.Uses("/config")
		for _, label := range []string{"Threads: off", "Rated: on", "Quiet: off"} {
			w.pressesIn(carol, page, label)
		}
		w.selects(carol, page, "/config/clock", "300")
		start := alice.Uses("/challenge member:@bob best_of:3")
		bob.PressesOn(start.ID, "Accept")
		settles(time.Second)
		thread := w.channel.Threads()[0]
		a, b := discordtest.Play(t, w.users["alice"].In(thread)), discordtest.Play(t, w.users["bob"].In(thread))
		toAlice, toBob := a.Client().Pings(), b.Client().Pings()
		wins(a, b)
		board, _ := live(a)
		if said := discordtest.Text(board); strings.Contains(said, "→") || !strings.Contains(said, "casual") {
			t.Errorf("the game is rated:\n%s", said)
		}
		b.Presses("Next game")
		settles(4 * time.Minute) // it is bob's turn
		open, err := kept.Unfinished(t.Context(), store.Scope{Channel: thread.ID})
		if err != nil || len(open) != 1 {
			t.Fatalf("%v, %v", open, err)
		}
		if rec := open[0]; !rec.Place.Quiet || !rec.Match.Options.Casual || rec.Match.Options.Clock != 5*time.Minute || rec.Place.Parent != w.channel.ID {
			t.Errorf("the second game is %+v in %+v", rec.Match.Options, rec.Place)
		}
		drawn(b, a)
		w.mentioned(a, &toAlice, 0)
		w.mentioned(b, &toBob, 0)
		board, _ = live(a)
		w.deletesAll(b)
		settles(5 * time.Second)
		if said := discordtest.Text(a.Message(board.ID)); strings.Contains(said, w.users["bob"].ID) {
			t.Errorf("the board names who was forgotten:\n%s", said)
		}
		if labelled(a.Message(board.ID), "Next game") {
			t.Error("the board offers a game against nobody")
		}
		settles(26 * time.Hour)
		if !thread.Archived() {
			t.Error("the thread stays open")
		}
	})
}

// TestTheHillKeepsToWhatMembersHaveChosen checks that a member cannot join the queue to play the winner if
// a player has blocked them or if they lack the role for games. A player can also block a member who is
// already in the queue. That member then cannot start the game.
func TestTheHillKeepsToWhatMembersHaveChosen(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol, dave := w.player("alice"), w.player("bob"), w.manages("carol"), w.joins("dave")
		alice.Uses("/classic opponent:@bob")
		board := bob.PressesID("/accept")
		settings := bob.Uses("/settings")
		w.selects(bob, settings, "/settings/blocked", w.users["dave"].ID) // dave is blocked by bob, who plays O
		refused := dave.PressesIDOn(board.ID, "/c3")
		w.says(dave.PressesOn(refused.ID, "Play the winner"), "@bob doesn't take challenges here.")
		w.selects(bob, settings, "/settings/blocked")

		role := w.guild.NewRole("players", 0)
		w.selects(carol, carol.Uses("/config"), "/config/roles", role.ID)
		w.says(dave.PressesOn(refused.ID, "Play the winner"), "Games here are for")
		w.guild.Give(w.users["dave"], role)
		w.says(dave.PressesOn(refused.ID, "Play the winner"), "You're in the queue to play the winner")
		w.selects(alice, alice.Uses("/settings"), "/settings/blocked", w.users["dave"].ID) // alice blocks dave while dave is in the queue
		end := w.winsQuickly(alice, bob)
		w.says(dave.PressesOn(end.ID, "Play"), "@alice doesn't take challenges here.")
	})
}

// TestATeamIsOfThoseWhoMayPlay checks that in a team game only members with the role for games can vote. A member who
// gets this role during the game can vote from then on.
func TestATeamIsOfThoseWhoMayPlay(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.manages("carol")
		role := w.guild.NewRole("players", 0)
		w.guild.Give(w.users["alice"], role)
		page := carol.Uses("/config")
		w.selects(carol, page, "/config/roles", role.ID)
		board := alice.Uses("/team level:random game:classic vote_clock:3600 first:me")
		w.selects(carol, page, "/config/channels", w.guild.NewChannel("lounge").ID) // restricting games to another channel does not stop the running game
		w.says(bob.PressesIDOn(board.ID, "/a1"), "Games here are for")
		alice.PressesIDOn(board.ID, "/b2")
		w.says(alice.Message(board.ID), "1 vote")
		w.guild.Give(w.users["bob"], role)
		bob.PressesIDOn(board.ID, "/b2")
		settles(5 * time.Second)
		w.says(alice.Message(board.ID), "2 votes")
	})
}
