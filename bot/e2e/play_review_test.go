package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/puzzle"
	"noughts/game/rules"
	gametext "noughts/game/transcript"
)

func TestAGameIsReviewed(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		w.privately(alice.Uses("/review"), "You haven't finished a game yet.")
		board := w.beats("alice", "bob") // a1 b1 a2 b2 a3
		w.storesMessages(kept, "alice")
		page := carol.PressesOn(board.ID, "Review")
		w.privately(page, "❌ @alice: accuracy **100%** · 3 best moves")
		w.says(page, "🔵 @bob: accuracy")
		w.says(page, "**Turning point:** move 2, O on b1 (better: b2) · a draw with best play → X wins in 5 moves or fewer.\n"+
			"-# Top: ❌, bottom: 🔵. • doubtful ● mistake ◆ blunder") // since when the game was decided stands there already
		w.file(page, "image/png")

		first := carol.PressesOn(page.ID, "Move by move")
		w.says(first, "Move 1: ❌ @alice on a1, a best move")
		if first.ID != page.ID || len(first.Attachments) > 0 {
			t.Errorf("the move is in another message, or beside the chart: %s", first.Attachments)
		}
		second := carol.PressesOn(page.ID, "Next mistake")
		w.says(second, "Move 2: 🔵 @bob on b1, a blunder")
		w.says(second, "Better: **b2**.")
		w.says(carol.PressesOn(page.ID, "⏭"), "X wins in 1 move → X has won")
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

		shared := carol.PressesOn(page.ID, "Share")
		if w.says(shared, "**Turning point:** move 2"); shared.Ephemeral() {
			t.Error("what is shown to everybody is private")
		}
		w.file(shared, "image/png")
		w.privately(carol.PressesOn(page.ID, "Share"), "This review was shown in this channel not long ago")
		w.privately(bob.PressesOn(shared.ID, "Review"), "**Turning point:** move 2")

		w.findsReviews(kept, board)
	})
}

// findsReviews checks the ways to review the only finished game of a channel: a link, its id, the menus of
// /review and /history, the autocompletion and the moves as text. Other texts are refused.
func (w *world) findsReviews(kept store.Store, board discordtest.Message) {
	w.t.Helper()
	alice, carol := w.player("alice"), w.player("carol")
	const found = "**Turning point:** move 2, O on b1 (better: b2)"
	link := "https://discord.com/channels/" + w.guild.ID + "/" + w.channel.ID + "/" + board.ID
	w.privately(carol.Uses("/review game:"+link), found)
	games, err := kept.Finished(w.t.Context(), match.Query{Member: w.users["alice"].ID, Limit: 1})
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
	for text, refused := range map[string]string{
		"classic: a1 b1 a1":         "X took a1 on move 1.",
		"ultimate e5 e4 a1":         "a1 is in the top left board. You must play in the top board.",
		"classic a1 a2 b1 b2 c1 c2": "The game was already over.",
	} {
		w.privately(carol.Uses("/review game:"+text), refused)
	}
}

// submits presses the button `path` of a message, fills in the form that opens, and returns the bot's answer.
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

func TestAGameIsPasted(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		asked := alice.Uses("/review")
		seen := w.submits(alice, asked, "/review-paste", "noughts game 1\nvariant classic 3\nbegins o\n\n1 a1\n2 b1\n3 a2\n4 b2\n5 a3\n")
		w.privately(seen, "**Turning point:** move 2, X on b1 (better: b2) · a draw with best play → O wins in 5 moves or fewer.")
		w.says(alice.PressesOn(seen.ID, "Mistakes"), "Move 2: X on b1, a blunder")
		// The new game starts before the mistake, and alice plays the side that made it: X in the pasted game. She is O
		// in the new game, because there the player who moves first has X.
		alice.PressesOn(seen.ID, "Try again")
		alice.PressesOn(seen.ID, "Play on from here")
		w.says(alice.SeesPrivately("Play on instead of b1, move 2"), "You play O")
		first := w.submits(alice, asked, "/review-paste", "misere 3: a1 b2 c3") // the first move of this game is a mistake
		w.says(alice.PressesOn(first.ID, "Mistakes"), "Move 1: X on a1, a blunder")
		w.privately(w.submits(alice, asked, "/review-paste", "Hello!"), "`Hello!` in line 1 doesn't fit")
	})
}

func TestPlayingOn(t *testing.T) {
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
		bob.PressesOn(page.ID, "Try again")
		asked = bob.PressesOn(page.ID, "Play on from here") // the position after a1, where the mistake b1 was played
		bob.PressesOn(asked.ID, "Challenge the same member")
		alice.PressesID("/accept")
		turns(bob, alice, "b1 b2 c3 c1 a3 a2 c2 b3")
		settles(time.Second)
		ended := w.board(alice)
		w.says(ended, "Starts from a position after 1 move")
		w.doesNotSay(ended, "Today here")
		alice.PressesOn(ended.ID, "Rematch")
		w.says(w.board(bob), "Starts from a position after 1 move")
		w.says(alice.Uses("/profile"), "1\u00a0win")
	})
}

func TestAReviewDoesNotHelpInARatedGame(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		const refused, game = "belongs to something you can still win", "classic: a1 b2 c1 b1 a2"
		before := alice.Uses("/review game:" + game)
		w.says(before, "accuracy")
		begins(alice, bob, "/classic opponent:@bob", "a1 b2 c1")
		for _, text := range []string{game, "classic: c1 b2 a1", "classic: a3 b2 a1 c3 c1", "classic: a1 b2"} {
			w.privately(alice.Uses("/review game:"+text), refused)
			w.privately(bob.Uses("/review game:"+text), refused)
			w.privately(w.submits(bob, bob.Uses("/review"), "/review-paste", text), refused)
		}
		w.privately(alice.PressesOn(before.ID, "Move by move"), refused)
		w.privately(alice.PressesOn(before.ID, "Text file"), refused)
		w.privately(alice.PressesOn(before.ID, "Share"), refused)
		w.says(alice.Uses("/review game:classic: a1 c3 b1"), "accuracy")
		w.says(carol.Uses("/review game:"+game), "accuracy")
		turns(bob, alice, "b1 a2")
		bob.PressesID("/b3") // bob wins
		w.says(alice.Uses("/review game:"+game), "accuracy")
		begins(alice, bob, "/classic opponent:@bob rated:casual", "a1")
		w.says(alice.Uses("/review game:"+game), "accuracy")
	})
}

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

func TestNothingEvaluatesWhatCanBeGained(t *testing.T) {
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
		begins(alice, bob, "/classic opponent:@bob rated:casual", "a1 b2 c3 a3 c1")
		running := w.matchIn(kept)
		withheld(true, running.Position())
		bob.PressesID("/b1")
		alice.PressesID("/c2") // wins
		withheld(false, running.Position())
	})
}

func TestNoLevelTellsWhatCanBeGained(t *testing.T) {
	const refused = "belongs to something you can still win"
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		meets := func(moves ...string) {
			begins(alice, bob, "/classic opponent:@bob")
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
		w.says(alice.PressesIDOn(casual.ID, "/hint"), "💡 ")
		w.picks(alice, asked, "/2/level", "random")
		w.says(w.board(alice), "Starts from a position after 2 moves")
	}, against(bottomUp))
}

func TestAReviewWithoutAPicture(t *testing.T) {
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

func TestReviewsOfPrivateChannels(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		secret, open := w.guild.NewChannel("staff"), w.guild.NewChannel("lobby")
		secret.Overwrite(w.guild.Everyone(), 0, discordtest.PermissionViewChannel)
		for _, u := range []*discordtest.User{w.users["alice"], w.users["bob"], w.app.User} {
			secret.Overwrite(u, discordtest.PermissionViewChannel, 0)
		}
		in := func(c *discordtest.Channel, name string) *discordtest.Player {
			return w.at(name, c)
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
		w.privately(in(open, "alice").PressesOn(page.ID, "Share"), "")
		secret.Overwrite(w.users["carol"], discordtest.PermissionViewChannel, 0)
		settles(10 * time.Second) // the bot remembers permissions for some seconds
		w.privately(in(open, "carol").Uses("/review game:"+link), found)
	})
}

// whileBlocked runs a test on a bot whose only worker thinks about carol's game until the test calls `goesOn`.
func whileBlocked(
	t *testing.T, test func(t *testing.T, w *world, kept store.Store, over discordtest.Message, goesOn func()),
) {
	t.Helper()
	each(t, ways(), func(t *testing.T, in way) {
		t.Parallel()
		kept := unclosed{storetest.Memory(t)}
		var thinks chan struct{} // made inside the bubble
		in(t, func(t *testing.T, w *world) {
			over := w.beats("alice", "bob")
			carol := w.player("carol")
			carol.Uses("/classic level:random first:me")
			carol.PressesID("/b2")
			settles(2 * time.Second)
			test(t, w, kept, over, func() { close(thinks) })
		}, storedIn(kept), func(cfg *bot.Config, deps *bot.Deps) {
			cfg.Workers, thinks = 1, make(chan struct{})
			deps.NewPlayer = func(v game.Variant, level string, seed uint64) (ai.Player, error) {
				<-thinks
				return ai.New(v, level, seed)
			}
		})
	})
}

const reviewWaits = "The engine will look at this game soon."

func TestAReviewWaits(t *testing.T) {
	whileBlocked(t, func(t *testing.T, w *world, _ store.Store, over discordtest.Message, goesOn func()) {
		pages := map[string]discordtest.Snowflake{}
		for _, name := range []string{"carol", "bob"} {
			page := w.player(name).PressesOn(over.ID, "Review")
			w.privately(page, reviewWaits)
			pages[name] = page.ID
		}
		settles(10 * time.Second)
		if edits := w.requested("PATCH", "/webhooks/"); len(edits) > 0 {
			t.Errorf("%d edits though nothing has changed", len(edits))
		}
		goesOn()
		settles(5 * time.Second)
		for name, page := range pages {
			seen := w.player(name).Message(page)
			w.privately(seen, "**Turning point:** move 2")
			w.file(seen, "image/png")
		}
		w.says(w.player("carol").PressesOn(pages["carol"], "Move by move"), "Move 1")
	})
}

// Of many games that one member pastes while no review can start, three are accepted.
func TestOneMemberDoesNotHoldUpReviews(t *testing.T) {
	whileBlocked(t, func(t *testing.T, w *world, kept store.Store, over discordtest.Message, goesOn func()) {
		alice, carol := w.player("alice"), w.player("carol")
		waits, stored := 0, 0
		for _, s := range rules.Start(game.Classic(5), game.X).Moves()[1:] {
			g := store.ReviewedGame{Variant: game.Classic(5), Begins: game.X, Moves: game.Moves{game.At(0, 0), s}}
			switch said := discordtest.Text(alice.Uses("/review game:classic 5: " + g.Moves.String())); {
			case strings.Contains(said, reviewWaits):
				waits++
			case !strings.Contains(said, "Two of your games are already waiting for a review."):
				t.Errorf("refused with %s", said)
			}
			if _, err := kept.Review(t.Context(), g.Key()); err == nil {
				stored++
			}
		}
		if waits != 3 || stored != 3 {
			t.Errorf("%d games wait, and %d are stored", waits, stored)
		}
		page := carol.PressesOn(over.ID, "Review")
		w.privately(page, reviewWaits)
		goesOn()
		settles(5 * time.Second)
		w.privately(carol.Message(page.ID), "**Turning point:** move 2")
	})
}
