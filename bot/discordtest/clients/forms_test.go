package clients

import "noughts/bot/discordtest"

func (p part) readsForm() {
	alice := p.alice.Client()
	for _, form := range []struct {
		values map[string][]string
		want   string
	}{
		{map[string][]string{"name": {"Alice"}, "hobby": {"chess"}}, "Alice likes chess"},
		{map[string][]string{"name": {"Zoë 🦉"}}, "Zoë 🦉 likes nothing"},
	} {
		modal, err := alice.Type(p.t.Context(), "/form")
		p.opens(modal, err)
		p.settles()
		a, err := alice.Submit(p.t.Context(), modal, form.values)
		if err != nil {
			p.t.Fatal(err)
		}
		p.shows(*a.Message, form.want)
	}
}

func (p part) readsFormOfButton() {
	menu := p.menu()
	bob := p.bob.Client()
	modal, err := bob.Press(p.t.Context(), menu.ID, p.buttonID(menu, "Form"))
	p.opens(modal, err)
	p.settles()
	if _, err := bob.Submit(p.t.Context(), modal, map[string][]string{"name": {"Bob"}}); err != nil {
		p.t.Fatal(err)
	}
	p.shows(p.alice.Message(menu.ID), "Form by Bob")
}

// opens fails the test unless the bot's answer `a` is the modal "About you" of the command /form.
func (p part) opens(a *discordtest.Answer, err error) {
	p.t.Helper()
	const title = "About you"
	switch {
	case err != nil:
		p.t.Fatal(err)
	case a.Modal == nil:
		p.t.Fatalf("answered by callback type %d, not with a modal", a.Type)
	case a.Modal.Title != title:
		p.t.Errorf("the modal is called %q, want %q", a.Modal.Title, title)
	}
}

// buttonID returns the custom id of a message's button with a label.
func (p part) buttonID(m discordtest.Message, label string) string {
	p.t.Helper()
	for _, b := range discordtest.Buttons(m) {
		if b.Label == label {
			return b.CustomID
		}
	}
	p.t.Fatalf("no button %q", label)
	return ""
}
