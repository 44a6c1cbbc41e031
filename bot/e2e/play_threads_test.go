package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot/config"
	"noughts/bot/discordtest"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/game/match"
)

// inThreads turns on threads for the games of the world's server.
func (w *world) inThreads() {
	w.t.Helper()
	carol := w.manages("carol")
	w.pressesIn(carol, carol.Uses("/config"), "Threads: off")
}

// threadGame starts a game of alice and bob, and returns its thread with both players in it.
func (w *world) threadGame(command string) (thread *discordtest.Channel, alice, bob *discordtest.Player) {
	w.t.Helper()
	start := w.player("alice").Uses(command)
	w.player("bob").PressesOn(start.ID, "Accept")
	settles(time.Second)
	threads := w.channel.Threads()
	thread = threads[len(threads)-1]
	return thread, w.at("alice", thread), w.at("bob", thread)
}

// opensThread opens a thread at a message and stores nothing. A process that dies before it can store its thread leaves
// the same state.
func (w *world) opensThread(message string) {
	w.t.Helper()
	transport := &http.Transport{DialContext: w.discord.DialContext}
	defer transport.CloseIdleConnections()
	client := rest.New(transport, config.Secret(w.app.Token))
	client.Base = w.discord.URL()
	if err := client.StartThread(w.t.Context(), w.channel.ID, message, "as before"); err != nil {
		w.t.Fatal(err)
	}
}

func TestEachGameHasAThread(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		w.inThreads()
		alice, bob := w.player("alice"), w.player("bob")
		start := alice.Uses("/classic opponent:@bob")
		settles(time.Second)
		if n := len(w.channel.Threads()); n != 0 {
			t.Errorf("a challenge has %d threads", n)
		}
		bob.PressesOn(start.ID, "Accept")
		settles(time.Second)
		if n := len(w.channel.Threads()); n != 1 {
			t.Fatalf("there are %d threads", n)
		}
		thread := w.channel.Threads()[0]
		if thread.Name() != "Tic-tac-toe 3×3: alice – bob" || thread.ID != start.ID {
			t.Errorf("the thread is %q", thread.Name())
		}
		a, b := w.at("alice", thread), w.at("bob", thread)
		board, _ := live(a)
		w.says(board, "@alice against 🔵 @bob")
		w.says(alice.Message(start.ID), "/"+thread.ID+"/"+board.ID)
		w.says(alice.Message(start.ID), "the board is in its thread")
		second := alice.Uses("/classic level:random first:me")
		settles(time.Second)
		if len(w.channel.Threads()) != 2 || w.channel.Threads()[1].ID != second.ID {
			t.Fatalf("the second game has no thread: %d", len(w.channel.Threads()))
		}
		w.at("alice", w.channel.Threads()[1]).Uses("/move square:b2")

		turns(a, b, "a1 b1 a2 b2 a3")
		board, _ = live(a)
		w.says(board, "@alice wins")
		again := b.PressesOn(board.ID, "Rematch")
		a.PressesOn(again.ID, "Accept")
		b.PressesID("/a1")
		settles(time.Second)
		if len(w.channel.Threads()) != 2 {
			t.Error("the rematch left the thread")
		}
		settles(2 * time.Hour)
		if thread.Archived() {
			t.Error("a thread was closed in which a game is played")
		}
		turns(a, b, "b2 a2 b1 a3")
		settles(59 * time.Minute)
		if thread.Archived() {
			t.Error("the thread was closed too soon")
		}
		settles(2 * time.Minute)
		if !thread.Archived() {
			t.Error("the thread was not closed")
		}
		open, err := kept.Due(t.Context(), time.Now(), match.Cursor{}, 10)
		if err != nil || len(open) != 0 {
			t.Errorf("due are %v, %v", open, err)
		}
	})
}

func TestWhereThereAreNoThreads(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.inThreads()
		alice := w.player("alice")
		w.channel.Overwrite(w.app.User, 0, discordtest.PermissionCreatePublicThreads)
		alice.Uses("/classic level:random first:me")
		alice.PressesID("/b2")
		w.channel.Overwrite(w.app.User, 0, 0)
		own := w.channel.NewThread("ours", w.users["alice"])
		there := w.at("alice", own)
		there.Uses("/classic level:random first:me size:4")
		there.PressesID("/b2")
		settles(time.Second)
		if n := len(w.channel.Threads()); n != 1 {
			t.Errorf("there are %d threads", n)
		}
	})
}

func TestAThreadAfterACrash(t *testing.T) {
	each(t, map[string]struct{ opening, made bool }{
		"wanted": {}, "made": {made: true}, "opening": {opening: true, made: true},
	}, func(t *testing.T, c struct{ opening, made bool }) {
		acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
			alice := w.player("alice")
			start := alice.Uses("/classic level:random first:me")
			settles(time.Second)
			w.halt()
			open := openGames(t, kept, match.Scope{Channel: w.channel.ID}, 1)
			wanted := open[0].Place
			wanted.Thread = match.ThreadWanted
			if err := kept.SetPlace(t.Context(), open[0], wanted); err != nil {
				t.Fatal(err)
			}
			if open[0].Place = wanted; c.opening {
				if err := kept.SetPlace(t.Context(), open[0], wanted.InThread(start.ID)); err != nil {
					t.Fatal(err)
				}
			}
			if c.made {
				w.opensThread(start.ID)
			}
			again()
			settles(30 * time.Second)
			threads := w.channel.Threads()
			if len(threads) != 1 {
				t.Fatalf("there are %d threads", len(threads))
			}
			there := w.at("alice", threads[0])
			there.PressesID("/b2")
			if text := discordtest.Text(alice.Message(start.ID)); !strings.Contains(text, threads[0].ID) || strings.Contains(text, "b2") {
				t.Errorf("the channel says:\n%s", text)
			}
		})
	})
}

func TestAGameInAnArchivedThread(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.inThreads()
		thread, alice, bob := w.threadGame("/classic opponent:@bob clock:3600")
		alice.PressesID("/a1")
		thread.SetArchived(true)
		w.says(bob.PressesID("/b2"), "3 · ")
		if thread.Archived() {
			t.Error("the thread of a press stays archived")
		}
		thread.SetArchived(true)
		settles(2 * time.Hour)
		board, _ := live(alice)
		w.says(board, "has run out of time")

		other := w.channel.NewThread("ours", w.users["alice"])
		alice, bob = w.at("alice", other), w.at("bob", other)
		begins(alice, bob, "/classic opponent:@bob")
		other.SetArchived(true)
		board, _ = live(alice)
		_, _ = alice.Client().Press(t.Context(), board.ID, actions(board)["a1"].CustomID) // stored, and not shown
		settles(time.Minute)
		alice.Says("awake")
		bob.PressesIDOn(board.ID, "/b2")
		settles(time.Second)
		w.says(bob.Message(board.ID), "X played a1")
	})
}

func TestDiscordArchivesAGamesThread(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		w.inThreads()
		thread, alice, bob := w.threadGame("/classic opponent:@bob")
		alice.PressesID("/a1")
		w.away(8*24*time.Hour, again)
		if !thread.Archived() {
			t.Error("Discord has not archived the thread")
		}
		w.says(bob.PressesID("/b2"), "O played b2")
	})
}

func TestTheChannelAboveAThread(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.inThreads()
		alice := w.player("alice")
		thread, there, _ := w.threadGame("/classic opponent:@bob")
		board, _ := live(there)
		for _, line := range []string{"/board", "/move square:a1", "/resign", "/draw"} {
			refused := alice.Uses(line)
			if said := discordtest.Text(refused); said != "Your game is in <#"+thread.ID+">. Use the command there." || !refused.Ephemeral() {
				t.Errorf("%s: %q", line, said)
			}
		}
		for _, p := range []*discordtest.Player{alice, there} {
			w.says(p.Uses("/games"), "/"+thread.ID+"/"+board.ID)
		}
		there.PressesID("/a1") // the board is still in the thread
		w.says(w.player("carol").Uses("/board"), "You have no game in this channel.")

		second := alice.Uses("/classic level:random first:me size:2")
		settles(time.Second)
		alsoThere := w.at("alice", w.channel.Threads()[1])
		if said := discordtest.Text(alice.Uses("/board")); said != "Your game is in <#"+thread.ID+"> and <#"+second.ID+">. Use the command there." {
			t.Errorf("%q", said)
		}
		alsoThere.Uses("/resign")
	})
}

func TestTheScoreOfTheDayGoesOnInAnotherThread(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.inThreads()
		for game := range 2 {
			_, a, b := w.threadGame("/classic opponent:@bob")
			wins(a, b)
			w.says(newest(a), []string{"@alice **1\u00a0–\u00a00**", "@alice **2\u00a0–\u00a00**"}[game])
			settles(time.Minute)
		}
	})
}

func TestARematchInAThreadThatWasClosed(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		w.inThreads()
		thread, a, b := w.threadGame("/classic opponent:@bob")
		wins(a, b)
		board, _ := live(a)
		settles(2 * time.Hour)
		if !thread.Archived() {
			t.Fatal("the thread was not closed")
		}
		if strings.Contains(w.logs.String(), "cannot be edited") {
			t.Error("the board was edited after the thread was closed")
		}
		b.Says("one more?") // a message opens the thread again
		again := b.PressesOn(board.ID, "Rematch")
		a.PressesOn(again.ID, "Accept")
		b.PressesID("/a1")
		open, err := kept.Unfinished(t.Context(), match.Scope{Channel: w.channel.ID, Threads: true})
		if err != nil || len(open) != 1 || open[0].Place.Parent != w.channel.ID {
			t.Fatalf("%+v, %v", open, err)
		}
		a.Uses("/resign")
		settles(2 * time.Hour)
		if !thread.Archived() {
			t.Error("the thread was not closed again")
		}
	})
}
