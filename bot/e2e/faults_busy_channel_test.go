package e2e

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// TestPingsDelayNobodysPress checks that a rate-limited ping does not delay presses. Discord rate
// limits posts for a second, and two moves are still answered at once. The ping arrives later.
func TestPingsDelayNobodysPress(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		w.suffers(discordtest.Fault{Kind: discordtest.FaultLimit, Route: "POST /channels/{channel}/messages", Wait: time.Second})
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		begun := time.Now()
		alice.PressesID("/b2")
		bob.PressesID("/a1")
		if took := time.Since(begun); took > 100*time.Millisecond {
			t.Errorf("two moves took %v", took)
		}
		settles(2 * time.Minute)
		w.wantPing("it's your turn against")
	})
}
