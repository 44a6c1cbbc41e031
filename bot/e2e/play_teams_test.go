package e2e

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

// rivals has alice use `command` in the world's channel to challenge the members of another channel, #rivals. It
// returns alice and carol in the world's channel, and bob in #rivals.
func (w *world) rivals(command string) (alice, carol, bob *discordtest.Player) {
	w.t.Helper()
	there := w.guild.NewChannel("rivals")
	alice, carol, bob = w.player("alice"), w.player("carol"), w.at("bob", there)
	alice.Uses(command)
	settles(time.Second)
	return alice, carol, bob
}

func (w *world) bothShow(one, other *discordtest.Player, want string) {
	w.t.Helper()
	for _, p := range []*discordtest.Player{one, other} {
		w.says(newest(p), want)
	}
}

func TestTwoChannelsPlayEachOther(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, carol, bob := w.rivals("/team channel:#rivals size:3")
		w.bothShow(alice, bob, "#games challenges ")
		w.says(carol.PressesID("/accept"), "Only somebody in #rivals")
		w.says(alice.Uses("/team channel:#rivals size:3"), "You've already challenged another channel")
		bob.PressesID("/accept")
		settles(3 * time.Second)
		w.bothShow(alice, bob, "#games** to move")

		w.votes(carol, "a1")
		w.votes(alice, "b2")
		w.says(w.votes(carol, "b2"), "2 votes: b2 ×2")
		w.privately(bob.PressesID("/c3"), "")
		settles(3 * time.Second)
		w.bothShow(alice, bob, "2 votes: b2 ×2")
		settles(time.Minute)
		w.bothShow(alice, bob, "#rivals** to move")

		w.says(w.votes(bob, "c3"), "1 vote: c3 ×1")
		settles(3 * time.Second)
		w.privately(alice.PressesID("/play-voted"), "")
		settles(time.Minute)
		w.bothShow(alice, bob, "move 3")
		w.votes(alice, "a2")
		alice.Presses("Play it now")
		settles(3 * time.Second)
		w.bothShow(alice, bob, "move 4")
		w.votes(bob, "c1")
		settles(time.Minute + 3*time.Second)
		w.votes(alice, "c2")
		alice.Presses("Play it now")
		settles(3 * time.Second)
		w.bothShow(alice, bob, "#games wins · a2–c2")
		for _, p := range []*discordtest.Player{alice, bob} {
			if n := len(p.Client().Messages()); p == bob && n > 2 { // bob sees the board and one refusal
				t.Errorf("%d messages", n)
			}
		}
		again := bob.Presses("Rematch")
		w.says(again, "#rivals challenges ")
		settles(3 * time.Second)
		w.bothShow(alice, bob, "#rivals challenges ")
		alice.PressesID("/decline")
		settles(3 * time.Second)
		w.says(bob.Message(again.ID), "declined the challenge")
	})
}

func TestATeamThatTheBotCannotReach(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		secret := w.guild.NewChannel("secret")
		for _, u := range w.users {
			secret.Overwrite(u, discordtest.PermissionViewChannel, 0)
		}
		secret.Overwrite(w.users["bob"], discordtest.PermissionViewChannel, discordtest.PermissionSendMessages)
		secret.Overwrite(w.guild.Everyone(), 0, discordtest.PermissionViewChannel)
		alice := w.player("alice")
		w.says(w.player("bob").Uses("/team channel:#secret size:3"), "you can't write there")
		w.says(alice.Uses("/team channel:#games size:3"), "can't play against itself")
		alice.Uses("/team channel:#secret size:3")
		settles(time.Minute)
		w.shows("nobody can accept there")
		settles(10 * time.Minute)
		w.shows("expired without an answer")
	})
}

// The bot posts no second message, even after Discord has forgotten the nonce.
func TestTheOtherTeamSeesOneBoardThatCannotBeNoted(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		var failing atomic.Bool
		failing.Store(true)
		kept := hookedStore{sharedStore{storetest.Memory(t)}, onErrors(func(method string) error {
			if method == "SetMirror" && failing.Load() {
				return errors.New("the database is away")
			}
			return nil
		})}
		w.launch("first", storedIn(kept)).awaitReady()
		alice, _, bob := w.rivals("/team channel:#rivals size:3")
		noted := func() string {
			t.Helper()
			games := openGames(t, kept, match.Scope{Channel: w.channel.ID}, 1)
			return games[0].Mirror.Message
		}
		settles(time.Minute)
		failing.Store(false)
		settles(time.Minute)
		if board, _ := live(bob); noted() != board.ID {
			t.Errorf("%q is noted, want %q", noted(), board.ID)
		}
		alice.Presses("Withdraw")
		settles(3 * time.Second)

		failing.Store(true)
		alice.Uses("/team channel:#rivals size:4")
		settles(8 * time.Minute)
		if noted() != "" {
			t.Error("it is noted all the same")
		}
		alice.Presses("Withdraw")
		settles(time.Minute)
		boards := bob.Client().Messages()
		if len(boards) != 2 {
			t.Fatalf("%d messages are there", len(boards))
		}
		for _, board := range boards {
			w.says(board, "withdrew the challenge")
		}
	})
}

func TestTheOtherTeamSeesOneBoardWhateverDies(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{true, false} {
		t.Run(map[bool]string{true: "before it is noted", false: "after"}[before], func(t *testing.T) {
			inBubbleAlone(t, func(t *testing.T, w *world) {
				kept := sharedStore{storetest.Memory(t)}
				first := w.launch("first", storedIn(mortal(kept, func(was bool, method string, _ any) bool {
					return method == "SetMirror" && was == before
				})))
				first.awaitReady()
				alice, _, bob := w.rivals("/team channel:#rivals size:3")
				if !first.killed() {
					t.Fatal("the process lives")
				}
				w.launch("second", storedIn(kept)).awaitReady()
				bob.PressesID("/accept") // which tells a message that nobody has noted
				settles(50 * time.Second)
				if n := len(bob.Client().Messages()); n != 1 {
					t.Fatalf("%d messages are there", n)
				}
				w.bothShow(alice, bob, "#games** to move")
			})
		})
	}
}

func TestTwoProcessesShowTheOtherTeamOneBoard(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		kept := sharedStore{storetest.Memory(t)}
		for _, name := range []string{"first", "second"} {
			w.launch(name, storedIn(kept)).awaitReady()
		}
		settles(6 * time.Second)
		alice, _, bob := w.rivals("/team channel:#rivals size:3")
		settles(20 * time.Second)
		bob.PressesID("/accept")
		settles(5 * time.Second)
		w.votes(alice, "b2")
		settles(65 * time.Second)
		w.votes(bob, "a1")
		settles(5 * time.Second)
		w.bothShow(alice, bob, "1 vote: a1 ×1")
		if n := len(bob.Client().Messages()); n != 1 {
			t.Errorf("%d messages are there", n)
		}
	})
}

func TestTwoChannelsPlayOnAfterARestart(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		alice, _, bob := w.rivals("/team channel:#rivals size:3 first:them")
		w.away(time.Second, again)
		bob.PressesID("/accept")
		settles(3 * time.Second)
		w.votes(bob, "b2")
		w.away(time.Second, again)
		settles(time.Minute + 10*time.Second)
		w.bothShow(alice, bob, "#games** to move")
		w.says(w.votes(alice, "a1"), "1 vote: a1 ×1")
	})
}
