package clients

import (
	"context"
	"slices"
	"testing"

	"noughts/bot/discordtest"
)

// shows fails the test when a message shows another text.
func shows(t *testing.T, m discordtest.Message, want string) {
	t.Helper()
	if got := discordtest.Text(m); got != want {
		t.Errorf("the message shows %q, want %q", got, want)
	}
}

func (sc *scene) answers(t *testing.T) {
	shows(t, sc.as(t, sc.alice).Uses("/ping"), "pong")
	shows(t, sc.as(t, sc.alice).Uses("/guilds"), "1 guilds")
}

func (sc *scene) greets(t *testing.T) {
	shows(t, sc.as(t, sc.alice).UsesOn("Greet", sc.bob), "Hello, bob")
}

func (sc *scene) completes(t *testing.T) {
	alice := sc.as(t, sc.alice)
	if got, want := alice.Completes("/pick", "fruit", "ap"), []string{"apple", "apricot"}; !slices.Equal(got, want) {
		t.Errorf("offers %q, want %q", got, want)
	}
	if got := alice.Completes("/pick", "fruit", "x"); len(got) != 0 {
		t.Errorf("offers %q, want nothing", got)
	}
	shows(t, alice.Uses("/pick fruit:plum"), "You picked plum")
}

func (sc *scene) counts(t *testing.T) {
	menu := sc.as(t, sc.alice).Uses("/menu")
	shows(t, menu, "Nothing yet")
	sc.as(t, sc.bob).PressesOn(menu.ID, "Count")
	sc.as(t, sc.alice).PressesOn(menu.ID, "Count")
	shows(t, sc.as(t, sc.alice).Message(menu.ID), "Counted 2")
}

func (sc *scene) chooses(t *testing.T) {
	alice := sc.as(t, sc.alice)
	menu := alice.Uses("/menu")
	chosen := alice.Chooses("green")
	shows(t, chosen, "Chose green")
	if chosen.ID != menu.ID {
		t.Error("the choice made a new message")
	}
}

func (sc *scene) editsLater(t *testing.T) {
	alice := sc.as(t, sc.alice)
	menu := alice.Uses("/menu")
	alice.PressesOn(menu.ID, "Later")
	alice.AwaitsMessage("the edit", func(m discordtest.Message) bool {
		return m.ID == menu.ID && discordtest.Text(m) == "Later"
	})
}

func (sc *scene) asksForTime(t *testing.T) {
	alice := sc.as(t, sc.alice)
	public := alice.Uses("/slow")
	shows(t, public, "Done")
	shows(t, sc.as(t, sc.bob).Message(public.ID), "Done")

	private := alice.Uses("/slow private:true")
	shows(t, private, "Done")
	if !private.Ephemeral() {
		t.Error("the private answer is public")
	}
}

func (sc *scene) followsUp(t *testing.T) {
	alice, bob := sc.as(t, sc.alice), sc.as(t, sc.bob)
	first := alice.Uses("/follow")
	shows(t, first, "First")
	bob.Awaits("Second, edited")
	alice.Awaits("Third")
	alice.SeesPrivately("Third")
	bob.DoesNotSee("Third")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	_, err := bob.Client().Await(ctx, func(seen []discordtest.Message) bool {
		return !slices.ContainsFunc(seen, func(m discordtest.Message) bool { return m.ID == first.ID })
	})
	if err != nil {
		t.Error("the answer has not been deleted")
	}
}
