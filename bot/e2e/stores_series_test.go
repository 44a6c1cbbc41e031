package e2e

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	neturl "net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

// A tardyStore delays each Save by 100 ms, so that the changes of two processes overlap.
type tardyStore struct{ sharedStore }

func (s tardyStore) Save(ctx context.Context, c store.Change) (match.Record, error) {
	time.Sleep(100 * time.Millisecond)
	return s.sharedStore.Save(ctx, c)
}

// TestBothPressNextGameInTwoProcesses has both players of a series press Next game at the same time, in
// different processes. One next game begins.
func TestBothPressNextGameInTwoProcesses(t *testing.T) {
	t.Parallel()
	kept := tardyStore{sharedStore{storetest.Memory(t)}}
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		other := &world{t: t, discord: w.discord, app: w.app, logs: &logBuffer{}}
		other.startOverHTTP(w.discord.Listen("other.test"), "http://other.test", storedIn(kept))
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/challenge member:@bob best_of:3")
		bob.PressesID("/accept")
		wins(alice, bob)
		over := w.board(alice)
		answers := make([]discordtest.Message, 2)
		var both sync.WaitGroup
		both.Go(func() { answers[0] = alice.PressesOn(over.ID, "Next game") })
		time.Sleep(10 * time.Millisecond)
		if err := w.app.SetInteractionsURL("http://noughts.test/interactions"); err != nil {
			t.Fatal(err)
		}
		both.Go(func() { answers[1] = bob.PressesOn(over.ID, "Next game") })
		both.Wait()
		settles(5 * time.Second)
		w.oneNextGame(kept, matchOf(over), answers)
		w.says(bob.Message(over.ID), "The next game has started")
	}, storedIn(kept))
}

// onDatabases runs a test in real time on two databases: on SQLite over the gateway, and on PostgreSQL over
// HTTP with two processes that handle interactions in turn.
func onDatabases(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	opened := func(url string) setting {
		return func(_ *bot.Config, deps *bot.Deps) { deps.Store = openDatabase(t, url) }
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, newWorld(t, opened(sqlite(t))))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := postgres(t)
		w := inhabited(t, onNetwork)
		other := &world{t: t, discord: w.discord, app: w.app, logs: &logBuffer{}}
		var processes []http.Handler
		for _, process := range []*world{other, w} {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			base := &neturl.URL{Scheme: "http", Host: l.Addr().String()}
			process.startOverHTTP(l, base.String(), opened(url))
			processes = append(processes, httputil.NewSingleHostReverseProxy(base))
		}
		var turn atomic.Int64
		proxy := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			processes[turn.Add(1)%2].ServeHTTP(rw, r)
		}))
		t.Cleanup(proxy.Close)
		if err := w.app.SetInteractionsURL(proxy.URL + "/interactions"); err != nil {
			t.Fatal(err)
		}
		test(t, w)
	})
}

// TestASeriesAndAHillOnDatabases plays a series, and then two games with a queue to play the winner. Concurrent presses
// that would begin the same game twice begin it once.
func TestASeriesAndAHillOnDatabases(t *testing.T) {
	t.Parallel()
	onDatabases(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		atOnce := func(presses ...func() discordtest.Message) discordtest.Message {
			t.Helper()
			var all sync.WaitGroup
			answers := make([]discordtest.Message, len(presses))
			for i, press := range presses {
				all.Go(func() { answers[i] = press() })
			}
			all.Wait()
			if answers[0].Ephemeral() {
				slices.Reverse(answers)
			}
			w.says(answers[1], "The next game has already started")
			return answers[0]
		}
		nextGame := func(p *discordtest.Player, on discordtest.Message) func() discordtest.Message {
			return func() discordtest.Message { return p.PressesOn(on.ID, "Next game") }
		}
		alice.Uses("/challenge member:@bob best_of:5")
		bob.PressesID("/accept")
		wins(alice, bob)
		over := alice.Awaits("goes first in the next game")
		w.says(atOnce(nextGame(alice, over), nextGame(bob, over)), "Game 2 of at most 5: ❌ @bob **0\u00a0–\u00a01** 🔵 @alice")
		bob.Awaits("The next game has started, further down.")
		drawn(bob, alice)
		over = alice.Awaits("goes first in the next game")
		w.says(atOnce(nextGame(alice, over), nextGame(bob, over)), "Game 3 of at most 5: ❌ @alice **1½\u00a0–\u00a0½** 🔵 @bob")
		wins(alice, bob)
		alice.Awaits("game 3 of at most 5: ")
		bob.PressesOn(alice.Awaits("goes first in the next game").ID, "Next game")
		bob.PressesID("/b2")
		alice.PressesID("/a1")
		bob.Uses("/resign")
		bob.PressesID("/resign-yes")
		alice.Awaits("wins the series 3½\u00a0–\u00a0½")

		alice.Uses("/classic opponent:@bob size:4")
		board := bob.PressesID("/accept")
		carol.PressesOn(carol.PressesOn(board.ID, "⋯ More").ID, "Play the winner")
		alice.Awaits("next to play the winner: <@" + w.users["carol"].ID + ">")
		alice.PressesID("/a1")
		bob.PressesID("/a2")
		bob.Uses("/resign")
		bob.PressesID("/resign-yes")
		alice.Awaits("stays: 1 win")
		told := carol.Awaits("you're next to play")
		second := atOnce(func() discordtest.Message { return carol.PressesOn(told.ID, "Play") },
			func() discordtest.Message { return carol.PressesOn(told.ID, "Play") })
		w.says(second, "❌ @carol against 🔵 @alice")
		bob.PressesOn(bob.PressesOn(second.ID, "⋯ More").ID, "Play the winner")
		alice.Awaits("next to play the winner: <@" + w.users["bob"].ID + ">")
		carol.PressesID("/a1")
		alice.PressesID("/a2")
		carol.Uses("/resign")
		carol.PressesID("/resign-yes")
		alice.Awaits("stays: 2 wins in a row")
	})
}
