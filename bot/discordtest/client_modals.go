package discordtest

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"
)

// modalData is the data of a submitted modal.
type modalData struct {
	CustomID   string           `json:"custom_id"`
	Components []modalComponent `json:"components"`
	Resolved   *resolvedData    `json:"resolved,omitempty"`
}

// A modalComponent is a row, a label or an input of a submitted modal.
type modalComponent struct {
	Type       int              `json:"type"`
	ID         int              `json:"id"`
	CustomID   string           `json:"custom_id,omitempty"`
	Value      *string          `json:"value,omitempty"`
	Values     []string         `json:"values,omitzero"`
	Component  *modalComponent  `json:"component,omitempty"`
	Components []modalComponent `json:"components,omitempty"`
}

// Submit submits the modal of an answer. Values are given by custom id: one
// text for a text input, any number of values for a menu; a text input that is
// not named keeps what the bot wrote there. Errors: ErrFailed, ErrNotThere,
// ErrBadValue.
func (c *Client) Submit(ctx context.Context, a *Answer, values map[string][]string) (*Answer, error) {
	if a == nil || a.Modal == nil || a.interaction.user != c.user || a.interaction.channel != c.channel {
		return nil, fmt.Errorf("%w: no modal", ErrNotThere)
	}
	it, err := c.prepareModal(a, values)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, it)
}

// prepareModal builds the interaction of a submitted modal.
func (c *Client) prepareModal(a *Answer, values map[string][]string) (*interaction, error) {
	inputs := a.Modal.inputs()
	for id := range values {
		if !slices.ContainsFunc(inputs, func(i Component) bool { return i.CustomID == id }) {
			return nil, fmt.Errorf("%w: no input %q", ErrNotThere, id)
		}
	}
	c.world().Lock()
	defer c.world().Unlock()
	if !c.channel.reads(c.user) {
		return nil, fmt.Errorf("%w: %s has left", ErrNotThere, c.user.Name)
	}
	filler := modalFiller{client: c, values: values}
	data := modalData{CustomID: a.Modal.CustomID}
	for _, component := range a.Modal.Components {
		filled, err := filler.fill(component)
		if err != nil {
			return nil, err
		}
		data.Components = append(data.Components, filled)
	}
	data.Resolved = c.resolve(filler.named)
	from := a.interaction
	return &interaction{kind: interactionModal, app: from.app, source: from.source, trigger: from, owners: from.owners, data: data}, nil
}

// A modalFiller fills in a modal's components.
type modalFiller struct {
	client *Client
	values map[string][]string
	named  resolvables
}

// fill returns what is submitted of a component and those in it.
func (m *modalFiller) fill(c Component) (out modalComponent, err error) {
	out = modalComponent{Type: c.Type, ID: c.ID, CustomID: c.CustomID}
	switch c.Type {
	case TypeActionRow:
		for _, inner := range c.Components {
			filled, err := m.fill(inner)
			if err != nil {
				return out, err
			}
			out.Components = append(out.Components, filled)
		}
	case TypeLabel:
		filled, err := m.fill(*c.Component)
		if err != nil {
			return out, err
		}
		out.Component = &filled
	case TypeTextInput:
		out.Value, err = m.text(c)
	case TypeTextDisplay:
	default:
		out.Values, err = m.chosen(c)
	}
	return out, err
}

// text returns what a text input holds.
func (m *modalFiller) text(c Component) (*string, error) {
	text := c.Value
	if v, given := m.values[c.CustomID]; given {
		if len(v) != 1 {
			return nil, fmt.Errorf("%w: %d texts for %q", ErrBadValue, len(v), c.CustomID)
		}
		text = v[0]
	}
	lo, hi, n := 0, 4000, utf8.RuneCountInString(text)
	if *c.Required {
		lo = 1
	}
	if c.MinLength != nil && n > 0 {
		lo = *c.MinLength
	}
	if c.MaxLength != nil {
		hi = *c.MaxLength
	}
	if n < lo || n > hi {
		return nil, fmt.Errorf("%w: %q has the wrong length for %q", ErrBadValue, text, c.CustomID)
	}
	return &text, nil
}

// chosen returns what is chosen in a menu.
func (m *modalFiller) chosen(c Component) ([]string, error) {
	values := append([]string{}, m.values[c.CustomID]...)
	if len(values) == 0 && !*c.Required {
		return values, nil
	}
	things, err := m.client.checkChoice(&c, values)
	m.named.users = append(m.named.users, things.users...)
	m.named.roles = append(m.named.roles, things.roles...)
	m.named.channels = append(m.named.channels, things.channels...)
	return values, err
}
