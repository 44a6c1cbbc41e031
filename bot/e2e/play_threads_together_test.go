package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
)

func TestTheChannelAboveAThread(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.inThreads()
		alice, bob := w.player("alice"), w.player("bob")
		start := alice.Uses("/classic opponent:@bob")
		bob.PressesOn(start.ID, "Accept")
		settles(time.Second)
		thread := w.channel.Threads()[0]
		there := map[string]*discordtest.Player{}
		for _, name := range []string{"alice", "bob"} {
			there[name] = w.at(name, thread)
		}
		board, _ := live(there["alice"])
		for _, line := range []string{"/board", "/move square:a1", "/resign", "/draw"} {
			refused := alice.Uses(line)
			if said := discordtest.Text(refused); said != "Your game is in <#"+thread.ID+">. Use the command there." || !refused.Ephemeral() {
				t.Errorf("%s: %q", line, said)
			}
		}
		for _, p := range []*discordtest.Player{alice, there["alice"]} {
			w.says(p.Uses("/games"), "/"+thread.ID+"/"+board.ID)
		}
		there["alice"].PressesID("/a1") // the board is still in the thread
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
		alice, bob := w.player("alice"), w.player("bob")
		for game := range 2 {
			start := alice.Uses("/classic opponent:@bob")
			bob.PressesOn(start.ID, "Accept")
			settles(time.Second)
			thread := w.channel.Threads()[game]
			a, b := w.at("alice", thread), w.at("bob", thread)
			wins(a, b)
			w.says(newest(a), []string{"@alice **1\u00a0–\u00a00**", "@alice **2\u00a0–\u00a00**"}[game])
			settles(time.Minute)
		}
	})
}

func TestARematchInAThreadThatWasClosed(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		w.inThreads()
		alice, bob := w.player("alice"), w.player("bob")
		start := alice.Uses("/classic opponent:@bob")
		bob.PressesOn(start.ID, "Accept")
		settles(time.Second)
		thread := w.channel.Threads()[0]
		a, b := w.at("alice", thread), w.at("bob", thread)
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
		open, err := kept.Unfinished(t.Context(), store.Scope{Channel: w.channel.ID, Threads: true})
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
