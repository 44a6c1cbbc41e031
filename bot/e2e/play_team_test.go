package e2e

import (
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game"
)

// upTheSecond makes the computer play up the second column of a 3×3 board.
var upTheSecond = playing(game.At(1, 0), game.At(1, 1), game.At(1, 2))

func (w *world) votes(p *discordtest.Player, square string) discordtest.Message {
	w.t.Helper()
	return p.PressesID("/" + square)
}

func (w *world) shows(want string) {
	w.t.Helper()
	board, _ := live(w.player("carol"))
	w.says(board, want)
}

func TestATeamPlaysByVote(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/team size:3")
		w.shows("#games** to move")
		w.shows("Everyone in #games can vote")
		w.says(w.votes(bob, "b3"), "1 vote: b3 ×1")
		w.says(w.votes(carol, "a1"), "2 votes: b3 ×1, a1 ×1")
		w.says(w.votes(bob, "a1"), "2 votes: a1 ×2") // this vote replaces bob's earlier one
		if board, _ := live(bob); actions(board)["a1"].Label != "a1 ×2" {
			t.Errorf("the square of the votes shows %q", actions(board)["a1"].Label)
		}
		w.says(w.votes(bob, "a1"), "2 votes: a1 ×2")
		if m := bob.Client().Pings() + carol.Client().Pings() + alice.Client().Pings(); m > 0 {
			t.Errorf("%d members are mentioned", m)
		}
		settles(55 * time.Second)
		w.shows("2 votes")
		settles(10 * time.Second) // a heartbeat just before the deadline delays the question whether the connection is there
		w.shows("O played b1")
		w.shows("move 3")

		w.says(carol.PressesID("/more"), "### Tic-tac-toe 3×3")
		alice.CannotPress("Play it now")
		w.votes(carol, "a2")
		if refused := bob.Presses("Play it now"); !refused.Ephemeral() {
			t.Error("everybody can close the vote")
		} else {
			w.says(refused, "Only @alice")
		}
		w.says(alice.Presses("Play it now"), "move 5")

		w.votes(bob, "c3") // c3 leads until bob changes his vote
		w.votes(alice, "a3")
		w.votes(bob, "c1")
		settles(time.Minute + 5*time.Second)
		w.shows("#games wins · a1–a3")
		board, _ := live(alice)
		if !over(board) {
			t.Errorf("the board shows\n%s", discordtest.Text(board))
		}
		if text := discordtest.Text(board); strings.Contains(text, "🗳️") || strings.Contains(text, "Today here") {
			t.Errorf("a finished game of a team shows\n%s", text)
		}
		again := carol.Presses("Rematch")
		w.says(again, "Tic-tac-toe 3×3")
		w.says(alice.Presses("Stop"), "aren't playing")
		w.votes(bob, "c3")
		carol.Presses("Play it now")
		carol.Presses("Stop")
		carol.PressesID("/stop-yes")
		settles(time.Second)
		w.shows("The game was stopped")
	}, upTheSecond)
}

func TestATeamThatDoesNotVoteIsAwaited(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/team size:3 vote_clock:30")
		settles(31 * time.Second)
		w.shows("No vote from #games yet")
		settles(time.Hour) // the first vote starts the clock
		w.says(w.votes(alice, "a1"), "⏳ <t:")
		settles(35 * time.Second)
		w.shows("move 3")
		settles(35 * time.Second)
		w.shows("No vote from #games yet")
	}, upTheSecond)
}

func TestEveryMemberHasAPadOfTheirOwn(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		board := alice.Uses("/team size:7 vote_clock:300")
		alice.PressesOn(board.ID, "c3")
		settles(3 * time.Second)
		w.shows("1 vote: c3 ×1")
		w.fromMenu(bob, alice.Message(board.ID), game.At(0, 6))
		settles(3 * time.Second)
		w.shows("2 votes: c3 ×1, a7 ×1")
		w.says(alice.Presses("Play it now"), "move 3")

		board = alice.Uses("/team vote_clock:300")
		pad := alice.PressesOn(board.ID, "5")
		pad = alice.PressesOn(pad.ID, "Another board")
		pad = alice.PressesOn(pad.ID, "1")
		w.says(alice.PressesOn(pad.ID, "9"), "You voted for c3")
		settles(3 * time.Second)
		w.shows("1 vote: c3 ×1")
	}, playing(game.At(0, 0)))
}

func TestAVoteOutlivesTheProcess(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/team size:3")
		w.votes(alice, "a1")
		w.away(time.Second, again)
		w.says(w.votes(bob, "a1"), "2 votes: a1 ×2")
		w.away(10*time.Minute, again)
		settles(20 * time.Second)
		if m := w.matchIn(kept); len(m.Moves) != 0 {
			t.Error("the vote closed while nobody could vote")
		}
		settles(time.Minute)
		if m := w.matchIn(kept); m.Moves.String() != "a1 b1" {
			t.Errorf("the moves are %s", m.Moves.String())
		}
		w.shows("move 3")
	}, upTheSecond)
}

// A second process runs beside the one that dies, or starts later.
func TestAVoteIsClosedOnceWhateverDies(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{true, false} {
		for _, later := range []bool{true, false} {
			name := map[bool]string{true: "before the move is stored", false: "after"}[before] + map[bool]string{true: ", alone", false: ""}[later]
			t.Run(name, func(t *testing.T) {
				inBubbleAlone(t, func(t *testing.T, w *world) {
					kept := sharedStore{storetest.Memory(t)}
					first := w.launch("first", storedIn(mortal(kept, func(was bool, _ string, about any) bool {
						c, saves := about.(store.Change)
						return saves && len(c.Record.Match.Moves) > 0 && was == before
					})), upTheSecond)
					first.awaitReady()
					if !later {
						w.launch("second", storedIn(kept), upTheSecond).awaitReady()
						settles(6 * time.Second) // the second process closes no votes in its first seconds
					}
					alice, bob := w.player("alice"), w.player("bob")
					alice.Uses("/team size:3")
					w.votes(bob, "a1")
					settles(65 * time.Second) // a heartbeat just before the deadline puts the end off
					if later && !first.killed() {
						t.Fatal("the process lives")
					}
					first.kill() // the second process may have closed the vote first
					if later {
						w.launch("second", storedIn(kept), upTheSecond).awaitReady()
					}
					settles(80 * time.Second)
					board, _ := live(alice)
					record, err := kept.Load(t.Context(), matchOf(board))
					if err != nil || record.Match.Moves.String() != "a1 b1" {
						t.Errorf("the moves are %s, %v", record.Match.Moves.String(), err)
					}
					w.votes(bob, "a2")
					w.says(bob.Message(board.ID), "1 vote: a2 ×1")
				})
			})
		}
	}
}

func TestAVoteThatComesTwiceCountsOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		bob := w.player("bob")
		w.player("alice").Uses("/team size:3")
		w.suffers(discordtest.Fault{Kind: discordtest.FaultDuplicate})
		w.votes(bob, "a1")
		w.suffers(discordtest.Fault{Kind: discordtest.FaultLoseAnswer, Route: discordtest.RouteCallback})
		_ = newestSquare(t, bob, "c3")
		settles(10 * time.Second)
		w.shows("1 vote: c3 ×1")
	}, upTheSecond)
}

func TestTwoProcessesCountAllVotes(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		shared := []setting{inherited(sharedStore{storetest.Memory(t)}, newSessions()), leasing(storetest.NewMemoryLeases()), upTheSecond}
		for _, name := range []string{"first", "second"} {
			w.launch(name, shared...).awaitReady()
		}
		w.player("alice").Uses("/team size:3")
		var all sync.WaitGroup
		for _, name := range []string{"alice", "bob", "carol"} {
			all.Go(func() { w.votes(w.player(name), "b2") })
		}
		all.Wait()
		settles(5 * time.Second)
		w.shows("3 votes: b2 ×3")
		settles(time.Minute)
		w.shows("move 3")
	})
}

// columnA makes two computers play a game on 3×3 that X wins · a1–a3.
var columnA = inOrder(game.At(0, 0), game.At(1, 0), game.At(0, 1), game.At(1, 1), game.At(0, 2))

func TestWhoWatchesSaysWhoWins(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		board := alice.Uses("/watch size:3")
		w.says(board, "Who will win? Vote until move 3")
		for _, vote := range []struct {
			by            *discordtest.Player
			guess, labels string
		}{
			{bob, "o", "X wins, O wins ×1, Draw"}, {carol, "x", "X wins ×1, O wins ×1, Draw"},
			{bob, "x", "X wins ×2, O wins, Draw"}, {alice, "draw", "X wins ×2, O wins, Draw ×1"},
		} {
			shown := actions(vote.by.PressesID("/guess-" + vote.guess))
			if got := shown["guess-x"].Label + ", " + shown["guess-o"].Label + ", " + shown["guess-draw"].Label; got != vote.labels {
				t.Errorf("the votes are %q, want %q", got, vote.labels)
			}
		}
		settles(4 * time.Second) // the time of three moves
		w.shows("3 votes: X wins ×2, O wins, Draw ×1")
		for _, label := range []string{"X wins", "O wins", "Draw"} {
			bob.CannotPress(label)
		}
		settles(10 * time.Second)
		w.says(bob.Message(board.ID), "wins · a1–a3")
		w.says(bob.Message(board.ID), "@carol and @bob called it")
		if n := alice.Client().Pings() + bob.Client().Pings() + carol.Client().Pings(); n > 0 {
			t.Errorf("%d members are mentioned", n)
		}
	}, columnA)
}

func TestVotesOnTheEndOutliveTheProcess(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		bob := w.player("bob")
		board := w.player("alice").Uses("/watch size:3")
		bob.Presses("Draw")
		w.away(time.Second, again)
		w.player("carol").PressesID("/guess-draw")
		settles(30 * time.Second)
		w.says(bob.Message(board.ID), "Nobody called it")
	}, columnA)
}
