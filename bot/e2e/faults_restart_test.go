package e2e

import (
	"context"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/match"
)

// unclosed is a store whose Close does nothing, so that it outlives its bot.
type unclosed struct{ store.Store }

func (unclosed) Close() error { return nil }

// acrossRestarts runs a test in a synctest bubble on a store that outlives the bot. The test stops the bot, and calls
// `again` to start another bot on the same store.
func acrossRestarts(t *testing.T, test func(t *testing.T, w *world, kept store.Store, again func()), settings ...setting) {
	t.Helper()
	kept := unclosed{storetest.Memory(t)}
	settings = append(settings, storedIn(kept))
	inBubble(t, func(t *testing.T, w *world) {
		test(t, w, kept, func() {
			w.start(settings...)
			w.awaitReady()
		})
	}, settings...)
}

// away stops the bot, waits for d and starts another bot by calling `again`.
func (w *world) away(d time.Duration, again func()) {
	w.t.Helper()
	w.halt()
	settles(d)
	again()
}

// matchIn returns the stored match of the newest board in the world's channel. It fails the test if there is no board.
func (w *world) matchIn(kept store.Store) match.Match {
	w.t.Helper()
	board, ok := live(w.player("alice"))
	if !ok {
		w.t.Fatal("there is no board")
	}
	record, err := kept.Load(context.Background(), matchOf(board))
	if err != nil {
		w.t.Fatal(err)
	}
	return record.Match
}

func TestAClockThatRanOutWithoutABotBeginsAnew(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, _ := w.game("/classic opponent:@bob clock:60", "a1 b2")
		w.away(10*time.Minute, again)
		settles(10 * time.Second)
		board, _ := live(alice)
		if m := w.matchIn(kept); m.Status != match.Playing || over(board) {
			t.Fatalf("status %d after the bot was away; the board shows\n%s", m.Status, discordtest.Text(board))
		} else if left := time.Until(m.Deadline); left < 45*time.Second || left > time.Minute {
			t.Errorf("there are %v left for a move of a minute, ten seconds after the start", left)
		}
		settles(time.Minute)
		if m := w.matchIn(kept); m.Result.Reason != match.ByTimeout || m.Result.Winner != game.O {
			t.Errorf("a minute later the result is %+v", m.Result)
		}
		if board, _ := live(alice); !over(board) {
			t.Errorf("the board shows\n%s", discordtest.Text(board))
		}
	})
}

func TestAMoveJustAfterTheBotWasAwayIsInTime(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, bob := w.game("/classic opponent:@bob clock:60", "a1")
		w.away(10*time.Minute, again)
		bob.PressesID("/b2") // before the new bot has checked the clocks
		if m := w.matchIn(kept); m.Status != match.Playing || len(m.Moves) != 2 {
			t.Errorf("status %d after %d moves", m.Status, len(m.Moves))
		}
		alice.PressesID("/c3")
	})
}

func TestAChallengeExpiresAlsoWithoutABot(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		w.player("alice").Uses("/challenge member:@bob")
		w.away(time.Hour, again)
		settles(10 * time.Second)
		openGames(t, kept, match.Scope{Channel: w.channel.ID}, 0)
		messages := w.player("bob").Client().Messages()
		w.says(messages[len(messages)-1], "expired")
	})
}

func TestTheComputersTurnOutlivesTheProcess(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice := w.player("alice")
		alice.Uses("/classic size:3 first:me")
		alice.PressesID("/b2")
		settles(5 * time.Second)
		w.away(time.Minute, again) // while the computer is thinking
		settles(time.Minute)
		if m := w.matchIn(kept); len(m.Moves) != 2 {
			t.Errorf("%d moves a minute after the start", len(m.Moves))
		}
		if board, _ := live(alice); !offersMove(board) {
			t.Errorf("the board shows\n%s", discordtest.Text(board))
		}
	}, thinking(20*time.Second))
}

func TestADrawOutlivesTheProcess(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		restart := func() { w.away(time.Minute, again) }
		alice, bob := w.game("/classic opponent:@bob size:4", "a1 b1 a2")
		page := alice.Presses("⋯ More")
		restart()
		alice.PressesOn(page.ID, "Draw")
		settles(time.Second)
		restart()
		bob.Presses("Decline")
		restart()
		w.says(alice.Presses("⋯ More"), "You can offer another from move 10 on.")
		bob.Uses("/draw")
		board, _ := live(bob)
		w.says(board, "@bob declined the draw")
		question := alice.PressesOn(board.ID, "Accept")
		restart()
		alice.PressesOn(question.ID, "Yes, a draw")
		settles(time.Second)
		restart()
		w.says(w.behindMore(bob, board.ID, "Share"), "A draw by agreement")
		restart()
		w.says(bob.PressesOn(board.ID, "Rematch"), "@bob goes first")
		restart()
		w.says(alice.PressesOn(board.ID, "Rematch"), "to move")
	})
}

func TestAWatchedGameGoesOnAfterARestart(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice := w.player("alice")
		alice.Uses("/watch game:classic size:4")
		settles(3 * time.Second)
		w.away(time.Hour, again)
		settles(2 * time.Minute)
		if board, _ := live(alice); !over(board) {
			t.Errorf("after two minutes the board shows\n%s", discordtest.Text(board))
		}
	})
}

func TestTwoProcessesEndAMatchOnce(t *testing.T) {
	kept := unclosed{storetest.Memory(t)}
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		other, back := w.besides(storedIn(kept))
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob clock:60") // handled by the second process
		bob.PressesID("/accept")
		alice.PressesID("/a1")
		back()
		bob.PressesID("/b2") // on the first process; all earlier presses were on the second
		settles(90 * time.Second)
		m := w.matchIn(kept)
		if m.Result.Reason != match.ByTimeout || m.Version != 5 {
			t.Errorf("%+v at version %d, want 5: a challenge, its answer, two moves and the end", m.Result, m.Version)
		}
		if ends := strings.Count(w.logs.String()+other.logs.String(), "time ran out"); ends != 1 {
			t.Errorf("the match was ended %d times", ends)
		}
		if board, _ := live(bob); !over(board) {
			t.Errorf("the board shows\n%s", discordtest.Text(board))
		}
	}, storedIn(kept))
}
