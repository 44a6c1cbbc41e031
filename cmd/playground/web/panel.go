package web

import (
	"context"
	"net/url"

	"noughts/cmd/playground/wire"
)

// A Panel is a part of the page for developers, beside the chat. It has switches that cause faults, and a log of the
// traffic between Discord and the bot.
type Panel struct {
	Wire     *wire.Log
	Switches []Switch
	// Status reports whether a bot is connected. `words` describes the connection.
	Status func() (connected bool, words string)
}

// A Switch is a control on the panel that changes Discord or the bot.
type Switch struct {
	Name  string // identifies the switch in forms
	Label string
	About string // explanation, a sentence
	// Choices are the values of a switch. A control without choices is a button.
	Choices []string
	// Value returns the current choice. It is nil for a button.
	Value func() string
	// Do applies the new choice. For a button, `value` is "".
	Do func(ctx context.Context, value string) error
}

type panelView struct {
	Query    string
	Status   statusView
	Switches []switchView
	Entries  []wire.Entry
}

// A statusView is the state of the bot's connection.
type statusView struct {
	Connected bool   `json:"connected"`
	Words     string `json:"words"`
}

func (p *Panel) status() statusView {
	connected, words := p.Status()
	return statusView{connected, words}
}

type switchView struct {
	Name, Label, About string
	Choices            []choiceView
}

func (p *Panel) view(v *view) *panelView {
	view := &panelView{Query: v.Query(), Status: p.status(), Entries: p.Wire.Since(0)}
	for _, s := range p.Switches {
		shown := switchView{Name: s.Name, Label: s.Label, About: s.About}
		for _, c := range s.Choices {
			shown.Choices = append(shown.Choices, choiceView{Value: c, Name: c, Chosen: c == s.Value()})
		}
		view.Switches = append(view.Switches, shown)
	}
	return view
}

func flipSwitch(ctx context.Context, v *view, form url.Values) (result, error) {
	if v.server.panel == nil {
		return result{}, errNoSwitch
	}
	s, ok := find(v.server.panel.Switches, func(s Switch) bool { return s.Name == form.Get("name") })
	if !ok {
		return result{}, errNoSwitch
	}
	value := form.Get("value")
	if _, known := find(s.Choices, func(c string) bool { return c == value }); !known && len(s.Choices) > 0 {
		return result{}, errNoSwitch
	}
	return result{}, s.Do(ctx, value)
}
