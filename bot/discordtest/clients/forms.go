package clients

import (
	"testing"

	"noughts/bot/discordtest"
)

// opened fails the test unless an answer is a modal of a title.
func opened(t *testing.T, a *discordtest.Answer, err error, title string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if a.Modal == nil {
		t.Fatalf("answered by callback type %d, not with a modal", a.Type)
	}
	if a.Modal.Title != title {
		t.Errorf("the modal is called %q, want %q", a.Modal.Title, title)
	}
}

func (sc *scene) readsForm(t *testing.T) {
	alice := sc.alice.In(sc.channel)
	for _, form := range []struct {
		values map[string][]string
		want   string
	}{
		{map[string][]string{"name": {"Alice"}, "hobby": {"chess"}}, "Alice likes chess"},
		{map[string][]string{"name": {"Zoë 🦉"}}, "Zoë 🦉 likes nothing"},
	} {
		modal, err := alice.Type(t.Context(), "/form")
		opened(t, modal, err, "About you")
		a, err := alice.Submit(t.Context(), modal, form.values)
		if err != nil {
			t.Fatal(err)
		}
		shows(t, *a.Message, form.want)
	}
}

func (sc *scene) readsFormOfButton(t *testing.T) {
	menu := sc.as(t, sc.alice).Uses("/menu")
	bob := sc.bob.In(sc.channel)
	modal, err := bob.Press(t.Context(), menu.ID, buttonID(t, menu, "Form"))
	opened(t, modal, err, "About you")
	if _, err := bob.Submit(t.Context(), modal, map[string][]string{"name": {"Bob"}}); err != nil {
		t.Fatal(err)
	}
	shows(t, sc.as(t, sc.alice).Message(menu.ID), "Form by Bob")
}

// buttonID returns the custom id of a message's button.
func buttonID(t *testing.T, m discordtest.Message, label string) string {
	t.Helper()
	for _, b := range discordtest.Buttons(m) {
		if b.Label == label {
			return b.CustomID
		}
	}
	t.Fatalf("no button %q", label)
	return ""
}
