package discordtest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

type componentData struct {
	CustomID      string        `json:"custom_id"`
	ComponentType int           `json:"component_type"`
	ID            int           `json:"id"`
	Values        []string      `json:"values,omitzero"` // nil for buttons
	Resolved      *resolvedData `json:"resolved,omitempty"`
}

// resolvedData has the objects for the ids in the interaction's data; Members only those in the guild.
type resolvedData struct {
	Users    map[Snowflake]UserObject             `json:"users,omitempty"`
	Members  map[Snowflake]memberObject           `json:"members,omitempty"`
	Roles    map[Snowflake]map[string]any         `json:"roles,omitempty"`
	Channels map[Snowflake]object.ResolvedChannel `json:"channels,omitempty"`
}

func newResolved() *resolvedData {
	return &resolvedData{
		map[Snowflake]UserObject{}, map[Snowflake]memberObject{}, map[Snowflake]map[string]any{}, map[Snowflake]object.ResolvedChannel{},
	}
}

func (r *resolvedData) orNil() *resolvedData {
	if len(r.Users)+len(r.Roles)+len(r.Channels) == 0 {
		return nil
	}
	return r
}

func (r *resolvedData) addUser(u *User, in *Channel) {
	r.Users[u.ID] = u.object()
	if in.Guild != nil && in.Guild.member(u) != nil {
		r.Members[u.ID] = in.Guild.member(u).resolved(in)
	}
}

// Press presses the button with a custom id.
func (c *Client) Press(ctx context.Context, message Snowflake, customID string) (*Answer, error) {
	return c.act(ctx, func() (*interaction, error) { return c.prepareComponent(message, customID, nil) })
}

// Choose chooses values in the menu with a custom id. In a menu of users, roles or channels the values are ids.
func (c *Client) Choose(ctx context.Context, message Snowflake, customID string, values ...string) (*Answer, error) {
	return c.act(ctx, func() (*interaction, error) {
		return c.prepareComponent(message, customID, append([]string{}, values...))
	})
}

// prepareComponent builds the interaction of a button, for which `values` must be nil, or a menu.
func (c *Client) prepareComponent(id Snowflake, customID string, values []string) (*interaction, error) {
	m, err := c.find(id)
	if err != nil {
		return nil, err
	}
	component := object.FindComponent(m.Components, customID)
	switch {
	case c.channel.archived() && c.channel.thread.locked, c.channel.silences(c.user):
		return nil, fmt.Errorf("%w: %s in %q", ErrNotAllowed, c.user.name, c.channel.name)
	case component == nil, (component.Type == object.TypeButton) != (values == nil):
		return nil, fmt.Errorf("%w: %q on message %s", ErrNotThere, customID, id)
	case component.Disabled:
		return nil, fmt.Errorf("%w: %q on message %s", ErrDisabled, customID, id)
	}
	data := componentData{CustomID: customID, ComponentType: component.Type, ID: component.ID, Values: values}
	if values != nil {
		if data.Resolved, err = c.chosen(component, values); err != nil {
			return nil, err
		}
	}
	// If an interaction created the message, the press is allowed by the installations that allowed that interaction.
	owners := c.installations(m.app)
	if m.Interaction != nil {
		owners = m.Interaction.AuthorizingOwners
	}
	return &interaction{kind: typeComponent, app: m.app, source: m, owners: owners, data: data}, nil
}

func (c *Client) chosen(menu *Component, values []string) (*resolvedData, error) {
	if n := len(values); n < *menu.MinValues || n > *menu.MaxValues {
		return nil, fmt.Errorf("%w: the menu takes %s, not %d", ErrBadValue, span(*menu.MinValues, *menu.MaxValues, "choices"), n)
	}
	r := newResolved()
	for i, v := range values {
		if !c.menuValue(menu, v, r) {
			return nil, fmt.Errorf("%w: the menu has no %q", ErrBadValue, v)
		}
		if slices.Contains(values[:i], v) {
			return nil, fmt.Errorf("%w: %q twice", ErrBadValue, v)
		}
	}
	return r.orNil(), nil
}

// menuValue reports whether a menu offers the value v, and adds what it names to r.
func (c *Client) menuValue(menu *Component, v string, r *resolvedData) bool {
	switch menu.Type {
	case object.TypeStringSelect:
		return slices.ContainsFunc(menu.Options, func(o SelectOption) bool { return o.Value == v })
	case object.TypeUserSelect:
		u := c.server.users[v]
		if u == nil || !c.channel.reads(u) {
			return false
		}
		r.addUser(u, c.channel)
		return true
	case object.TypeRoleSelect:
		if c.channel.Guild == nil || c.channel.Guild.role(v) == nil {
			return false
		}
		r.Roles[v] = c.channel.Guild.role(v).object()
		return true
	case object.TypeChannel:
		x := c.server.channels[v]
		if !c.offersChannel(x, menu.ChannelTypes) {
			return false
		}
		r.Channels[v] = x.resolved(c.user)
		return true
	}
	return false
}

type modalData struct {
	CustomID   string           `json:"custom_id"`
	Components []modalComponent `json:"components"`
}

type modalComponent struct {
	Type       int              `json:"type"`
	ID         int              `json:"id"`
	CustomID   string           `json:"custom_id,omitempty"`
	Value      *string          `json:"value,omitempty"`
	Components []modalComponent `json:"components,omitempty"`
}

// Submit submits the modal of an answer. `values` has the text of each input by custom id; an input that is missing
// keeps the bot's preset. Errors: ErrFailed, ErrNotThere, ErrBadValue.
func (c *Client) Submit(ctx context.Context, a *Answer, values map[string]string) (*Answer, error) {
	if a == nil || a.Modal == nil || a.interaction.user != c.user || a.interaction.channel != c.channel {
		return nil, fmt.Errorf("%w: no modal", ErrNotThere)
	}
	return c.act(ctx, func() (*interaction, error) { return c.prepareModal(a, maps.Clone(values)) })
}

// prepareModal builds the interaction of a submitted modal. It empties `values`.
func (c *Client) prepareModal(a *Answer, values map[string]string) (*interaction, error) {
	if !c.channel.reads(c.user) {
		return nil, fmt.Errorf("%w: %s has left", ErrNotThere, c.user.name)
	}
	data := modalData{CustomID: a.Modal.CustomID}
	for _, row := range a.Modal.Components {
		filled := modalComponent{Type: row.Type, ID: row.ID}
		for _, input := range row.Components {
			text, given := values[input.CustomID]
			if !given {
				text = input.Value
			}
			delete(values, input.CustomID)
			if err := checkInput(input, text); err != nil {
				return nil, err
			}
			filled.Components = append(filled.Components, modalComponent{Type: input.Type, ID: input.ID, CustomID: input.CustomID, Value: &text})
		}
		data.Components = append(data.Components, filled)
	}
	for id := range values {
		return nil, fmt.Errorf("%w: no input %q", ErrNotThere, id)
	}
	from := a.interaction
	return &interaction{kind: typeModal, app: from.app, source: from.source, trigger: from, owners: from.owners, data: data}, nil
}

func checkInput(c Component, text string) error {
	lo, hi, n := 0, form.MaxInput, utf8.RuneCountInString(text)
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
		return fmt.Errorf("input %q: %w: the field %q takes %s, not %d", c.CustomID, ErrBadValue, c.Label, span(lo, hi, "characters"), n)
	}
	return nil
}
