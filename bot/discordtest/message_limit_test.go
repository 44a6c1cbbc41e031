package discordtest_test

import (
	"errors"
	"fmt"
	"testing"

	"noughts/bot/discordtest"
)

// TestMessageLimit: the newest messages stay, the oldest are gone for everybody,
// and each channel counts its own.
func TestMessageLimit(t *testing.T) {
	t.Parallel()
	w := discordtest.NewInMemory(t, discordtest.WithMessageLimit(3))
	alice := w.Member("alice")
	other := alice.Client().User().In(w.Guild.NewChannel("other"))
	if _, err := other.Say("elsewhere"); err != nil {
		t.Fatal(err)
	}
	var first discordtest.Message
	for i := range 5 {
		if m := alice.Says(fmt.Sprint("number ", i)); i == 0 {
			first = m
		}
	}
	alice.DoesNotSee("number 1")
	alice.Sees("number 2")
	alice.Sees("number 4")
	if err := alice.Client().React(first.ID, "👍"); !errors.Is(err, discordtest.ErrNotVisible) {
		t.Errorf("reacting to what is forgotten: %v", err)
	}
	if n := len(other.Messages()); n != 1 {
		t.Errorf("%d messages in the other channel", n)
	}
}
