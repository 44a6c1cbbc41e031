package e2e

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/gateway"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
)

// inherited gives a bot a store and gateway sessions that outlive its process.
func inherited(s store.Store, sessions gateway.Sessions) setting {
	return func(_ *bot.Config, deps *bot.Deps) { deps.Store, deps.Sessions = s, sessions }
}

// ends has the two ways to end a process, by name: a clean stop and a kill.
var ends = map[string]func(*process){
	"stopped": (*process).halt,
	"killed":  (*process).kill,
}

// overEnds runs a test twice, once for each way to end a process: the parameter `end` stops or kills it. The test gets
// a running process, and settings to start the next process with the same store and gateway sessions.
func overEnds(t *testing.T, test func(t *testing.T, w *world, first *process, end func(*process), settings ...setting)) {
	t.Helper()
	each(t, ends, func(t *testing.T, end func(*process)) {
		inBubbleAlone(t, func(t *testing.T, w *world) {
			settings := []setting{inherited(sharedStore{storetest.Memory(t)}, newSessions())}
			first := w.launch("first", settings...)
			first.awaitReady()
			synctest.Wait()
			test(t, w, first, end, settings...)
		})
	})
}

func TestTheNextProcessResumes(t *testing.T) {
	overEnds(t, func(t *testing.T, w *world, first *process, end func(*process), settings ...setting) {
		alice, bob := w.played()
		time.Sleep(time.Second)
		end(first)
		pressed := make(chan error, 1)
		go func() { pressed <- newestSquare(t, bob, "a1") }()
		time.Sleep(2 * time.Second)
		begun := time.Now()
		second := w.launch("second", settings...)
		if err := <-pressed; err != nil {
			t.Errorf("a press while no process ran: %v", err)
		}
		if took := time.Since(begun); took > time.Second {
			t.Errorf("it was answered %v after the start", took)
		}
		second.awaitReady()
		turns(alice, bob, "c3 b1")
		if n, r := w.app.Identifies(), w.app.Resumes(); n != 1 || r != 1 {
			t.Errorf("%d identifies and %d resumes, want 1 and 1", n, r)
		}
	})
}

// Discord has told the member that the press failed, and replays it after the RESUME.
func TestWhatFailedWhileNoProcessRanDoesNotHappenLater(t *testing.T) {
	overEnds(t, func(t *testing.T, w *world, first *process, end func(*process), settings ...setting) {
		alice, bob := w.played()
		time.Sleep(time.Second)
		end(first)
		if err := newestSquare(t, bob, "a1"); !errors.Is(err, discordtest.ErrFailed) {
			t.Fatalf("a press that nobody heard: %v", err)
		}
		time.Sleep(10 * time.Second)
		w.launch("second", settings...).awaitReady()
		settles(5 * time.Second)
		w.goesOn(alice, bob) // a1 must be free
		if n, r := w.app.Identifies(), w.app.Resumes(); n != 1 || r != 1 {
			t.Errorf("%d identifies and %d resumes, want 1 and 1", n, r)
		}
	})
}

func TestASessionThatDiscordHasForgottenIsMadeAnew(t *testing.T) {
	overEnds(t, func(t *testing.T, w *world, first *process, end func(*process), settings ...setting) {
		alice, bob := w.played()
		end(first)
		time.Sleep(time.Hour)
		w.launch("second", settings...).awaitReady()
		w.goesOn(alice, bob)
		if n, r := w.app.Identifies(), w.app.Resumes(); n != 2 || r != 0 {
			t.Errorf("%d identifies and %d resumes, want 2 and 0", n, r)
		}
	})
}

func TestSessionsAreSavedSeldom(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		sessions := newSessions()
		p := w.launch("only", inherited(sharedStore{storetest.Memory(t)}, sessions))
		p.awaitReady()
		settles(time.Second)
		alice := w.player("alice")
		before, begun := sessions.saved(), time.Now()
		for range 100 {
			alice.Uses("/help")
			time.Sleep(10 * time.Millisecond)
		}
		settles(time.Second)
		if most, n := int(time.Since(begun)/(200*time.Millisecond))+1, sessions.saved()-before; n > most || n < 4 {
			t.Errorf("saved %d times in %v, want at most %d", n, time.Since(begun), most)
		}
		before = sessions.saved()
		settles(10 * time.Minute)
		if n := sessions.saved() - before; n > 0 {
			t.Errorf("saved %d times while nothing happened", n)
		}
	})
}

func TestTwoProcessesThatShareNothing(t *testing.T) {
	t.Parallel()
	const warning = "another process with this bot's token"
	t.Run("gateway", func(t *testing.T) {
		inBubbleAlone(t, func(t *testing.T, w *world) {
			both := []*process{w.launch("one"), w.launch("two")}
			for _, p := range both {
				p.awaitReady()
			}
			for range 5 {
				w.player("alice").Uses("/help")
			}
			settles(time.Second)
			logs := both[0].logs.String() + both[1].logs.String()
			if n := strings.Count(logs, warning); n == 0 || n > 2 {
				t.Errorf("%d warnings in a minute", n)
			}
		})
	})
	t.Run("HTTP", func(t *testing.T) {
		inBubbleAlone(t, func(t *testing.T, w *world) {
			var both []*process
			for _, host := range []string{"two.test", "one.test"} {
				both = append(both, w.launchOverHTTP(w.discord.Listen(host), "http://"+host))
			}
			board := w.player("alice").Uses("/classic")
			w.sendsTo("http://two.test")
			for range 3 {
				w.privately(w.player("alice").PressesOn(board.ID, "Hint"), "This game is gone")
				settles(time.Second)
			}
			for i, want := range []int{1, 0} {
				if n := strings.Count(both[i].logs.String(), warning); n != want {
					t.Errorf("%d warnings in a minute, want %d", n, want)
				}
			}
		})
	})
}
