package web

import (
	"context"
	"net/url"
	"slices"
)

// A Panel is a part of the page for developers, beside the chat: switches that cause faults, and a log of the traffic
// between Discord and the bot.
type Panel struct {
	Wire     *Wire
	Switches []Switch
	Status   func() Status
}

// A Switch is a control on the panel that changes Discord or the bot.
type Switch struct {
	Name  string // identifies the switch in forms
	Label string
	About string // explanation, a sentence

	Choices []string                                      // nil for a button
	Value   func() string                                 // the current choice; nil for a button
	Do      func(ctx context.Context, value string) error // applies the choice, "" for a button
}

// A Status is the state of the bot's connection.
type Status struct {
	Connected bool   `json:"connected"`
	Words     string `json:"words"`
}

type panelView struct {
	Status   Status
	Switches []Switch
	Entries  []entry
}

func flipSwitch(ctx context.Context, v *view, form url.Values) (result, error) {
	s, ok := find(v.server.panel.Switches, func(s Switch) bool { return s.Name == form.Get("name") })
	if !ok {
		return result{}, errNoSwitch
	}
	value := form.Get("value")
	if len(s.Choices) > 0 && !slices.Contains(s.Choices, value) {
		return result{}, errNoSwitch
	}
	return result{}, s.Do(ctx, value)
}
