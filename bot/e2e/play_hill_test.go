package e2e

import (
	"strconv"
	"sync"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

// ofHill returns the messages in the channel that tell a member to play the winner next.
func (w *world) ofHill() []discordtest.Message {
	var found []discordtest.Message
	for _, m := range w.pings() {
		if _, ok := actions(m)["play"]; ok {
			found = append(found, m)
		}
	}
	return found
}

// queues has a member open the page behind More and press Play the winner there, which joins the
// queue. It waits until the board shows the queue, and returns the answer to the press.
func queues(p *discordtest.Player, board discordtest.Message) discordtest.Message {
	answer := p.PressesOn(p.PressesOn(board.ID, "⋯ More").ID, "Play the winner")
	settles(2 * time.Second)
	return answer
}

func TestPlayTheWinner(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol, dave := w.player("alice"), w.player("bob"), w.player("carol"), w.joins("dave")
		alice.Uses("/classic opponent:@bob")
		board := bob.PressesID("/accept")
		w.offers(board, "more", "queue") // nobody is in the queue yet
		refused := carol.PressesIDOn(board.ID, "/c3")
		w.says(refused, "You aren't playing in this game")
		joined := carol.PressesOn(refused.ID, "Play the winner")
		w.says(joined, "You're in the queue to play the winner")
		w.says(w.board(alice), "next to play the winner: @carol")
		dave.PressesOn(board.ID, "Play the winner")
		w.says(w.board(bob), "next to play the winner: @carol, @dave")
		dave.PressesOn(board.ID, "Play the winner") // dave leaves the queue by the same button
		w.says(w.board(bob), "next to play the winner: @carol\n")
		queues(dave, board)
		w.says(alice.PressesOn(board.ID, "Play the winner"), "You're playing in this game yourself")
		w.discord.SetLatency(200 * time.Millisecond)
		var both sync.WaitGroup
		both.Go(func() { dave.PressesOn(board.ID, "Play the winner") }) // dave leaves the queue again
		both.Go(func() { time.Sleep(10 * time.Millisecond); alice.PressesIDOn(board.ID, "/a1") })
		both.Wait()
		w.discord.SetLatency(0)
		dave.PressesOn(board.ID, "Play the winner")
		w.says(w.board(bob), "X played a1") // the move counts although the queue changed at the same time
		toCarol, toDave := carol.Client().Pings(), dave.Client().Pings()
		turns(bob, alice, "b1 a2 b2 a3")
		over := w.board(alice)
		w.says(over, "👑 ❌ @alice stays: 1 win")
		w.says(over, "**Next: @carol**. Their turn to press Play ends <t:")
		w.offers(over, "next-play next-pass more", "rematch", "queue")
		w.mentioned(carol, &toCarol, 1)
		w.says(dave.PressesOn(over.ID, "Play"), "It's @carol's turn to play the winner")
		w.says(bob.PressesOn(over.ID, "Not now"), "It's @carol's turn to play the winner")
		if told := w.ofHill(); len(told) != 1 {
			t.Fatalf("%d are told", len(told))
		}
		second := carol.PressesOn(w.ofHill()[0].ID, "Play")
		w.says(second, "❌ @carol against 🔵 @alice")
		w.says(second, "👑 🔵 @alice: 1 win · next to play the winner: @dave")
		w.says(second, "⏳ <t:")
		settles(time.Second)
		if told := w.ofHill(); len(told) != 0 {
			t.Errorf("it still tells\n%s", texts(told))
		}
		w.says(bob.Message(over.ID), "The next game has started, further down.")
		w.offers(bob.Message(over.ID), "more", "next-play", "rematch")

		bob.PressesOn(second.ID, "Play the winner") // bob has lost and joins the queue again
		settles(time.Second)
		drawn(carol, alice)
		over = w.board(alice)
		w.says(over, "👑 🔵 @alice stays: 1 win") // a draw is no win
		w.mentioned(dave, &toDave, 1)
		settles(2*time.Minute + 2*time.Second) // dave does not come
		over = carol.Message(over.ID)
		w.says(over, "**Next: @bob**")
		told := w.ofHill()
		if len(told) != 1 {
			t.Fatalf("%d are told", len(told))
		}
		w.says(told[0], "@bob, you're next to play 🔵 @alice")
		w.says(bob.PressesOn(told[0].ID, "Not now"), "You're no longer waiting to play the winner")
		settles(time.Second)
		over = carol.Message(over.ID)
		w.says(over, "👑 🔵 @alice stays: 1 win")
		w.offers(over, "rematch more", "next-play")
		if told := w.ofHill(); len(told) != 0 {
			t.Errorf("it still tells\n%s", texts(told))
		}
	})
}

func TestTheLongestRowOfAServer(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		row := func(king, one, other *discordtest.Player, opponent string, want ...string) {
			t.Helper()
			begins(king, one, "/classic opponent:@"+opponent)
			queues(other, w.board(other))
			wins(king, one)
			for i, said := range want {
				over := w.board(king)
				w.says(over, said)
				if i == len(want)-1 {
					break
				}
				other.PressesID("/next-play")
				queues(one, w.board(one))
				turns(other, king, "a1 b1 a2 b2 c3 b3")
				one, other = other, one
			}
			other.PressesID("/next-pass")
			settles(time.Second)
		}
		longest := "wins in a row, this server's longest streak so far"
		row(alice, bob, carol, "bob", "stays: 1 win\n", "stays: 2 wins in a row\n", "stays: 3 "+longest, "stays: 4 "+longest)
		row(bob, alice, carol, "alice", "stays: 1 win\n", "stays: 2 wins in a row\n", "stays: 3 wins in a row\n")
	})
}

func TestTheQueueEnds(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/classic opponent:@bob")
		board := bob.PressesID("/accept")
		for i := range 11 {
			p := w.joins("w" + strconv.Itoa(i))
			answer := queues(p, board)
			switch i {
			case 10:
				w.says(answer, "10 members are waiting to play the winner")
			case 5:
				settles(10 * time.Second) // Discord's rate limit delays edits of the board
				w.says(w.board(bob), "@w0, @w1, @w2, @w3 and 2 more")
			}
		}
		bob.Uses("/resign") // the game does not count, because neither has moved; alice still stays, because bob resigned
		over := w.board(carol)
		w.says(over, "👑 ❌ @alice stays\n")
		for range 10 {
			if n := len(w.ofHill()); n != 1 {
				t.Errorf("%d are told", n)
			}
			settles(2*time.Minute + 2*time.Second)
		}
		w.offers(carol.Message(over.ID), "rematch", "next-play")
		if n := len(w.ofHill()); n != 0 {
			t.Errorf("%d are told in the end", n)
		}
	})
}

func TestTheKingDoesNotCome(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/classic opponent:@bob clock:60")
		board := bob.PressesID("/accept")
		queues(carol, board)
		wins(alice, bob)
		settles(time.Second)
		carol.PressesID("/next-play")
		queues(bob, w.board(bob))
		carol.PressesID("/b2")
		settles(65 * time.Second)
		over := w.board(bob)
		w.says(over, "doesn't count")
		w.says(over, "👑 ❌ @carol stays\n")
		w.says(over, "**Next: @bob**")
	})
}

func TestNobodyWaitsWhereNobodyCanBeTold(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/classic opponent:@bob best_of:3")
		w.offers(carol.PressesOn(bob.PressesID("/accept").ID, "⋯ More"), "rules describe", "queue")
		w.offers(carol.PressesOn(alice.Uses("/classic size:4").ID, "⋯ More"), "rules describe", "queue")
		w.app.InstallFor(w.users["alice"])
		w.channel = w.discord.GroupMessage(w.users["alice"], w.users["bob"], w.users["carol"])
		w.player("alice").Uses("/classic opponent:@bob")
		board := w.player("bob").PressesID("/accept")
		w.offers(w.player("carol").PressesOn(board.ID, "⋯ More"), "rules describe", "queue")
	})
}

func TestTheHillOutlivesTheProcess(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		alice, bob, carol, dave := w.player("alice"), w.player("bob"), w.player("carol"), w.joins("dave")
		alice.Uses("/classic opponent:@bob")
		board := bob.PressesID("/accept")
		for _, p := range []*discordtest.Player{carol, dave} {
			queues(p, board)
		}
		w.away(time.Minute, again)
		wins(alice, bob)
		settles(time.Second)
		toDave := dave.Client().Pings()
		w.away(time.Hour, again) // carol's two minutes ran out while the bot was down
		settles(time.Minute)
		w.mentioned(dave, &toDave, 0)
		if told := w.ofHill(); len(told) != 1 {
			t.Fatalf("%d are told", len(told))
		}
		w.says(w.ofHill()[0], "@carol, you're next")
		carol.PressesOn(w.ofHill()[0].ID, "Play")
		w.away(time.Second, again)
		settles(10 * time.Second) // matches go on only when members have reached the new process for five seconds
		if told := w.ofHill(); len(told) != 0 {
			t.Errorf("it still tells\n%s", texts(told))
		}
		w.says(w.board(dave), "👑 🔵 @alice: 1 win · next to play the winner: @dave")
	})
}

func TestTheNextPressesTwice(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/classic opponent:@bob")
		board := bob.PressesID("/accept")
		queues(carol, board)
		wins(alice, bob)
		over := w.board(alice)
		told := w.ofHill()[0]
		if _, err := w.app.Inject(discordtest.Fault{Kind: discordtest.FaultDuplicate, Times: 2}); err != nil {
			t.Fatal(err)
		}
		var both sync.WaitGroup
		answers := make([]discordtest.Message, 2)
		w.discord.SetLatency(100 * time.Millisecond)
		for i, m := range []discordtest.Message{over, told} {
			both.Go(func() { answers[i] = carol.PressesOn(m.ID, "Play") })
		}
		both.Wait()
		w.discord.SetLatency(0)
		settles(5 * time.Second)
		open, err := kept.Unfinished(t.Context(), match.Scope{Channel: w.channel.ID})
		if err != nil || len(open) != 1 || open[0].Match.ID != matchOf(over).Next() || len(answers) != 2 {
			t.Errorf("%d open, %v", len(open), err)
		}
		shown := 0
		for _, m := range boards(alice) {
			if matchOf(m) == matchOf(over).Next() {
				shown++
			}
		}
		if shown != 1 {
			t.Errorf("the next game is shown %d times", shown)
		}
	})
}
