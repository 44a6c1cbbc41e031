package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/puzzle"
	"noughts/game/rules"
	gametext "noughts/game/transcript"
)

// TestAGameIsReviewed opens a review with the board's button Review. It checks the overview with its chart, the moves
// one by one, and the text file. It also checks the button "Show everyone", which works only once.
func TestAGameIsReviewed(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		w.privately(alice.Uses("/review"), "You haven't finished a game yet.")
		board := w.beats("alice", "bob") // a1 b1 a2 b2 a3
		w.storesMessages(kept, "alice")
		page := carol.PressesOn(board.ID, "Review")
		w.privately(page, "❌ @alice: accuracy **100** · 3 best moves")
		w.says(page, "🔵 @bob: accuracy")
		w.says(page, "**Turning point:** move 2, O on b1. Until then best play led to a draw: b2 kept it. After it: X wins in 5 moves or fewer, whatever O plays.")
		w.says(page, "a large one a mistake, a diamond a blunder")
		w.file(page, "image/png")

		first := carol.PressesOn(page.ID, "Move by move")
		w.says(first, "Move 1: ❌ @alice on a1, a best move")
		if first.ID != page.ID || len(first.Attachments) > 0 {
			t.Errorf("the move is in another message, or beside the chart: %s", first.Attachments)
		}
		second := carol.PressesOn(page.ID, "Next mistake")
		w.says(second, "Move 2: 🔵 @bob on b1, a blunder")
		w.says(second, "Better was **b2**: number 1 on the board")
		w.says(carol.PressesOn(page.ID, "⏭"), "After: X has won")
		carol.CannotPress("▶")
		w.says(carol.PressesOn(page.ID, "◀"), "Move 4: ")
		w.says(carol.PressesOn(page.ID, "⏮"), "Tic-tac-toe 3×3: the start")
		w.says(carol.PressesOn(page.ID, "▶"), "Move 1: ")
		w.file(carol.PressesOn(page.ID, "Overview"), "image/png")

		text := carol.PressesOn(page.ID, "Text file")
		written := w.file(text, "text/plain")
		if said := string(written); !strings.Contains(said, "\n1 a1 draw best\n2 b1 loss 6 blunder\n") || !strings.Contains(said, "result x line") {
			t.Errorf("the text file says:\n%s", said)
		}
		read, err := gametext.Read(written)
		if err != nil || len(read.Moves) != 5 || !read.Moves[1].Rated {
			t.Errorf("it is read as %+v, %v", read, err)
		}

		shared := carol.PressesOn(page.ID, "Show everyone")
		if w.says(shared, "**Turning point:** move 2"); shared.Ephemeral() {
			t.Error("what is shown to everybody is private")
		}
		w.file(shared, "image/png")
		w.privately(carol.PressesOn(page.ID, "Show everyone"), "This review was shown in this channel not long ago")
		w.privately(bob.PressesOn(shared.ID, "Review"), "**Turning point:** move 2")

		w.findsReviews(kept, board)
	})
}

// findsReviews checks the ways to review the only finished game of a channel: a link, its id, the menus of
// /review and /history, the autocompletion and the moves as text. Other texts are refused.
func (w *world) findsReviews(kept store.Store, board discordtest.Message) {
	w.t.Helper()
	alice, carol := w.player("alice"), w.player("carol")
	const found = "**Turning point:** move 2, O on b1."
	link := "https://discord.com/channels/" + w.guild.ID + "/" + w.channel.ID + "/" + board.ID
	w.privately(carol.Uses("/review game:"+link), found)
	games, err := kept.Finished(w.t.Context(), store.Query{Member: w.users["alice"].ID, Limit: 1})
	if err != nil || len(games) != 1 {
		w.t.Fatal(err)
	}
	id := string(games[0].Match.ID)
	w.privately(carol.Uses("/review game:"+id), found)
	w.picks(alice, alice.Uses("/review"), "/review-choose", id)
	alice.SeesPrivately(found)
	w.picks(alice, alice.Uses("/history"), "/review-choose", id)
	alice.SeesPrivately(found)
	if mine := alice.Completes("/review", "game", "3×3"); len(mine) != 1 || !strings.HasPrefix(mine[0], "Won · Tic-tac-toe 3×3 · 5 moves · ") {
		w.t.Errorf("alice is offered %q", mine)
	}
	w.privately(carol.Uses("/review game:nosuchgame"), "There's no finished game there.")
	pasted := carol.Uses("/review game:classic: a1 b1 a2 b2 a3")
	w.privately(pasted, found)
	w.says(pasted, "O: accuracy")
	w.says(carol.PressesOn(pasted.ID, "Mistakes"), "Move 2: O on b1, a blunder")
	file := carol.Uses("/review game:noughts game 1 variant classic 3 x Alice o champion (computer) date 2026-11-23 begins x result x line 1 a1 draw best 2 b1 loss 4 blunder 3 a2 4 b2 5 a3")
	w.privately(file, found)
	for text, refused := range map[string]string{
		"chess: e2 e4":              "`chess:` in line 1 doesn't fit",
		"classic: a1 b1 a1":         "Move 3 of that game, `a1`, can't be played. X took a1 on move 1.",
		"3x3: 1) a1, b1! 2) d1":     "Move 3 of that game, `d1`, can't be played. `d1` isn't a square on this board.",
		"ultimate e5 e4 a1":         "Move 3 of that game, `a1`, can't be played. a1 is in the top left board. You must play in the top board.",
		"classic a1 a2 b1 b2 c1 c2": "Move 6 of that game, `c2`, can't be played. The game was already over.",
		"noughts game 1 variant x":  "`x` in line 2 doesn't fit",
	} {
		w.privately(carol.Uses("/review game:"+text), refused)
	}
}

// submits presses the button `path` of a message, fills in the form that opens, and returns the bot's answer. The test
// fails if there is no answer.
func (w *world) submits(p *discordtest.Player, m discordtest.Message, path, text string) discordtest.Message {
	w.t.Helper()
	form, err := p.Client().Press(w.t.Context(), m.ID, path)
	if err != nil {
		w.t.Fatal(err)
	}
	answer, err := p.Client().Submit(w.t.Context(), form, map[string]string{"text": text})
	if err != nil || answer.Message == nil {
		w.t.Fatalf("%+v, %v", answer, err)
	}
	return *answer.Message
}

// TestAGameIsPasted has a member paste a game as text into a form to have it reviewed. The member then plays on from
// the position before a mistake, as the side that made the mistake.
func TestAGameIsPasted(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		asked := alice.Uses("/review")
		seen := w.submits(alice, asked, "/review-paste", "noughts game 1\nvariant classic 3\nbegins o\n\n1 a1\n2 b1\n3 a2\n4 b2\n5 a3\n")
		w.privately(seen, "**Turning point:** move 2, X on b1. Until then best play led to a draw: b2 kept it. After it: O wins in 5 moves or fewer, whatever X plays.")
		w.says(alice.PressesOn(seen.ID, "Mistakes"), "Move 2: X on b1, a blunder")
		// The new game starts before the mistake, and alice plays the side that made it: X in the pasted game. She is O
		// in the new game, because there the player who moves first has X.
		alice.PressesOn(seen.ID, "Try again here")
		alice.PressesOn(seen.ID, "Play on from here")
		w.says(alice.SeesPrivately("Play on instead of b1, move 2"), "You play O")
		first := w.submits(alice, asked, "/review-paste", "misere 3: a1 b2 c3") // the first move of this game is a mistake
		w.says(alice.PressesOn(first.ID, "Mistakes"), "Move 1: X on a1, a blunder")
		w.privately(w.submits(alice, asked, "/review-paste", "Hello!"), "`Hello!` in line 1 doesn't fit")
	})
}

// TestPlayingOn has a member play on from positions of a finished game, against the computer and against the same
// opponent. The new games are casual. In a new game the moves of the finished game cannot be taken back.
func TestPlayingOn(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		over := w.beats("alice", "bob") // a1 b1 a2 b2 a3
		page := bob.PressesOn(over.ID, "Review")
		bob.PressesOn(page.ID, "Move by move")
		asked := bob.PressesOn(page.ID, "Play on from here") // after a1
		w.privately(asked, "You play O in a casual game")
		w.picks(bob, asked, "/1/level", "random")
		board := w.board(bob)
		w.says(board, "Tic-tac-toe 3×3, casual")
		w.says(board, "🔵 @bob")
		w.says(board, "Starts from a position after 1 move")
		bob.PressesIDOn(board.ID, "/b2")
		settles(2 * time.Second)
		if _, free := actions(w.board(bob))["a1"]; free {
			t.Error("the move that was given can be made once more")
		}
		bob.Uses("/takeback")
		settles(2 * time.Second)
		if _, free := actions(w.board(bob))["b2"]; !free {
			t.Error("the move was not taken back")
		}
		w.says(bob.Uses("/takeback"), "You have no move to take back yet.")
		bob.Uses("/resign")
		settles(2 * time.Second)

		bob.PressesOn(page.ID, "My next mistake")
		bob.PressesOn(page.ID, "Try again here")
		asked = bob.PressesOn(page.ID, "Play on from here") // the position after a1, where the mistake b1 was played
		bob.PressesOn(asked.ID, "Challenge the same member")
		alice.PressesID("/accept")
		bob.PressesID("/b1")
		alice.PressesID("/b2")
		bob.PressesID("/c3")
		alice.PressesID("/c1")
		bob.PressesID("/a3")
		alice.PressesID("/a2")
		bob.PressesID("/c2")
		alice.PressesID("/b3")
		settles(time.Second)
		ended := w.board(alice)
		w.says(ended, "Starts from a position after 1 move")
		w.doesNotSay(ended, "Today in this channel")
		alice.PressesOn(ended.ID, "Rematch")
		w.says(w.board(bob), "Starts from a position after 1 move")
		w.says(alice.Uses("/profile"), "1\u00a0win")
	})
}

// TestAReviewWaits asks for two reviews while the only worker thinks about a member's game. Both messages
// say that the review will come, without needless edits, and then show it by themselves.
func TestAReviewWaits(t *testing.T) {
	t.Parallel()
	for name, in := range ways() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := unclosed{storetest.Memory(t)}
			var thinks chan struct{} // made inside the bubble
			blocked := func(cfg *bot.Config, deps *bot.Deps) {
				cfg.Workers, thinks = 1, make(chan struct{})
				deps.NewPlayer = func(v game.Variant, level string, seed uint64) (ai.Player, error) {
					<-thinks
					return ai.New(v, level, seed)
				}
			}
			in(t, func(t *testing.T, w *world) {
				alice, carol := w.player("alice"), w.player("carol")
				over := w.beats("alice", "bob")
				alice.Uses("/classic level:random")
				alice.PressesID("/b2")
				settles(2 * time.Second)
				page := carol.PressesOn(over.ID, "Review")
				w.privately(page, "The engine will look at this game soon.")
				again := w.player("bob").PressesOn(over.ID, "Review")
				settles(10 * time.Second)
				w.says(carol.Message(page.ID), "The engine will look at this game soon.")
				if edits := w.requested("PATCH", "/webhooks/"); len(edits) > 0 {
					t.Errorf("%d edits though nothing has changed", len(edits))
				}
				close(thinks)
				settles(5 * time.Second)
				for player, m := range map[*discordtest.Player]discordtest.Message{carol: page, w.player("bob"): again} {
					seen := player.Message(m.ID)
					w.privately(seen, "**Turning point:** move 2")
					w.file(seen, "image/png")
				}
				w.says(carol.PressesOn(page.ID, "Move by move"), "Move 1")
			}, storedIn(kept), blocked)
		})
	}
}

// TestAReviewDoesNotHelpInARatedGame checks that players of a running rated game cannot review a pasted game that
// reaches the same position, not even on a page that they opened before. Other members can, and so can the players once
// the game has ended or if it is casual.
func TestAReviewDoesNotHelpInARatedGame(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		const refused, game = "belongs to something you can still win", "classic: a1 b2 c1 b1 a2"
		before := alice.Uses("/review game:" + game)
		w.says(before, "accuracy")
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		alice.PressesID("/a1")
		bob.PressesID("/b2")
		alice.PressesID("/c1")
		for _, text := range []string{game, "classic: c1 b2 a1", "classic: a3 b2 a1 c3 c1", "classic: a1 b2"} {
			w.privately(alice.Uses("/review game:"+text), refused)
			w.privately(bob.Uses("/review game:"+text), refused)
			w.privately(w.submits(bob, bob.Uses("/review"), "/review-paste", text), refused)
		}
		w.privately(alice.PressesOn(before.ID, "Move by move"), refused)
		w.privately(alice.PressesOn(before.ID, "Text file"), refused)
		w.privately(alice.PressesOn(before.ID, "Show everyone"), refused)
		w.says(alice.Uses("/review game:classic: a1 c3 b1"), "accuracy")
		w.says(carol.Uses("/review game:"+game), "accuracy")
		bob.PressesID("/b1")
		alice.PressesID("/a2")
		bob.PressesID("/b3") // bob wins
		w.says(alice.Uses("/review game:"+game), "accuracy")
		alice.Uses("/classic opponent:@bob rated:casual")
		bob.PressesID("/accept")
		alice.PressesID("/a1")
		w.says(alice.Uses("/review game:"+game), "accuracy")
	})
}

// classicText returns a game on 3×3 that ends in a position.
func classicText(p game.Position) string {
	var marks [2][]string
	for i := range 9 {
		if s := game.At(i%3, i/3); p.At(s) != game.Empty {
			marks[p.At(s)-game.X] = append(marks[p.At(s)-game.X], s.String())
		}
	}
	text := "classic:"
	for i := range p.Ply() {
		text += " " + marks[i%2][i/2]
	}
	return text
}

// TestNothingEvaluatesWhatCanBeGained asks for evaluations of a position, and of positions up to four moves away, while
// the member can still gain from it: by an open puzzle, by the puzzle of the day, which they have not opened yet, and by
// a casual game against a member, who could be the first that they beat. Each is given once it is over.
func TestNothingEvaluatesWhatCanBeGained(t *testing.T) {
	t.Parallel()
	const refused = "belongs to something you can still win"
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		day := puzzle.FirstDay()
		for puzzle.Daily(day).Variant() != game.Classic(3) || !day.After(time.Now()) {
			day = day.AddDate(0, 0, 1)
		}
		w.away(time.Until(day)+9*time.Hour, again)
		alice, bob := w.player("alice"), w.player("bob")
		withheld := func(whether bool, p game.Position) {
			t.Helper()
			text := classicText(p)
			last := strings.LastIndex(text, " ")
			for _, moves := range []string{text, text[:last], text + " " + p.Moves()[0].String()} {
				if said := discordtest.Text(alice.Uses("/review game:" + moves)); strings.Contains(said, refused) != whether || !whether && !strings.Contains(said, "accuracy") {
					t.Errorf("%s is answered with %s", moves, said)
				}
			}
			w.says(bob.Uses("/review game:classic: a1 b1"), "accuracy")
		}
		known := puzzle.Daily(time.Now())
		withheld(true, known.Position)
		w.solves(kept, alice, "alice", alice.Uses("/daily"), atDaily)
		withheld(false, known.Position)
		page := alice.Uses("/puzzle")
		known, _ = puzzle.ByID(w.solver(kept, "alice").Now.Puzzle)
		withheld(true, known.Position)
		w.solves(kept, alice, "alice", page, atPuzzle)
		withheld(false, known.Position)
		alice.Uses("/classic opponent:@bob rated:casual")
		bob.PressesID("/accept")
		for i, s := range []string{"a1", "b2", "c3", "a3", "c1"} {
			[]*discordtest.Player{alice, bob}[i%2].PressesID("/" + s)
		}
		running := w.matchIn(kept)
		withheld(true, running.Position())
		bob.PressesID("/b1")
		alice.PressesID("/c2") // wins
		withheld(false, running.Position())
	})
}

// TestNoLevelTellsWhatCanBeGained asks for a hint in a casual game, and for a level that plays on, in the position of a
// rated game. Both are refused until the rated game is over, in which the player may still give up the rating for a hint.
func TestNoLevelTellsWhatCanBeGained(t *testing.T) {
	t.Parallel()
	const refused = "belongs to something you can still win"
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		meets := func(moves ...string) {
			alice.Uses("/classic opponent:@bob")
			bob.PressesID("/accept")
			for i, s := range moves {
				[]*discordtest.Player{alice, bob}[i%2].PressesID("/" + s)
			}
		}
		meets("a1", "c3", "b1", "b3", "c1")
		page := alice.PressesOn(w.board(alice).ID, "Review")
		alice.PressesOn(page.ID, "Move by move")
		alice.PressesOn(page.ID, "▶")
		asked := alice.PressesOn(page.ID, "Play on from here")
		alice.Uses("/classic rated:casual")
		casual := w.board(alice)
		alice.PressesIDOn(casual.ID, "/a1")
		settles(5 * time.Second)
		meets("a1", "c3")
		rated := w.board(alice)
		w.privately(alice.PressesIDOn(casual.ID, "/hint"), refused)
		if w.picks(alice, asked, "/2/level", "random"); w.board(alice).ID != rated.ID {
			t.Error("a level plays on from the position of a rated game")
		}
		alice.PressesIDOn(rated.ID, "/b1")
		bob.PressesIDOn(rated.ID, "/b3")
		alice.PressesIDOn(rated.ID, "/c1") // wins
		w.says(alice.PressesIDOn(casual.ID, "/hint"), "A hint for your game")
		w.picks(alice, asked, "/2/level", "random")
		w.says(w.board(alice), "Starts from a position after 2 moves")
	}, againstBottomUp)
}

// TestAReviewWithoutAPicture forbids the bot to attach files. The review then comes without its chart and says so.
func TestAReviewWithoutAPicture(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		w.channel.Overwrite(w.app.User, 0, discordtest.PermissionAttachFiles)
		over := w.beats("alice", "bob")
		page := w.player("carol").PressesOn(over.ID, "Review")
		w.privately(page, "**Turning point:** move 2")
		w.says(page, "There's no chart")
		if len(page.Attachments) > 0 || strings.Contains(discordtest.Text(page), "attachment://") {
			t.Errorf("there is a picture: %s", page.Attachments)
		}
	})
}

// pastable returns n different unfinished games of six moves on 3×3.
func pastable(t *testing.T, n int) (games []store.ReviewedGame) {
	t.Helper()
	start := rules.Start(game.Classic(3), game.X)
	var grow func(p game.Position, moves []game.Square)
	grow = func(p game.Position, moves []game.Square) {
		switch {
		case len(games) == n || p.Outcome().Over:
		case len(moves) == 6:
			games = append(games, store.ReviewedGame{Variant: p.Variant(), Begins: game.X, Moves: slices.Clone(moves)})
		default:
			for _, s := range p.Moves() {
				next, err := p.Play(s)
				if err != nil {
					t.Fatal(err)
				}
				grow(next, append(moves, s))
			}
		}
	}
	grow(start, nil)
	return games
}

// TestOneMemberDoesNotHoldUpReviews has one member paste 160 games while no review can start. Three are
// accepted and stored, the others are refused. Another member's review of a game that was played here is
// still accepted and completed.
func TestOneMemberDoesNotHoldUpReviews(t *testing.T) {
	t.Parallel()
	for name, in := range ways() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := unclosed{storetest.Memory(t)}
			var thinks chan struct{} // made inside the bubble
			blocked := func(cfg *bot.Config, deps *bot.Deps) {
				cfg.Workers, thinks = 1, make(chan struct{})
				deps.NewPlayer = func(v game.Variant, level string, seed uint64) (ai.Player, error) {
					<-thinks
					return ai.New(v, level, seed)
				}
			}
			in(t, func(t *testing.T, w *world) {
				alice, carol := w.player("alice"), w.player("carol")
				over := w.beats("alice", "bob")
				carol.Uses("/classic level:random first:me")
				carol.PressesID("/b2")
				settles(2 * time.Second)
				waits, refused, stored := 0, 0, 0
				for _, g := range pastable(t, 160) {
					said := discordtest.Text(alice.Uses("/review game:classic: " + g.Moves.String()))
					switch {
					case strings.Contains(said, "The engine will look at this game soon."):
						waits++
					case strings.Contains(said, "Two of your games are already waiting for a review."):
						refused++
					}
					if _, err := kept.Review(t.Context(), g.Key()); err == nil {
						stored++
					}
				}
				if t.Logf("of 160 games %d wait, %d are refused, and %d are stored", waits, refused, stored); waits != 3 || refused != 157 || stored != 3 {
					t.Error("it should be 3, 157 and 3")
				}
				page := carol.PressesOn(over.ID, "Review")
				w.privately(page, "The engine will look at this game soon.")
				close(thinks)
				settles(5 * time.Second)
				w.privately(carol.Message(page.ID), "**Turning point:** move 2")
			}, storedIn(kept), blocked)
		})
	}
}

// TestReviewsOfPrivateChannels checks that a member without access to a game's channel gets no review of
// that game, and that a review cannot be shown in a channel where other members could not see the game.
func TestReviewsOfPrivateChannels(t *testing.T) {
	t.Parallel()
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		secret, open := w.guild.NewChannel("staff"), w.guild.NewChannel("lobby")
		secret.Overwrite(w.guild.Everyone(), 0, discordtest.PermissionViewChannel)
		for _, u := range []*discordtest.User{w.users["alice"], w.users["bob"], w.app.User} {
			secret.Overwrite(u, discordtest.PermissionViewChannel, 0)
		}
		in := func(c *discordtest.Channel, name string) *discordtest.Player {
			return discordtest.Play(t, w.users[name].In(c))
		}
		in(secret, "alice").Uses("/classic opponent:@bob")
		in(secret, "bob").PressesID("/accept")
		board := w.winsQuickly(in(secret, "alice"), in(secret, "bob"))
		w.storesMessages(kept, "alice")
		link := "https://discord.com/channels/" + w.guild.ID + "/" + secret.ID + "/" + board.ID
		const found = "**Turning point:** move 2"
		w.doesNotSay(in(open, "carol").Uses("/review game:"+link), found)
		page := in(open, "alice").Uses("/review game:" + link)
		w.privately(page, found)
		if refused := in(open, "alice").PressesOn(page.ID, "Show everyone"); !refused.Ephemeral() {
			t.Errorf("everybody sees\n%s", discordtest.Text(refused))
		}
		secret.Overwrite(w.users["carol"], discordtest.PermissionViewChannel, 0)
		settles(10 * time.Second) // the bot remembers permissions for some seconds
		w.privately(in(open, "carol").Uses("/review game:"+link), found)
	})
}
