package e2e

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/game"
)

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

func TestMoreHoldsTheControls(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		begins(alice, bob, "/classic opponent:@bob")
		page(t, alice, "Resign", "Rules", "Describe the board") // there is no move to take back
		page(t, carol, "Rules", "Describe the board", "Play the winner")
		alice.PressesID("/b2")
		m := page(t, alice, "Takeback", "Plan a reply", "Resign", "Rules", "Describe the board")
		if said := alice.PressesOn(m.ID, "Takeback"); said.ID != m.ID {
			t.Error("the answer is another message")
		}
		settles(time.Second)
		bob.Presses("Allow")
		settles(time.Second)
		turns(alice, bob, "a1 b2")
		m = page(t, bob, "Takeback", "Plan a reply", "Resign", "Rules", "Describe the board")
		bob.PressesOn(m.ID, "Resign")
		bob.PressesOn(m.ID, "Yes, resign")
		settles(time.Second)
		alice.Sees("has resigned")
		page(t, alice, "Share", "Replay", "Rules", "Describe the board")
	})
}

func TestTheBoardInWords(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		begins(alice, bob, "/ultimate opponent:@bob")
		types(alice, bob, "b1 d1 c1 g1 a1 d4")
		m := page(t, carol, "Rules", "Describe the board", "Play the winner")
		said := carol.PressesOn(m.ID, "Describe the board")
		for _, want := range []string{
			"1, top left board: won by X.", "5, center board: X holds none; O holds 1.", "9, bottom right board: empty.",
		} {
			w.privately(said, want)
		}
	})
}

func TestADrawIsAskedTwice(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.game("/classic opponent:@bob size:4")
		alice.Uses("/draw")
		alice.SeesPrivately("A draw can be offered from move")
		turns(alice, bob, "a1 b1 a2")
		page(t, alice, "Draw", "Takeback", "Plan a reply", "Resign", "Rules", "Describe the board")
		alice.Presses("Draw")
		settles(time.Second)
		bob.Presses("Decline")
		alice.Sees("<@" + w.users["bob"].ID + "> declined the draw")
		page(t, alice, "Takeback", "Plan a reply", "Resign", "Rules", "Describe the board")
		alice.SeesPrivately("You can offer another from move 10 on.")
		bob.PressesID("/b2")
		alice.DoesNotSee("declined the draw")
		alice.PressesID("/c1")
		bob.Uses("/draw")
		settles(time.Second)
		alice.Presses("Accept")
		alice.SeesPrivately("End this game")
		if board, _ := live(alice); over(board) {
			t.Fatal("one press has ended the game")
		}
		alice.Presses("Yes, a draw")
		settles(time.Second)
		bob.Sees("A draw by agreement")
	})
}

func TestTheChampionPlaysOn(t *testing.T) {
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
		alice.Sees("👑 King declined the draw")
		alice.Uses("/draw")
		alice.SeesPrivately("You've already offered a draw")
	})
}

func TestADeadDrawIsTaken(t *testing.T) {
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
	}, playing(game.At(1, 0), game.At(1, 1), game.At(0, 2), game.At(2, 1)))
}

// plansReply fills in the form for a planned reply: `own` is the reply that is played if the opponent plays `theirs`.
// It returns the bot's answer, and fails the test if there is none.
func (w *world) plansReply(p *discordtest.Player, theirs, own string) discordtest.Message {
	w.t.Helper()
	page := p.PressesID("/more")
	form, err := p.Client().Press(w.t.Context(), page.ID, actions(page)["reply"].CustomID)
	if err != nil {
		w.t.Fatal(err)
	}
	answer, err := p.Client().Submit(w.t.Context(), form, map[string]string{"if": theirs, "then": own})
	if err != nil || answer.Message == nil {
		w.t.Fatalf("%+v, %v", answer, err)
	}
	return *answer.Message
}

func TestAReplyIsPlanned(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.played() // alice has played b2
		w.says(w.plansReply(alice, "a1", "a1"), "can't follow each other")
		w.says(w.plansReply(alice, "a1", "top right"), "If O plays **a1**, you play **c1** at once.")
		w.says(alice.PressesID("/more"), "If O plays **a1**, you play **c1** at once.")
		w.doesNotSay(bob.PressesID("/more"), "c1")
		w.says(bob.PressesID("/a1"), "X played c1 at once, as planned")
		w.says(w.plansReply(alice, "a3", "a2"), "If O plays **a3**, you play **a2** at once.")
		w.says(bob.PressesID("/c3"), "O played c3")
		alice.PressesID("/a3")
		w.says(w.board(bob), "wins · c1–a3")
	})
}

func TestAPlannedReplyIsDropped(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.game("/ultimate opponent:@bob first:me")
		alice.Uses("/move square:center, center")
		w.says(w.plansReply(alice, "center, top left", "a1"), "If O plays **d4**, you play **a1** at once.")
		w.says(alice.Presses("Drop the reply"), "The reply is dropped.")
		w.says(bob.Uses("/move square:d4"), "O played d4")
		if _, can := actions(bob.PressesID("/more"))["reply"]; !can {
			t.Error("the other side cannot plan one")
		}
		w.says(alice.Uses("/move square:a1"), "X played a1")
	})
}
