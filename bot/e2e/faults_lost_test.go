package e2e

import (
	"errors"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// suffers injects a fault. It fails the test if the fault is invalid.
func (w *world) suffers(f discordtest.Fault) {
	w.t.Helper()
	if _, err := w.app.Inject(f); err != nil {
		w.t.Fatal(err)
	}
}

func newestSquare(t *testing.T, p *discordtest.Player, square string) error {
	t.Helper()
	board, ok := live(p)
	if !ok {
		t.Fatal("there is no board")
	}
	_, err := p.Client().Press(t.Context(), board.ID, actions(board)[square].CustomID)
	return err
}

// Discord's response to /board is lost, so the bot does not learn the new message's id.
func TestABoardThatTheBotDoesNotKnowIsKeptTrue(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		old, _ := live(alice)
		w.suffers(discordtest.Fault{Kind: discordtest.FaultLoseAnswer, Route: discordtest.RouteCallback})
		bob.Uses("/board")
		board, _ := live(bob)
		if board.ID == old.ID {
			t.Fatal("/board has posted nothing")
		}
		w.suffers(discordtest.Fault{Kind: discordtest.FaultStatus, Route: discordtest.RouteCallback})
		if err := newestSquare(t, bob, "a1"); !errors.Is(err, discordtest.ErrFailed) {
			t.Fatalf("a press that Discord's failure met: %v", err)
		}
		settles(30 * time.Second)
		if _, free := actions(alice.Message(board.ID))["a1"]; free {
			t.Errorf("the move is made, and the board shows\n%s", discordtest.Text(alice.Message(board.ID)))
		}
		w.says(alice.Message(old.ID), board.ID)
		alice.PressesID("/c3")
	})
}

// Discord has told the member that the press failed, and replays it after the RESUME.
func TestWhatHasFailedForAMemberDoesNotHappenLater(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		_, bob := w.played()
		w.suffers(discordtest.Fault{Kind: discordtest.FaultSilence})
		if err := newestSquare(t, bob, "a1"); !errors.Is(err, discordtest.ErrFailed) {
			t.Fatalf("a press that nobody heard: %v", err)
		}
		settles(2 * time.Minute)
		if w.app.Resumes() == 0 {
			t.Fatal("the bot has not resumed")
		}
		if err := newestSquare(t, bob, "c3"); err != nil {
			t.Fatal(err)
		}
		if board, _ := live(bob); actions(board)["c3"].CustomID != "" || !strings.Contains(discordtest.Text(board), "c3") {
			t.Errorf("c3 is not on the board:\n%s", discordtest.Text(board))
		}
		if refused := bob.Uses("/move square:a1"); !strings.Contains(discordtest.Text(refused), "turn") {
			t.Errorf("a1 after c3: %s", discordtest.Text(refused))
		}
	})
}
