package e2e

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// TestPingsDelayNobodysPress has Discord rate limit a post for a second while members play. Their presses are
// answered at once, and the pings come later.
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
