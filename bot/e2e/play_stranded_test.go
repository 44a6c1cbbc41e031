package e2e

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

// A strandedGame is a rated game between alice and bob with a clock of a minute, in which bob is to move.
type strandedGame struct {
	*world
	in *discordtest.Channel // where it is played
	id match.ID
}

// plays begins the game in a channel or thread.
func (w *world) plays(in *discordtest.Channel) *strandedGame {
	w.t.Helper()
	alice, bob := w.at("alice", in), w.at("bob", in)
	alice.Uses("/classic opponent:@bob clock:60")
	bob.PressesID("/accept")
	alice.PressesID("/a1")
	bob.PressesID("/b2")
	alice.PressesID("/a2")
	board, _ := live(alice)
	return &strandedGame{w, in, matchOf(board)}
}

// at returns a member as a player in a channel or thread.
func (w *world) at(name string, in *discordtest.Channel) *discordtest.Player {
	return discordtest.Play(w.t, w.users[name].In(in))
}

func (g *strandedGame) stored(kept store.Store) match.Match {
	g.t.Helper()
	rec, err := kept.Load(g.t.Context(), g.id)
	if err != nil {
		g.t.Fatal(err)
	}
	return rec.Match
}

// hinders are ways to keep bob, who is to move, from moving where a game is played.
var hinders = map[string]func(g *strandedGame){
	"channel deleted": func(g *strandedGame) { g.in.Delete() },
	"channel hidden from the player": func(g *strandedGame) {
		g.in.Overwrite(g.users["bob"], 0, discordtest.PermissionViewChannel)
	},
	"channel hidden from everybody": func(g *strandedGame) {
		g.in.Overwrite(g.guild.Everyone(), 0, discordtest.PermissionViewChannel)
	},
	"bot removed":      func(g *strandedGame) { g.guild.Remove(g.app.User) },
	"player removed":   func(g *strandedGame) { g.guild.Remove(g.users["bob"]) },
	"player timed out": func(g *strandedGame) { g.guild.TimeOut(g.users["bob"], time.Hour) },
}

// inThread are such ways in a thread.
var inThread = map[string]func(g *strandedGame){
	"thread deleted":          func(g *strandedGame) { g.in.Delete() },
	"thread locked":           func(g *strandedGame) { g.in.SetLocked(true) },
	"thread archived, locked": func(g *strandedGame) { g.in.SetArchived(true); g.in.SetLocked(true) },
	"channel above deleted":   func(g *strandedGame) { g.in.Parent().Delete() },
	"channel above hidden": func(g *strandedGame) {
		hinders["channel hidden from the player"](&strandedGame{g.world, g.in.Parent(), g.id})
	},
	"taken out of a private one": func(g *strandedGame) { g.in.Remove(g.users["bob"]) },
}

// TestNobodyLosesWhoCouldNotMove keeps a player from moving in each way. Their clock does not end the game, and a week
// later, also after a restart, it ends without a result.
func TestNobodyLosesWhoCouldNotMove(t *testing.T) {
	t.Parallel()
	try := func(name string, hinder func(*strandedGame), in func(w *world) *discordtest.Channel) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
				g := w.plays(in(w))
				hinder(g)
				settles(10 * time.Minute)
				if m := g.stored(kept); m.Status != match.Playing || m.Stranded.IsZero() {
					t.Fatalf("after ten minutes the game has status %d, stranded %v: %+v", m.Status, m.Stranded, m.Result)
				}
			})
		})
	}
	for name, hinder := range hinders {
		try(name, hinder, func(w *world) *discordtest.Channel { return w.guild.NewChannel("arena") })
	}
	for name, hinder := range inThread {
		try(name, hinder, func(w *world) *discordtest.Channel {
			thread := w.channel.NewPrivateThread("ours", w.users["alice"])
			thread.Add(w.users["bob"], w.app.User)
			return thread
		})
	}
}

// TestAStrandedGameEndsWithoutAResult waits a week, over a restart.
func TestAStrandedGameEndsWithoutAResult(t *testing.T) {
	t.Parallel()
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		g := w.plays(w.guild.NewChannel("arena"))
		g.in.Delete()
		settles(2 * time.Minute)
		w.away(match.StrandedLife-time.Hour, again)
		settles(time.Minute)
		if m := g.stored(kept); m.Status != match.Playing {
			t.Errorf("before the week is over the game has ended: %+v", m.Result)
		}
		w.away(time.Hour, again)
		settles(time.Minute)
		if m := g.stored(kept); m.Result != (match.Result{Reason: match.Stranded}) {
			t.Errorf("after a week the game has status %d: %+v", m.Status, m.Result)
		}
	})
}

// TestTheClockOfAPlayerWhoCanMoveAgain times a player out for some minutes. After that their clock begins anew, and ends
// the game if they don't come.
func TestTheClockOfAPlayerWhoCanMoveAgain(t *testing.T) {
	t.Parallel()
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		there, gone := w.plays(w.guild.NewChannel("arena")), w.plays(w.guild.NewChannel("court"))
		w.guild.TimeOut(w.users["bob"], 5*time.Minute)
		settles(5*time.Minute + time.Second)
		w.at("bob", there.in).PressesID("/b1")
		if m := there.stored(kept); m.Status != match.Playing || !m.Stranded.IsZero() || !m.ClockRuns() {
			t.Errorf("after the move the game has status %d, stranded %v: %+v", m.Status, m.Stranded, m.Result)
		}
		settles(10 * time.Minute)
		for name, g := range map[string]*strandedGame{"moved": there, "did not move": gone} {
			if m := g.stored(kept); m.Result.Reason != match.ByTimeout {
				t.Errorf("where the player %s, the clock has not ended the game: status %d", name, m.Status)
			}
		}
	})
}
