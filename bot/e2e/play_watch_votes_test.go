package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game"
)

// columnA makes two computers play a game on 3×3 that X wins in column a.
var columnA = inOrder(game.At(0, 0), game.At(1, 0), game.At(0, 1), game.At(1, 1), game.At(0, 2))

// TestWhoWatchesSaysWhoWins has three members vote on the winner of a game that they watch. Votes can be
// changed until move 3. The end names the members who were right, without pinging them.
func TestWhoWatchesSaysWhoWins(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		board := alice.Uses("/watch size:3")
		w.says(board, "Who will win? Everyone can vote until move 3")
		w.says(bob.Presses("O wins"), "1 vote: O wins 1")
		w.says(carol.Presses("X wins"), "2 votes: X wins 1, O wins 1")
		w.says(bob.Presses("X wins"), "2 votes: X wins 2")
		w.says(alice.Presses("Draw"), "3 votes: X wins 2, Draw 1")
		settles(4 * time.Second) // the time of three moves
		w.shows("3 votes: X wins 2, Draw 1")
		for _, label := range []string{"X wins", "O wins", "Draw"} {
			bob.CannotPress(label)
		}
		settles(10 * time.Second)
		w.says(bob.Message(board.ID), "wins in column a")
		w.says(bob.Message(board.ID), "2 of 3 votes were right: @carol and @bob")
		if n := alice.Client().Pings() + bob.Client().Pings() + carol.Client().Pings(); n > 0 {
			t.Errorf("%d members are mentioned", n)
		}
	}, columnA)
}

// TestVotesOnTheEndOutliveTheProcess checks that votes on the winner are kept when the bot restarts.
func TestVotesOnTheEndOutliveTheProcess(t *testing.T) {
	t.Parallel()
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		bob := w.player("bob")
		board := w.player("alice").Uses("/watch size:3")
		bob.Presses("Draw")
		w.away(time.Second, again)
		w.says(w.player("carol").Presses("Draw"), "2 votes: Draw 2")
		settles(30 * time.Second)
		w.says(bob.Message(board.ID), "2 votes, and all of them wrong")
	}, columnA)
}

// TestAVoteOnTheEndThatComesTwice checks that a vote on the winner that Discord delivers twice counts once.
func TestAVoteOnTheEndThatComesTwice(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, w *world) {
		bob := w.player("bob")
		board := w.player("alice").Uses("/watch size:3")
		w.suffers(discordtest.Fault{Kind: discordtest.FaultDuplicate})
		bob.Presses("X wins")
		w.says(bob.Message(board.ID), "1 vote: X wins 1")
		settles(30 * time.Second)
		w.says(bob.Message(board.ID), "1 of 1 vote was right: @bob")
	}, columnA)
}

// TestVotesOnTheEndOnDatabases checks, with each kind of database, that votes on the winner are kept when the
// process is killed. A game that is stopped shows no votes.
func TestVotesOnTheEndOnDatabases(t *testing.T) {
	t.Parallel()
	acrossKills(t, func(t *testing.T, w *world, again func()) {
		alice, bob := w.player("alice"), w.player("bob")
		board := alice.Uses("/watch")
		bob.Presses("X wins")
		again()
		w.says(w.player("carol").Presses("O wins"), "2 votes: X wins 1, O wins 1")
		alice.PressesOn(board.ID, "Stop")
		bob.Awaits("The game was stopped")
		if text := discordtest.Text(bob.Message(board.ID)); strings.Contains(text, "vote") {
			t.Errorf("a game that was stopped shows\n%s", text)
		}
	})
}
