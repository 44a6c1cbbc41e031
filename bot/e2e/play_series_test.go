package e2e

import (
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

func wins(first, other *discordtest.Player) {
	turns(first, other, "a1 b1 a2 b2 a3")
}

func drawn(first, other *discordtest.Player) {
	turns(first, other, "a1 b2 c3 b1 b3 a3 c1 c2 a2")
}

// board waits a second and returns the newest board that a player sees. It fails the test if there is none.
func (w *world) board(p *discordtest.Player) discordtest.Message {
	w.t.Helper()
	settles(time.Second)
	board, ok := live(p)
	if !ok {
		w.t.Fatal("there is no board")
	}
	return board
}

// offers checks which actions a message offers. It must offer all actions in `actionNames`, which are separated by
// spaces, and none of the actions in `not`.
func (w *world) offers(m discordtest.Message, actionNames string, not ...string) {
	w.t.Helper()
	on := actions(m)
	for _, name := range strings.Fields(actionNames) {
		if _, ok := on[name]; !ok {
			w.t.Errorf("it does not offer %q:\n%s", name, discordtest.Text(m))
		}
	}
	for _, name := range not {
		if _, ok := on[name]; ok {
			w.t.Errorf("it offers %q:\n%s", name, discordtest.Text(m))
		}
	}
}

func TestBestOfThree(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		w.says(alice.Uses("/challenge member:@bob best_of:3"), "Best of 3")
		first := bob.PressesID("/accept")
		w.says(first, "Best of 3, game 1: ❌ @alice **0\u00a0–\u00a00** 🔵 @bob")
		wins(alice, bob)
		over := w.board(bob)
		w.says(over, "@alice wins · a1–a3")
		w.says(over, "Best of 3, game 1: ❌ @alice **1\u00a0–\u00a00** 🔵 @bob")
		w.says(over, "🔵 @bob goes first next. Start it, or the series ends")
		w.offers(over, "next-game more", "rematch")
		w.says(carol.PressesOn(over.ID, "Next game"), "You aren't playing in this game")

		second := alice.PressesOn(over.ID, "Next game")
		w.says(second, "Best of 3, game 2: ❌ @bob **0\u00a0–\u00a01** 🔵 @alice")
		settles(time.Second)
		w.offers(bob.Message(over.ID), "more", "next-game", "rematch")
		w.says(bob.Message(over.ID), "The next game has started, further down.")
		drawn(bob, alice)
		over = w.board(alice)
		w.says(over, "Best of 3, game 2: ❌ @bob **½\u00a0–\u00a01½** 🔵 @alice")
		bob.Presses("Next game")
		w.says(w.board(bob), "Best of 3, game 3: ❌ @alice **1½\u00a0–\u00a0½** 🔵 @bob")
		drawn(alice, bob)
		over = w.board(bob)
		w.says(over, "### 🏆 ❌ @alice wins the series 2\u00a0–\u00a01")
		w.offers(over, "rematch more", "next-game")
		w.says(bob.PressesOn(over.ID, "Rematch"), "Best of 3")
		alice.PressesID("/accept")
		w.says(w.board(alice), "Best of 3, game 1: ❌ @bob **0\u00a0–\u00a00** 🔵 @alice")
		alice.Uses("/resign") // the game does not count before both players have moved
		over = w.board(alice)
		w.says(over, "The last game doesn't count, so the series ends")
		w.offers(over, "rematch", "next-game")
	})
}

func TestASeriesIsBetweenMembers(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		for _, command := range []string{"/classic best_of:3", "/ultimate best_of:5", "/classic opponent:@Noughts best_of:7"} {
			w.says(alice.Uses(command), "A series is between two members")
		}
		open := alice.Uses("/challenge best_of:5 game:ultimate")
		w.says(open, "Best of 5")
		w.says(w.player("carol").PressesOn(open.ID, "Accept"), "Best of 5, game 1")
	})
}

func TestBothPressNextGame(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob := w.game("/challenge member:@bob best_of:3")
		wins(alice, bob)
		over := w.board(alice)
		answers := make([]discordtest.Message, 2)
		w.discord.SetLatency(100 * time.Millisecond) // neither player sees the other's press before pressing
		var both sync.WaitGroup
		for i, p := range []*discordtest.Player{alice, bob} {
			both.Go(func() { answers[i] = p.PressesOn(over.ID, "Next game") })
		}
		both.Wait()
		w.discord.SetLatency(0)
		settles(5 * time.Second)
		w.oneNextGame(kept, matchOf(over), answers)
		w.says(w.behindMore(bob, over.ID, "Share"), "@alice wins")
		settles(25 * time.Hour)
		w.says(alice.Message(over.ID), "The next game has started")
	})
}

// oneNextGame checks the answers to two presses of Next game after the match `before`. One answer must be the next
// game's board, the other a private message that the next game has already started. No other game may be open in the
// channel.
func (w *world) oneNextGame(kept store.Store, before match.ID, answers []discordtest.Message) {
	w.t.Helper()
	begun, told := 0, 0
	for _, answer := range answers {
		switch text := discordtest.Text(answer); {
		case strings.Contains(text, "Best of 3, game 2"):
			begun++
		case answer.Ephemeral() && strings.Contains(text, "The next game has already started"):
			told++
		default:
			w.t.Errorf("the answer says\n%s", text)
		}
	}
	open, err := kept.Unfinished(w.t.Context(), match.Scope{Channel: w.channel.ID})
	if err != nil || begun != 1 || told != 1 || len(open) != 1 || open[0].Match.ID != before.Next() {
		w.t.Errorf("%d begun, %d told, %d open, %v", begun, told, len(open), err)
	}
}

func TestASeriesOutlivesTheProcess(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/challenge member:@bob best_of:5")
		w.away(time.Minute, again)
		bob.PressesID("/accept")
		wins(alice, bob)
		w.away(time.Hour, again)
		bob.Presses("Next game")
		w.away(time.Hour, again)
		wins(bob, alice)
		w.says(w.board(bob), "Best of 5, game 2: ❌ @bob **1\u00a0–\u00a01** 🔵 @alice")
		over := w.board(bob)
		w.away(48*time.Hour, again) // no bot was running, so nobody could press the button, and the series goes on
		settles(23 * time.Hour)
		w.offers(bob.Message(over.ID), "next-game")
		settles(2 * time.Hour)
		w.says(bob.Message(over.ID), "Nobody started the next game, so the series ended")
		w.offers(bob.Message(over.ID), "rematch", "next-game")
	})
}

func TestNobodyIsToldOfANextGameAtOnce(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.game("/challenge member:@bob best_of:3")
		wins(alice, bob)
		settles(time.Second)
		toAlice, toBob := alice.Client().Pings(), bob.Client().Pings()
		alice.Presses("Next game")
		settles(50 * time.Second)
		w.mentioned(bob, &toBob, 0)
		settles(20 * time.Second)
		w.wantPing("it's your turn against")
		w.mentioned(bob, &toBob, 1)
		w.mentioned(alice, &toAlice, 0)
	})
}

func TestCapsHoldForANextGame(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.game("/challenge member:@bob best_of:3")
		wins(alice, bob)
		over := w.board(alice)
		bob.Uses("/classic size:4")
		there := w.at("bob", w.guild.NewChannel("there"))
		there.Uses("/classic size:5")
		w.says(alice.PressesOn(over.ID, "Next game"), "@bob has 2 unfinished games, the most one person can have here")
		w.says(bob.PressesOn(over.ID, "Next game"), "You have 2 unfinished games")
		there.Uses("/resign")
		w.says(alice.PressesOn(over.ID, "Next game"), "Best of 3, game 2")
	}, limited(few))
}

func TestASeriesStaysInItsThread(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.inThreads()
		thread, alice, bob := w.threadGame("/challenge member:@bob best_of:3")
		wins(alice, bob)
		settles(10 * time.Minute)
		bob.Presses("Next game")
		settles(time.Second)
		bob.Sees("Best of 3, game 2")
		drawn(bob, alice)
		settles(20 * time.Hour)
		if thread.Archived() {
			t.Fatal("the thread was closed after the first game, while the third is waited for")
		}
		alice.Presses("Next game")
		settles(time.Second)
		bob.Sees("Best of 3, game 3")
		alice.PressesID("/b2")
		settles(2 * time.Hour)
		if n := len(w.channel.Threads()); n != 1 || thread.Archived() {
			t.Errorf("%d threads, archived: %t", n, thread.Archived())
		}
		bob.PressesID("/a1")
		resigns(alice)
		settles(2 * time.Hour)
		if !thread.Archived() {
			t.Error("the thread was not closed after the series")
		}
	})
}

func TestBothPressNextGameInTwoProcesses(t *testing.T) {
	kept := hookedStore{sharedStore{storetest.Memory(t)}, onErrors(func(method string) error {
		if method == "Save" {
			time.Sleep(100 * time.Millisecond) // so that the changes of two processes overlap
		}
		return nil
	})}
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		_, back := w.besides(storedIn(kept))
		alice, bob := w.game("/challenge member:@bob best_of:3")
		wins(alice, bob)
		over := w.board(alice)
		answers := make([]discordtest.Message, 2)
		var both sync.WaitGroup
		both.Go(func() { answers[0] = alice.PressesOn(over.ID, "Next game") })
		time.Sleep(10 * time.Millisecond)
		back()
		both.Go(func() { answers[1] = bob.PressesOn(over.ID, "Next game") })
		both.Wait()
		settles(5 * time.Second)
		w.oneNextGame(kept, matchOf(over), answers)
		w.says(bob.Message(over.ID), "The next game has started")
	}, storedIn(kept))
}
