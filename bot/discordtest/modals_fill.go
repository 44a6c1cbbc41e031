package discordtest

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// modalData is the data of a submitted modal.
type modalData struct {
	CustomID   string           `json:"custom_id"`
	Components []modalComponent `json:"components"`
	Resolved   *resolvedData    `json:"resolved,omitempty"`
}

// A modalComponent is a row, a label, a text or an input of a submitted modal.
type modalComponent struct {
	Type       int              `json:"type"`
	ID         int              `json:"id"`
	CustomID   string           `json:"custom_id,omitempty"`
	Value      *any             `json:"value,omitempty"` // a text, a bool or null
	Values     []string         `json:"values,omitzero"`
	Component  *modalComponent  `json:"component,omitempty"`
	Components []modalComponent `json:"components,omitempty"`
}

// A modalFiller fills in a modal's components.
type modalFiller struct {
	client *Client
	values map[string]any
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
	case TypeTextDisplay:
	default:
		if err := m.fillInput(&out, c); err != nil {
			return out, fmt.Errorf("input %q: %w", c.CustomID, err)
		}
	}
	return out, nil
}

// fillInput fills in what an input submits.
func (m *modalFiller) fillInput(out *modalComponent, c Component) (err error) {
	switch c.Type {
	case TypeTextInput:
		out.Value, err = m.text(c)
	case TypeRadioGroup:
		out.Value, err = m.picked(c)
	case TypeCheckbox:
		out.Value, err = m.ticked(c)
	case TypeFileUpload:
		out.Values, err = m.uploaded(c)
	default:
		out.Values, err = m.chosen(c)
	}
	return err
}

// texts returns the texts given for an input, or what stands there otherwise.
func (m *modalFiller) texts(c Component, otherwise []string) ([]string, error) {
	switch v := m.values[c.CustomID].(type) {
	case nil:
		return otherwise, nil
	case string:
		return []string{v}, nil
	case []string:
		return slices.Clone(v), nil
	case bool:
		return []string{strconv.FormatBool(v)}, nil
	case *User:
		if v != nil {
			return []string{v.ID}, nil
		}
	case *Role:
		if v != nil {
			return []string{v.ID}, nil
		}
	case *Channel:
		if v != nil {
			return []string{v.ID}, nil
		}
	}
	v := m.values[c.CustomID]
	return nil, fmt.Errorf("%w: %v (%T) for a component of type %d", ErrBadValue, v, v, c.Type)
}

// one returns the only text given for an input, or what stands there otherwise;
// none is "".
func (m *modalFiller) one(c Component, otherwise ...string) (string, error) {
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

// text returns what a text input holds.
func (m *modalFiller) text(c Component) (*any, error) {
	text, err := m.one(c, c.Value)
	if err != nil {
		return nil, err
	}
	lo, hi, n := 0, maxInput, utf8.RuneCountInString(text)
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
		return nil, fmt.Errorf("%w: %q has %d characters where %d to %d are possible", ErrBadValue, text, n, lo, hi)
	}
	return new(any(text)), nil
}

// picked returns the option picked in a radio group, null for none.
func (m *modalFiller) picked(c Component) (*any, error) {
	values, err := m.texts(c, c.preset())
	switch {
	case err != nil:
		return nil, err
	case len(values) == 0 && !*c.Required:
		return new(any(nil)), nil
	}
	c.MinValues, c.MaxValues = new(1), new(1)
	if _, err := m.client.checkChoice(&c, values); err != nil {
		return nil, err
	}
	return new(any(values[0])), nil
}

// ticked returns whether a checkbox is ticked.
func (m *modalFiller) ticked(c Component) (*any, error) {
	text, err := m.one(c, strconv.FormatBool(c.Default))
	switch {
	case err != nil:
		return nil, err
	case text != "true" && text != "false" && text != "":
		return nil, fmt.Errorf("%w: %q where true or false is possible", ErrBadValue, text)
	}
	return new(any(text == "true")), nil
}

// chosen returns what is chosen in a menu or a checkbox group.
func (m *modalFiller) chosen(c Component) ([]string, error) {
	values, err := m.texts(c, c.preset())
	switch {
	case err != nil:
		return nil, err
	case len(values) == 0 && !*c.Required:
		return []string{}, nil
	}
	things, err := m.client.checkChoice(&c, values)
	m.named.users = append(m.named.users, things.users...)
	m.named.roles = append(m.named.roles, things.roles...)
	m.named.channels = append(m.named.channels, things.channels...)
	return values, err
}

// uploaded returns the ids of the files that are uploaded.
func (m *modalFiller) uploaded(c Component) ([]string, error) {
	var files []File
	switch v := m.values[c.CustomID].(type) {
	case nil:
	case File:
		files = []File{v}
	case []File:
		files = v
	default:
		return nil, fmt.Errorf("%w: %v (%T) where files are possible", ErrBadValue, v, v)
	}
	ids := []string{}
	if len(files) == 0 && !*c.Required {
		return ids, nil
	}
	if n := len(files); n < *c.MinValues || n > *c.MaxValues {
		return nil, fmt.Errorf("%w: %d files where %d to %d are possible", ErrBadValue, n, *c.MinValues, *c.MaxValues)
	}
	for _, f := range files {
		if !f.canBeSent() || !f.is(c.FileTypes) {
			return nil, fmt.Errorf("%w: %q (%d bytes) cannot be uploaded", ErrBadValue, f.Name, f.size())
		}
	}
	for _, f := range files {
		a := m.client.upload(f)
		m.named.files = append(m.named.files, a)
		ids = append(ids, a.ID)
	}
	return ids, nil
}

// preset returns the values that a component has chosen at first.
func (c *Component) preset() []string {
	var values []string
	for _, o := range c.Options {
		if o.Default {
			values = append(values, o.Value)
		}
	}
	for _, d := range c.DefaultValues {
		values = append(values, d.ID)
	}
	return values
}
