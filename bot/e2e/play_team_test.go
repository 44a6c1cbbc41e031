package e2e

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// playing makes the computer play the given moves in turn.
func playing(moves ...game.Square) setting {
	return func(_ *bot.Config, d *bot.Deps) {
		d.NewPlayer = func(game.Variant, string, uint64) (ai.Player, error) { return scripted(moves), nil }
	}
}

// upTheSecond makes the computer play up the second column of a 3×3 board.
var upTheSecond = playing(game.At(1, 0), game.At(1, 1), game.At(1, 2))

// votes has a member press a square on the team's board, and returns the message with the answer.
func (w *world) votes(p *discordtest.Player, square string) discordtest.Message {
	w.t.Helper()
	return p.PressesID("/" + square)
}

// shows checks that the newest board in the channel contains a text.
func (w *world) shows(want string) {
	w.t.Helper()
	board, _ := live(w.player("carol"))
	w.says(board, want)
}

// TestATeamPlaysByVote plays a game of a channel against the computer. Each member has one vote for a move
// and can change it. The square with the most votes is played when the time is over, or when the member who
// started the game closes the vote. Nobody is mentioned.
func TestATeamPlaysByVote(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/team size:3")
		w.shows("#games** to move")
		w.shows("Everyone in #games can vote")
		w.says(w.votes(bob, "b3"), "1 vote: b3 1")
		w.says(w.votes(carol, "a1"), "2 votes: b3 1, a1 1")
		w.says(w.votes(bob, "a1"), "2 votes: a1 2") // this vote replaces bob's earlier one
		if board, _ := live(bob); actions(board)["a1"].Label != "🗳️ 2" {
			t.Errorf("the square of the votes shows %q", actions(board)["a1"].Label)
		}
		w.says(w.votes(bob, "a1"), "2 votes: a1 2")
		if m := bob.Client().Pings() + carol.Client().Pings() + alice.Client().Pings(); m > 0 {
			t.Errorf("%d members are mentioned", m)
		}
		settles(55 * time.Second)
		w.shows("2 votes")
		settles(6 * time.Second)
		w.shows("O played b1")
		w.shows("move 3")
		w.shows("Everyone in #games can vote")

		w.says(carol.PressesID("/more"), "About this game")
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
		settles(time.Minute + time.Second)
		w.shows("#games wins in column a")
		board, _ := live(alice)
		if !over(board) {
			t.Errorf("the board shows\n%s", discordtest.Text(board))
		}
		if text := discordtest.Text(board); strings.Contains(text, "🗳️") || strings.Contains(text, "Today in this channel") {
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

// TestATeamThatDoesNotVoteLoses lets the time for a vote pass without votes. The time is extended once, and
// then the team loses on time.
func TestATeamThatDoesNotVoteLoses(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/team size:3 vote_clock:30")
		settles(31 * time.Second)
		w.shows("Nobody voted in time")
		w.votes(alice, "a1")
		settles(31 * time.Second)
		w.shows("move 3")
		settles(31 * time.Second)
		w.shows("Nobody voted in time")
		settles(31 * time.Second)
		w.shows("#games has run out of time")

		alice.Uses("/team size:3 vote_clock:30") // unlike the game above, a game without moves is not lost
		settles(62 * time.Second)
		w.shows("The game ended before both players had moved")
	}, upTheSecond)
}

// TestATeamNeedsAServer checks that /team is refused in direct messages, where a team cannot vote, and for
// Ultimate with a size.
func TestATeamNeedsAServer(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		direct := discordtest.Play(t, w.users["alice"].In(w.discord.DirectMessage(w.users["alice"], w.app.User)))
		w.says(direct.Uses("/team size:3"), "need a server channel")
		w.says(alice.Uses("/team game:ultimate size:3"), "size")
		if board, ok := live(alice); ok {
			t.Errorf("a game has begun:\n%s", discordtest.Text(board))
		}
	})
}

// TestEveryMemberHasAPadOfTheirOwn checks voting in two steps: on a board with too many squares for
// buttons, and in Ultimate with a free choice of a local board. Each voter's first step is private.
func TestEveryMemberHasAPadOfTheirOwn(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		board := alice.Uses("/team size:7 vote_clock:300")
		alice.PressesOn(board.ID, "c3")
		settles(3 * time.Second)
		w.shows("1 vote: c3 1")
		w.fromMenu(bob, alice.Message(board.ID), game.At(0, 6))
		settles(3 * time.Second)
		w.shows("2 votes: c3 1, a7 1")
		w.says(alice.Presses("Play it now"), "move 3")

		board = alice.Uses("/team vote_clock:300")
		pad := alice.PressesOn(board.ID, "5")
		pad = alice.PressesOn(pad.ID, "Another board")
		pad = alice.PressesOn(pad.ID, "1")
		w.says(alice.PressesOn(pad.ID, "9"), "You voted for c3")
		settles(3 * time.Second)
		w.shows("1 vote: c3 1")
	}, playing(game.At(0, 0)))
}

// TestAVoteOutlivesTheProcess restarts the bot during a vote, for longer than the vote lasts. The votes are
// kept, and the vote gets its full time again.
func TestAVoteOutlivesTheProcess(t *testing.T) {
	t.Parallel()
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/team size:3")
		w.votes(alice, "a1")
		w.away(time.Second, again)
		w.says(w.votes(bob, "a1"), "2 votes: a1 2")
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

// A closingStore is a store that can kill its process before or after a Save. The function `dies` decides when.
type closingStore struct {
	sharedStore
	dies func(before bool, m match.Match) bool
}

func (s *closingStore) Save(ctx context.Context, c store.Change) (match.Record, error) {
	if s.dies(true, c.Record.Match) {
		return match.Record{}, errDead
	}
	r, err := s.sharedStore.Save(ctx, c)
	if s.dies(false, c.Record.Match) {
		return match.Record{}, errDead
	}
	return r, err
}

// TestAVoteIsClosedOnceWhateverDies kills a process while it closes a vote. A second process runs beside it
// or starts later. The move is made exactly once, and the game goes on.
func TestAVoteIsClosedOnceWhateverDies(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{true, false} {
		for _, later := range []bool{true, false} {
			name := map[bool]string{true: "before the move is stored", false: "after"}[before] + map[bool]string{true: ", alone", false: ""}[later]
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				inBubbleAlone(t, func(t *testing.T, w *world) {
					kept := sharedStore{storetest.Memory(t)}
					var first *process
					mortal := &closingStore{sharedStore: kept}
					mortal.dies = func(was bool, m match.Match) bool {
						if len(m.Moves) > 0 && was == before {
							first.kill()
						}
						return first.killed()
					}
					first = w.launch("first", storedIn(mortal), upTheSecond)
					first.awaitReady()
					if !later {
						w.launch("second", storedIn(kept), upTheSecond).awaitReady()
						settles(6 * time.Second) // the second process closes no votes in its first seconds
					}
					alice, bob := w.player("alice"), w.player("bob")
					alice.Uses("/team size:3")
					w.votes(bob, "a1")
					settles(62 * time.Second)
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
					w.says(bob.Message(board.ID), "1 vote: a2 1")
				})
			})
		}
	}
}

// TestAVoteThatComesTwiceCountsOnce has Discord deliver a member's vote twice and then lose the answer to
// the member's next vote. Only the last vote counts, once.
func TestAVoteThatComesTwiceCountsOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, w *world) {
		bob := w.player("bob")
		w.player("alice").Uses("/team size:3")
		w.suffers(discordtest.Fault{Kind: discordtest.FaultDuplicate})
		w.votes(bob, "a1")
		w.suffers(discordtest.Fault{Kind: discordtest.FaultLoseAnswer, Route: discordtest.RouteCallback})
		_ = newestSquare(t, bob, "c3")
		settles(10 * time.Second)
		w.shows("1 vote: c3 1")
	}, upTheSecond)
}

// TestTwoProcessesCountAllVotes has two processes accept votes at the same time. All votes count.
func TestTwoProcessesCountAllVotes(t *testing.T) {
	t.Parallel()
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
		w.shows("3 votes: b2 3")
		settles(time.Minute)
		w.shows("move 3")
	})
}

// acrossKills runs a test on SQLite, and on PostgreSQL if there is a server. The test's function `again` kills the
// process and starts another one on the same database.
func acrossKills(t *testing.T, test func(t *testing.T, w *world, again func()), settings ...setting) {
	t.Helper()
	for name, url := range databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := url(t)
			w := inhabited(t, onNetwork)
			launch := func(name string) *process {
				p := w.launch(name, append(settings, storedIn(openDatabase(t, url)))...)
				p.awaitReady()
				return p
			}
			running := launch("first")
			test(t, w, func() {
				running.kill()
				running.halt()
				running = launch("next")
			})
		})
	}
}

// TestATeamPlaysOnDatabases checks, with each kind of database, that votes are kept when the process is killed.
func TestATeamPlaysOnDatabases(t *testing.T) {
	t.Parallel()
	acrossKills(t, func(t *testing.T, w *world, again func()) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/team size:3")
		w.says(w.votes(bob, "b3"), "1 vote: b3 1")
		w.says(w.votes(alice, "a1"), "2 votes: b3 1, a1 1")
		again()
		w.says(w.votes(bob, "a1"), "2 votes: a1 2")
		w.says(alice.Presses("Play it now"), "move 3")
		for _, square := range []string{"a2", "a3"} {
			w.votes(bob, square)
			again()
			alice.Presses("Play it now")
		}
		w.shows("#games wins in column a")
	}, upTheSecond)
}

// An ordered is a computer player that makes the moves of a list, for both sides.
type ordered []game.Square

// Choose returns the next move of the list.
func (p ordered) Choose(_ context.Context, g ai.History) (ai.Choice, error) {
	return ai.Choice{Move: p[len(g.Moves)]}, nil
}

// inOrder makes the computer play the given moves for both sides of a watched game.
func inOrder(moves ...game.Square) setting {
	return func(_ *bot.Config, d *bot.Deps) {
		d.NewPlayer = func(game.Variant, string, uint64) (ai.Player, error) { return ordered(moves), nil }
	}
}
