package e2e

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/game"
	"noughts/game/ai"
)

// labels returns the labels of the enabled buttons of a message.
func labels(m discordtest.Message) []string {
	var found []string
	for _, c := range discordtest.Buttons(m) {
		if !c.Disabled {
			found = append(found, c.Label)
		}
	}
	return found
}

// page opens the page behind the board's More button, checks that it is private and has exactly the wanted
// buttons, and returns it.
func page(t *testing.T, p *discordtest.Player, want ...string) discordtest.Message {
	t.Helper()
	m := p.Presses("⋯ More")
	if got := labels(m); !m.Ephemeral() || !slices.Equal(got, want) {
		t.Errorf("behind More there is %q (privately: %t), want %q", got, m.Ephemeral(), want)
	}
	return m
}

// TestMoreHoldsTheControls checks the page behind the board's More button. The page is private, offers only
// what is possible at that moment, and confirms each action, which the board then shows.
func TestMoreHoldsTheControls(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/classic opponent:@bob")
		bob.Presses("Accept")
		if board, _ := live(alice); slices.ContainsFunc(discordtest.Buttons(board), func(c discordtest.Component) bool { return c.Style == red }) {
			t.Error("a fresh board has a red button")
		}
		page(t, alice, "Resign", "Rules", "Describe the board") // there is no move to take back
		alice.SeesPrivately("It's too early for a draw: you can offer one from move 4 on.")
		page(t, carol, "Rules", "Describe the board", "Play the winner")
		alice.PressesID("/b2")
		m := page(t, alice, "Takeback", "Plan a reply", "Resign", "Rules", "Describe the board")
		if said := alice.PressesOn(m.ID, "Takeback"); said.ID != m.ID || !strings.Contains(discordtest.Text(said), "You asked to take back your last move") {
			t.Errorf("the page says\n%s", discordtest.Text(said))
		}
		settles(time.Second)
		bob.Sees("would like to take back their last move")
		bob.Presses("Allow takeback")
		settles(time.Second)
		alice.PressesID("/a1")
		bob.PressesID("/b2")
		m = page(t, bob, "Takeback", "Plan a reply", "Resign", "Rules", "Describe the board")
		bob.PressesOn(m.ID, "Resign")
		bob.PressesOn(m.ID, "Yes, resign")
		bob.SeesPrivately("You resigned")
		settles(time.Second)
		alice.Sees("has resigned")
		page(t, alice, "Share", "Replay", "Rules", "Describe the board")
	})
}

// TestTheBoardInWords checks that the button "Describe the board" answers with the whole board in words, for screen
// readers.
func TestTheBoardInWords(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		for _, size := range []string{"3", "5", "9"} {
			alice.Uses("/classic level:random size:" + size)
			alice.Uses("/move square:b2")
			m := page(t, alice, "Takeback", "Hint", "Turn the coach on", "Resign", "Rules", "Describe the board", "Why?")
			if said := discordtest.Text(alice.PressesOn(m.ID, "Describe the board")); !strings.Contains(said, "X holds b2; O holds ") || !strings.Contains(said, "Free squares: ") {
				t.Errorf("size %s: %s", size, said)
			}
			alice.Presses("⋯ More")
			alice.Presses("Resign")
			alice.Presses("Yes, resign")
			settles(time.Second)
		}
		alice.Uses("/ultimate opponent:@bob")
		bob.Presses("Accept")
		for i, move := range strings.Fields("b1 d1 c1 g1 a1 d4") {
			[]*discordtest.Player{alice, bob}[i%2].Uses("/move square:" + move)
		}
		m := page(t, carol, "Rules", "Describe the board", "Play the winner")
		said := discordtest.Text(carol.PressesOn(m.ID, "Describe the board"))
		for _, want := range []string{
			"to move in any open board: the top left board is closed", "O played d4", "1, top left board: won by X.",
			"2, top board: X holds none; O holds 1.", "5, center board: X holds none; O holds 1.", "9, bottom right board: empty.",
		} {
			if !strings.Contains(said, want) {
				t.Errorf("%q is not in\n%s", want, said)
			}
		}
	})
}

// TestADrawIsAskedTwice checks that accepting a draw asks for confirmation, because it ends the game. A
// declined draw is mentioned on the board until the next move, and cannot be offered again for some moves.
func TestADrawIsAskedTwice(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob size:4")
		bob.Presses("Accept")
		alice.Uses("/draw")
		alice.SeesPrivately("It's too early for a draw")
		alice.PressesID("/a1")
		bob.PressesID("/b1")
		alice.PressesID("/a2")
		page(t, alice, "Draw", "Takeback", "Plan a reply", "Resign", "Rules", "Describe the board")
		alice.Presses("Draw")
		settles(time.Second)
		bob.Presses("Decline draw")
		alice.Sees("<@" + w.users["bob"].ID + "> declined the draw")
		page(t, alice, "Takeback", "Plan a reply", "Resign", "Rules", "Describe the board")
		alice.SeesPrivately("You can offer another from move 10 on.")
		bob.PressesID("/b2")
		alice.DoesNotSee("declined the draw")
		alice.PressesID("/c1")
		bob.Uses("/draw")
		settles(time.Second)
		alice.Presses("Accept draw")
		alice.SeesPrivately("End this game")
		if board, _ := live(alice); over(board) {
			t.Fatal("one press has ended the game")
		}
		alice.Presses("Yes, a draw")
		settles(time.Second)
		bob.Sees("A draw by agreement")
	})
}

// TestTheChampionPlaysOn checks that the champion level declines a draw early in the game, and that the
// member cannot offer another one right away.
func TestTheChampionPlaysOn(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, w *world) {
		alice := &mover{w.player("alice"), t, rand.New(rand.NewPCG(7, 7))}
		alice.Uses("/ultimate level:champion")
		page(t, alice.Player, "Hint", "Turn the coach on", "Resign", "Rules", "Describe the board")
		alice.SeesPrivately("from move 10 on")
		for range 5 {
			alice.moves()
			if !alice.awaitsTurn() {
				t.Fatal("the game is over")
			}
		}
		alice.Presses("⋯ More")
		alice.Presses("Draw")
		alice.SeesPrivately("Offer ")
		alice.Presses("Yes, a draw")
		alice.SeesPrivately("declined the draw")
		settles(time.Second)
		alice.Sees("the computer (champion) declined the draw")
		alice.Uses("/draw")
		alice.SeesPrivately("You've already offered a draw")
	})
}

// A scripted is a computer player that makes the given moves, one each turn.
type scripted []game.Square

// Choose returns the next of the given moves.
func (p scripted) Choose(_ context.Context, g ai.History) (ai.Choice, error) {
	return ai.Choice{Move: p[len(g.Moves)/2]}, nil
}

// TestADeadDrawIsTaken checks that even the perfect level accepts a draw when nobody can win any more.
func TestADeadDrawIsTaken(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic level:perfect")
		for _, move := range []string{"a1", "c1", "a2", "b3"} {
			alice.PressesID("/" + move)
		}
		alice.Uses("/draw") // only c3 is free
		alice.Presses("Yes, a draw")
		alice.SeesPrivately("The game is a draw.")
		settles(time.Second)
		alice.Sees("A draw by agreement")
	}, func(_ *bot.Config, d *bot.Deps) {
		d.NewPlayer = func(game.Variant, string, uint64) (ai.Player, error) {
			return scripted{game.At(1, 0), game.At(1, 1), game.At(0, 2), game.At(2, 1)}, nil
		}
	})
}
