package e2e

import (
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

// Bob has won a game, alice has lost one, carol has played none. The first seed has the bye.
func TestTheStrongestIsSeededFirst(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.beats("bob", "alice")
		_, _, h := w.opens("/tournament format:elimination", "alice", "carol", "bob")
		bob := w.at("bob", h.thread)
		w.says(bob.Sees("bye"), "@bob has a bye")
	})
}

func TestATournamentInAServerWithoutRatings(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		command       string
		before, after bool // whether the server turns ratings off before the tournament is opened, or after members have joined
	}{
		"chosen":         {command: "/tournament rated:casual"},
		"before":         {command: "/tournament", before: true},
		"before, chosen": {command: "/tournament rated:casual", before: true},
		"meanwhile":      {command: "/tournament", after: true},
	} {
		t.Run(name, func(t *testing.T) {
			overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
				alice, bob, carol := w.organiser("alice"), w.player("bob"), w.manages("carol")
				unrate := func() { w.pressesIn(carol, carol.Uses("/config"), "Rated: on") }
				if test.before {
					unrate()
					w.says(alice.Uses("/tournament rated:rated"), "Games in this server aren't rated")
				}
				cup := alice.Uses(test.command).ID
				alice.PressesOn(cup, "Join")
				bob.PressesOn(cup, "Join")
				if test.after {
					unrate()
				}
				w.says(alice.PressesOn(cup, "Start"), "not rated")
				settles(10 * time.Second)
				h := w.enters()
				h.plays(h.games(nil)[0], xWins)
				settles(10 * time.Second)
				w.says(alice.Message(cup), "🏆 The tournament is over")
				for _, name := range []string{"alice", "bob"} {
					id := w.users[name].ID
					if p, err := kept.Profile(t.Context(), id, id); err != nil || len(p.Standings) != 0 || len(p.Records) != 1 {
						t.Errorf("%s has %+v, %v", name, p, err)
					}
				}
			})
		})
	}
}

func TestATeamIsOfThoseWhoPlay(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, carol, bob := w.rivals("/team channel:#rivals size:3")
		role := w.guild.NewRole("players", 0)
		w.guild.Give(w.users["alice"], role)
		page := w.manages("carol").Uses("/config")
		w.selects(carol, page, "/config/roles", role.ID)
		only := "Games here are for <@&" + role.ID + ">."
		w.says(bob.PressesID("/accept"), only)
		w.says(bob.PressesID("/decline"), only)
		w.guild.Give(w.users["bob"], role)
		bob.PressesID("/accept")
		settles(3 * time.Second)
		w.says(w.votes(carol, "a1"), only)
		w.says(w.votes(alice, "b2"), "1 vote: b2 ×1")

		w.selects(carol, page, "/config/channels", w.channel.ID)
		settles(time.Minute + 3*time.Second)
		w.says(w.votes(bob, "c3"), "1 vote: c3 ×1") // running games go on
		w.says(alice.Uses("/team channel:#rivals size:3"), "Games are played in #games.")
	})
}

func TestATeamGameInAHistory(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/team size:3 level:random")
		w.votes(alice, "a1")
		alice.Presses("Play it now")
		alice.Presses("Stop")
		alice.PressesID("/stop-yes")
		settles(time.Second)
		w.says(alice.Uses("/history"), "Team game: #games against")
	})
}

func TestAHillBesideChoicesOfItsMembers(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		w.joins("dave")
		alice, bob, carol, dave := w.player("alice"), w.player("bob"), w.player("carol"), w.player("dave")
		if _, _, err := kept.ChangeMember(t.Context(), w.users["carol"].ID, func(m *match.Member) { m.Casual = true }); err != nil {
			t.Fatal(err)
		}
		alice.Uses("/classic opponent:@bob")
		board := bob.PressesID("/accept")
		queues(carol, board)
		queues(dave, board)
		wins(alice, bob)
		settles(time.Second)
		w.says(carol.PressesOn(w.board(alice).ID, "Play"), "Tic-tac-toe 3×3, casual")
		wins(carol, alice)
		settles(time.Second)
		w.says(dave.PressesOn(w.board(carol).ID, "Play"), "Tic-tac-toe 3×3, casual")
		w.wantRated(kept, "alice", 1, 1)
	})
}
