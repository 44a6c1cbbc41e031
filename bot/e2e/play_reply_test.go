package e2e

import (
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

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

// TestAReplyIsPlanned has a member plan a reply. When the opponent plays the expected move, the reply is
// played at once. Any other move drops the plan. The opponent cannot see the plan.
func TestAReplyIsPlanned(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.played() // alice has played b2
		w.says(w.plansReply(alice, "a1", "a1"), "can't follow each other")
		w.says(w.plansReply(alice, "a1", "top right"), "If O plays **a1**, you play **c1** at once.")
		w.says(alice.PressesID("/more"), "If O plays **a1**, you play **c1** at once.")
		if said := discordtest.Text(bob.PressesID("/more")); strings.Contains(said, "c1") {
			t.Errorf("the opponent reads\n%s", said)
		}
		w.says(bob.PressesID("/a1"), "X played c1 at once, as planned")
		w.says(w.plansReply(alice, "a3", "a2"), "If O plays **a3**, you play **a2** at once.")
		w.says(bob.PressesID("/c3"), "O played c3")
		alice.PressesID("/a3")
		w.says(w.board(bob), "wins on the diagonal c1–a3")
	})
}

// TestAPlannedReplyIsDropped has a member plan a reply in Ultimate and drop it with the button "Drop the reply". When
// the opponent plays the expected move, no reply is played. The opponent can plan a reply too.
func TestAPlannedReplyIsDropped(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/ultimate opponent:@bob first:me")
		bob.PressesID("/accept")
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
