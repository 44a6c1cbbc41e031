package driver

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// ModalData is the data of a submitted modal.
type ModalData struct {
	CustomID   string                    `json:"custom_id"`
	Components []modalComponent          `json:"components"`
	Resolved   *interaction.ResolvedData `json:"resolved,omitempty"`
}

// A modalComponent is a row, a label, a text display or an input of a submitted modal.
type modalComponent struct {
	Type       int              `json:"type"`
	ID         int              `json:"id"`
	CustomID   string           `json:"custom_id,omitempty"`
	Value      *any             `json:"value,omitempty"` // a text, a bool or null
	Values     []string         `json:"values,omitzero"`
	Component  *modalComponent  `json:"component,omitempty"`
	Components []modalComponent `json:"components,omitempty"`
}

// A modalFiller makes the submitted form of a modal from the values for its inputs. `named` collects the users, roles,
// channels and files in those values.
type modalFiller struct {
	client *Client
	values map[string]any
	named  interaction.Resolvables
}

// fill returns the submitted form of a component and of the components inside it.
func (m *modalFiller) fill(c object.Component) (out modalComponent, err error) {
	out = modalComponent{Type: c.Type, ID: c.ID, CustomID: c.CustomID}
	switch c.Type {
	case object.TypeActionRow:
		for _, inner := range c.Components {
			filled, err := m.fill(inner)
			if err != nil {
				return out, err
			}
			out.Components = append(out.Components, filled)
		}
	case object.TypeLabel:
		inner := *c.Component
		inner.Label = c.Label // errors name the input by its label
		filled, err := m.fill(inner)
		if err != nil {
			return out, err
		}
		out.Component = &filled
	case object.TypeTextDisplay:
	default:
		if err := m.fillInput(&out, c); err != nil {
			return out, fmt.Errorf("input %q: %w", c.CustomID, err)
		}
	}
	return out, nil
}

// fillInput sets the submitted value or values of an input.
func (m *modalFiller) fillInput(out *modalComponent, c object.Component) (err error) {
	switch c.Type {
	case object.TypeTextInput:
		out.Value, err = m.text(c)
	default:
		out.Values, err = m.chosen(c)
	}
	return err
}

// texts returns the texts given for an input, or `otherwise` if none are given.
func (m *modalFiller) texts(c object.Component, otherwise []string) ([]string, error) {
	switch v := m.values[c.CustomID].(type) {
	case nil:
		return otherwise, nil
	case string:
		return []string{v}, nil
	case []string:
		return slices.Clone(v), nil
	case *world.User:
		if v != nil {
			return []string{v.ID}, nil
		}
	case *world.Role:
		if v != nil {
			return []string{v.ID}, nil
		}
	case *world.Channel:
		if v != nil {
			return []string{v.ID}, nil
		}
	}
	v := m.values[c.CustomID]
	return nil, fmt.Errorf("%w: %v (%T) for a component of type %d", ErrBadValue, v, v, c.Type)
}

// one returns the only text given for an input, or `otherwise`. Without either it returns "".
func (m *modalFiller) one(c object.Component, otherwise ...string) (string, error) {
	texts, err := m.texts(c, otherwise)
	switch {
	case err != nil:
		return "", err
	case len(texts) > 1:
		return "", fmt.Errorf("%w: %d values where one is possible", ErrBadValue, len(texts))
	case len(texts) == 0:
		return "", nil
	}
	return texts[0], nil
}

// text returns the content of a text input.
func (m *modalFiller) text(c object.Component) (*any, error) {
	text, err := m.one(c, c.Value)
	if err != nil {
		return nil, err
	}
	lo, hi, n := 0, validate.MaxInput, utf8.RuneCountInString(text)
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
		return nil, fmt.Errorf("%w: the field %q takes %s, not %d", ErrBadValue, c.Label, span(lo, hi, "characters"), n)
	}
	return new(any(text)), nil
}

// chosen returns the values chosen in a menu.
func (m *modalFiller) chosen(c object.Component) ([]string, error) {
	values, err := m.texts(c, c.Preset())
	switch {
	case err != nil:
		return nil, err
	case len(values) == 0 && !*c.Required:
		return []string{}, nil
	}
	things, err := m.client.checkChoice(&c, values)
	m.named.Users = append(m.named.Users, things.Users...)
	m.named.Roles = append(m.named.Roles, things.Roles...)
	m.named.Channels = append(m.named.Channels, things.Channels...)
	return values, err
}
