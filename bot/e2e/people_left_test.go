package e2e

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
	"noughts/game/puzzle"
)

// TestNobodyPlaysWhoHasLeft has a member leave the server, and tries each way to a game with them.
func TestNobodyPlaysWhoHasLeft(t *testing.T) {
	t.Parallel()
	finished := func(command string) func(*world) func() discordtest.Message {
		return func(w *world) func() discordtest.Message {
			alice, bob := w.player("alice"), w.player("bob")
			alice.Uses(command)
			bob.PressesID("/accept")
			for i, square := range []string{"/a1", "/b1", "/a2", "/b2", "/a3"} {
				[]*discordtest.Player{alice, bob}[i%2].PressesID(square)
			}
			return func() discordtest.Message {
				if command == "/classic opponent:@bob" {
					return alice.Presses("Rematch")
				}
				return alice.PressesID("/next-game")
			}
		}
	}
	challenged := func(command string) func(*world) func() discordtest.Message {
		return func(w *world) func() discordtest.Message {
			w.player("bob").Uses(command)
			return func() discordtest.Message { return w.player("alice").Presses("Accept") }
		}
	}
	for name, begin := range map[string]func(*world) func() discordtest.Message{
		"rematch": finished("/classic opponent:@bob"), "next game of a series": finished("/classic opponent:@bob best_of:3"),
		"challenge": challenged("/challenge member:@alice"), "open challenge": challenged("/challenge"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, w *world) {
				try := begin(w)
				w.guild.Remove(w.users["bob"])
				w.says(try(), "@bob isn't in this server")
			})
		})
	}
}

// TestTheOneWhoStaysMayEndTheGame has a player leave the server in a game without a clock. A day later the opponent may
// end it as won, unrated below four moves. Against a player who is there they may not.
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
			t.Parallel()
			acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
				alice, bob := w.player("alice"), w.player("bob")
				alice.Uses("/classic opponent:@bob")
				bob.PressesID("/accept")
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

// TestAModeratorEndsAGame has somebody who manages messages end a game of others, which is noted in the log channel.
// Others may not.
func TestAModeratorEndsAGame(t *testing.T) {
	t.Parallel()
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		log := w.guild.NewChannel("log")
		if _, err := kept.ChangeServer(t.Context(), w.guild.ID, func(s *match.Server) { s.LogChannel = log.ID }); err != nil {
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

// TestWhoHasLeftHasNoPlaceAtTheDaily has the best member of a week at the daily puzzle leave the server. The next best
// gets the role, and neither the table nor the post names the one who left.
func TestWhoHasLeftHasNoPlaceAtTheDaily(t *testing.T) {
	t.Parallel()
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		week, news := w.guild.NewRole("week", 0), w.guild.NewChannel("news")
		w.guild.Give(w.app.User, w.guild.NewRole("bots", discordtest.PermissionManageRoles))
		if _, err := kept.ChangeServer(t.Context(), w.guild.ID, func(s *match.Server) { s.DailyRole, s.DailyChannel = week.ID, news.ID }); err != nil {
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
