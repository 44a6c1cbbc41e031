package e2e

import (
	"context"
	"errors"
	"strings"
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
	alice, carol, bob = w.player("alice"), w.player("carol"), discordtest.Play(w.t, w.users["bob"].In(there))
	alice.Uses(command)
	settles(time.Second)
	return alice, carol, bob
}

// bothShow checks that the newest board that each of two players sees contains a text.
func (w *world) bothShow(one, other *discordtest.Player, want string) {
	w.t.Helper()
	for _, p := range []*discordtest.Player{one, other} {
		board, _ := live(p)
		w.says(board, want)
	}
}

// TestTwoChannelsPlayEachOther plays a game between two channels by vote. Both channels see the same board.
// Members vote only for their own channel, and a rematch is a new challenge.
func TestTwoChannelsPlayEachOther(t *testing.T) {
	t.Parallel()
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
		w.says(w.votes(carol, "b2"), "2 votes: b2 2")
		if refused := bob.PressesID("/c3"); !refused.Ephemeral() {
			t.Error("the other team votes")
		}
		settles(3 * time.Second)
		w.bothShow(alice, bob, "2 votes: b2 2")
		settles(time.Minute)
		w.bothShow(alice, bob, "#rivals** to move")

		w.says(w.votes(bob, "c3"), "1 vote: c3 1")
		settles(3 * time.Second)
		if refused := alice.PressesID("/play-voted"); !refused.Ephemeral() {
			t.Error("she closes the vote of the other team")
		}
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
		w.bothShow(alice, bob, "#games wins in row 2")
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
		if text := discordtest.Text(bob.Message(again.ID)); !strings.Contains(text, "declined the challenge") {
			t.Errorf("the challenge shows\n%s", text)
		}
	})
}

// TestATeamThatTheBotCannotReach challenges a channel where the bot cannot write. The board says so, and
// the challenge expires. A challenge to a channel where the challenger cannot write is refused, and so is a
// challenge to the challenger's own channel.
func TestATeamThatTheBotCannotReach(t *testing.T) {
	t.Parallel()
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

// A mirrorStore is a store that can kill its process before or after SetMirror, which stores the id of the
// second team's message.
type mirrorStore struct {
	sharedStore
	dies func(before bool) bool
}

func (s *mirrorStore) SetMirror(ctx context.Context, id match.ID, message string) (string, error) {
	if s.dies(true) {
		return "", errDead
	}
	noted, err := s.sharedStore.SetMirror(ctx, id, message)
	if s.dies(false) {
		return "", errDead
	}
	return noted, err
}

// A forgetfulStore is a store that can fail to save the id of the second team's message: while the field `failing` is
// set, SetMirror returns an error.
type forgetfulStore struct {
	sharedStore
	failing *atomic.Bool
}

func (s forgetfulStore) SetMirror(ctx context.Context, id match.ID, message string) (string, error) {
	if s.failing.Load() {
		return "", errors.New("the database is away")
	}
	return s.sharedStore.SetMirror(ctx, id, message)
}

// TestTheOtherTeamSeesOneBoardThatCannotBeNoted checks the second team's message while the store fails to
// save its id. The bot still edits that message and posts no second one, even after Discord has forgotten
// the nonce. The id is saved once the store works again.
func TestTheOtherTeamSeesOneBoardThatCannotBeNoted(t *testing.T) {
	t.Parallel()
	inBubbleAlone(t, func(t *testing.T, w *world) {
		kept := forgetfulStore{sharedStore{storetest.Memory(t)}, &atomic.Bool{}}
		kept.failing.Store(true)
		w.launch("first", storedIn(kept)).awaitReady()
		alice, _, bob := w.rivals("/team channel:#rivals size:3")
		noted := func() string {
			t.Helper()
			games, err := kept.Unfinished(t.Context(), store.Scope{Channel: w.channel.ID})
			if err != nil || len(games) != 1 {
				t.Fatalf("%d games, %v", len(games), err)
			}
			return games[0].Mirror.Message
		}
		settles(time.Minute)
		kept.failing.Store(false)
		settles(time.Minute)
		if board, _ := live(bob); noted() != board.ID {
			t.Errorf("%q is noted, want %q", noted(), board.ID)
		}
		alice.Presses("Withdraw")
		settles(3 * time.Second)

		kept.failing.Store(true)
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

// TestTheOtherTeamSeesOneBoardWhateverDies kills the process that posts the second team's message, before
// or after it saves the message's id. The next process finds that message and posts no other.
func TestTheOtherTeamSeesOneBoardWhateverDies(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{true, false} {
		t.Run(map[bool]string{true: "before it is noted", false: "after"}[before], func(t *testing.T) {
			t.Parallel()
			inBubbleAlone(t, func(t *testing.T, w *world) {
				kept := sharedStore{storetest.Memory(t)}
				var first *process
				mortal := &mirrorStore{sharedStore: kept}
				mortal.dies = func(was bool) bool {
					if was == before {
						first.kill()
					}
					return first.killed()
				}
				first = w.launch("first", storedIn(mortal))
				first.awaitReady()
				alice, _, bob := w.rivals("/team channel:#rivals size:3")
				if !first.killed() {
					t.Fatal("the process lives")
				}
				w.launch("second", storedIn(kept)).awaitReady()
				settles(time.Minute)
				if n := len(bob.Client().Messages()); n != 1 {
					t.Fatalf("%d messages are there", n)
				}
				bob.PressesID("/accept")
				settles(3 * time.Second)
				w.bothShow(alice, bob, "#games** to move")
			})
		})
	}
}

// TestTwoProcessesShowTheOtherTeamOneBoard has two processes handle a match of two teams. The second team
// sees only one board.
func TestTwoProcessesShowTheOtherTeamOneBoard(t *testing.T) {
	t.Parallel()
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
		w.bothShow(alice, bob, "1 vote: a1 1")
		if n := len(bob.Client().Messages()); n != 1 {
			t.Errorf("%d messages are there", n)
		}
	})
}

// TestTwoChannelsPlayOnAfterARestart restarts the bot before a challenge is accepted and during a vote.
// Both teams can play on.
func TestTwoChannelsPlayOnAfterARestart(t *testing.T) {
	t.Parallel()
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		alice, _, bob := w.rivals("/team channel:#rivals size:3 first:them")
		w.away(time.Second, again)
		bob.PressesID("/accept")
		settles(3 * time.Second)
		w.votes(bob, "b2")
		w.away(time.Second, again)
		settles(time.Minute + 10*time.Second)
		w.bothShow(alice, bob, "#games** to move")
		w.says(w.votes(alice, "a1"), "1 vote: a1 1")
	})
}

// TestTwoChannelsPlayOnDatabases checks, with each kind of database, that a game of two channels goes on when the
// process is killed.
func TestTwoChannelsPlayOnDatabases(t *testing.T) {
	t.Parallel()
	acrossKills(t, func(t *testing.T, w *world, again func()) {
		there := w.guild.NewChannel("rivals")
		alice, bob := w.player("alice"), discordtest.Play(t, w.users["bob"].In(there))
		alice.Uses("/team channel:#rivals size:3 vote_clock:30")
		bob.Awaits("challenges")
		again()
		bob.PressesID("/accept")
		alice.Awaits("to move")
		w.votes(alice, "b2")
		bob.Awaits("1 vote: b2 1")
		again()
		alice.Presses("Play it now")
		bob.Awaits("move 2")
		w.says(w.votes(bob, "a1"), "1 vote: a1 1")
	})
}
