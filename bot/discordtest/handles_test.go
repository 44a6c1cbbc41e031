package discordtest_test

import (
	"errors"
	"testing"

	"noughts/bot/discordtest"
)

// TestNobodyIsABadValue: a handle that is nil stands for nobody, whom Discord's client
// cannot send.
func TestNobodyIsABadValue(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.bot.register(`[{"name":"Poke","type":2},{"name":"greet","description":"Say hello","options":[{"type":6,"name":"whom","description":"Whom"}]}]`)
		alice := sc.alice.In(sc.channel)
		var nobody *discordtest.User
		if _, err := alice.UseOn(sc.ctx, "Poke", nobody); !errors.Is(err, discordtest.ErrBadValue) {
			t.Errorf("a command on nobody: %v", err)
		}
		if _, err := alice.Use(sc.ctx, "/greet", map[string]any{"whom": nobody}); !errors.Is(err, discordtest.ErrBadValue) {
			t.Errorf("an option that names nobody: %v", err)
		}
	})
}
