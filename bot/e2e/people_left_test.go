package e2e

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
	"noughts/game/puzzle"
)

func TestNobodyPlaysWhoHasLeft(t *testing.T) {
	t.Parallel()
	wins := func(command string) func(alice, bob *discordtest.Player) {
		return func(alice, bob *discordtest.Player) { begins(alice, bob, command, "a1 b1 a2 b2 a3") }
	}
	for name, c := range map[string]struct {
		begin func(alice, bob *discordtest.Player)
		press string
	}{
		"rematch":               {wins("/classic opponent:@bob"), "Rematch"},
		"next game of a series": {wins("/classic opponent:@bob best_of:3"), "Next game"},
		"challenge":             {func(_, bob *discordtest.Player) { bob.Uses("/challenge member:@alice") }, "Accept"},
		"open challenge":        {func(_, bob *discordtest.Player) { bob.Uses("/challenge") }, "Accept"},
	} {
		t.Run(name, func(t *testing.T) {
			overBoth(t, func(t *testing.T, w *world) {
				alice := w.player("alice")
				c.begin(alice, w.player("bob"))
				w.guild.Remove(w.users["bob"])
				w.says(alice.Presses(c.press), "@bob isn't in this server")
			})
		})
	}
}

func TestTheOneWhoStaysMayEndTheGame(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]struct {
		moves []string
		ends  match.Reason
		rated bool
	}{
		"five moves":  {[]string{"/a1", "/b1", "/a2", "/b2", "/c1"}, match.ByLeaving, true},
		"three moves": {[]string{"/a1", "/b1", "/a2"}, match.ByLeaving, false},
		"one move":    {[]string{"/a1"}, match.Aborted, false},
	} {
		t.Run(name, func(t *testing.T) {
			acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
				alice, bob := w.game("/classic opponent:@bob")
				for i, square := range end.moves {
					[]*discordtest.Player{alice, bob}[i%2].PressesID(square)
				}
				begun := w.matchIn(kept).ID
				offers := func() bool { return labelled(alice.Presses("⋯ More"), "Claim the win: your opponent has left") }
				if w.away(25*time.Hour, again); offers() {
					t.Error("the win is offered while the opponent is there")
				}
				w.guild.Remove(w.users["bob"])
				if !offers() {
					t.Fatal("the win is not offered")
				}
				alice.Presses("Claim the win: your opponent has left")
				rec, err := kept.Load(t.Context(), begun)
				if err != nil || rec.Match.Result.Reason != end.ends || rec.Effects[0].After != 0 != end.rated {
					t.Errorf("the game ended as %+v with %+v, %v", rec.Match.Result, rec.Effects, err)
				}
			})
		})
	}
}

func TestAModeratorEndsAGame(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		log := w.guild.NewChannel("log")
		if _, _, err := kept.ChangeServer(t.Context(), w.guild.ID, func(s *match.Server) { s.LogChannel = log.ID }); err != nil {
			t.Fatal(err)
		}
		g := w.plays(w.guild.NewChannel("arena"))
		carol := w.at("carol", g.in)
		if labelled(carol.Presses("⋯ More"), "End this game") {
			t.Error("a spectator is offered the end of a game")
		}
		w.guild.Grant(w.users["carol"], discordtest.PermissionManageMessages)
		carol.Presses("⋯ More")
		w.says(carol.Presses("End this game"), "It won't count")
		carol.Presses("End this game")
		settles(time.Minute)
		if m := g.stored(kept); m.Result != (match.Result{Reason: match.Moderated}) {
			t.Errorf("the game has status %d: %+v", m.Status, m.Result)
		}
		board, _ := live(w.at("alice", g.in))
		w.says(board, "A moderator ended this game")
		w.says(w.at("alice", log).Sees("ended a game"), "@carol ended a game of Tic-tac-toe 3×3 in #arena")
	})
}

func TestWhoHasLeftHasNoPlaceAtTheDaily(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		week, news := w.guild.NewRole("week", 0), w.guild.NewChannel("news")
		w.guild.Give(w.app.User, w.guild.NewRole("bots", discordtest.PermissionManageRoles))
		if _, _, err := kept.ChangeServer(t.Context(), w.guild.ID, func(s *match.Server) { s.DailyRole, s.DailyChannel = week.ID, news.ID }); err != nil {
			t.Fatal(err)
		}
		alice, bob := w.player("alice"), w.player("bob")
		monday, _ := puzzle.DayAt(time.Now()).Week()
		w.solves(kept, alice, "alice", alice.Uses("/daily"), atDaily)
		settles(time.Minute) // so that alice is faster
		w.solves(kept, bob, "bob", bob.Uses("/daily"), atDaily)
		w.away(time.Until((monday + 7).Start().Add(-time.Hour)), again)
		w.guild.Remove(w.users["alice"])
		w.solves(kept, bob, "bob", bob.Uses("/daily"), atDaily)
		w.doesNotSay(bob.Uses("/daily"), "@alice")
		settles(2 * time.Hour)
		w.wears(week, "bob")
		w.at("bob", news).DoesNotSee("<@" + w.users["alice"].ID + ">")
	})
}
