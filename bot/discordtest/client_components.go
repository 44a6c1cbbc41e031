package discordtest

import (
	"context"
	"fmt"
	"slices"
)

// Press presses a button, given by its custom id.
func (c *Client) Press(ctx context.Context, message Snowflake, customID string) (*Answer, error) {
	it, err := c.prepareComponent(message, customID, nil)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, it)
}

// Choose chooses values in a menu, given by its custom id. In a menu of users,
// roles or channels the values are their ids.
func (c *Client) Choose(ctx context.Context, message Snowflake, customID string, values ...string) (*Answer, error) {
	if values == nil {
		values = []string{}
	}
	it, err := c.prepareComponent(message, customID, values)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, it)
}

// prepareComponent builds the interaction of a button (nil values) or menu.
func (c *Client) prepareComponent(id Snowflake, customID string, values []string) (*interaction, error) {
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.find(id)
	if err != nil {
		return nil, err
	}
	component := findComponent(m.Components, customID)
	switch {
	case c.channel.archived(), c.channel.silences(c.user):
		return nil, fmt.Errorf("%w: %s in %q", ErrNotAllowed, c.user.Name, c.channel.Name)
	case component == nil, (component.Type == TypeButton) != (values == nil):
		return nil, fmt.Errorf("%w: %q on message %s", ErrNotThere, customID, id)
	case component.Disabled:
		return nil, fmt.Errorf("%w: %q on message %s", ErrDisabled, customID, id)
	}
	data := componentData{CustomID: customID, ComponentType: component.Type, ID: component.ID, Values: values}
	if err := c.resolveChoice(&data, component); err != nil {
		return nil, err
	}
	return &interaction{kind: interactionComponent, app: m.app, source: m, owners: c.componentOwners(m), data: data}, nil
}

// componentOwners returns the installations by which a message's components
// work: those of the interaction that made it, else the bot's own.
func (c *Client) componentOwners(m *message) map[string]Snowflake {
	if m.Interaction != nil {
		return m.Interaction.AuthorizingOwners
	}
	return c.installations(m.app)
}

// resolveChoice checks the values chosen in a menu and resolves what they name.
func (c *Client) resolveChoice(d *componentData, menu *Component) error {
	if menu.Type == TypeButton {
		return nil
	}
	things, err := c.checkChoice(menu, d.Values)
	d.Resolved = c.resolve(things)
	return err
}

// checkChoice checks the values chosen in a menu and returns what they name.
// Callers hold s.mu.
func (c *Client) checkChoice(menu *Component, values []string) (things resolvables, err error) {
	if n := len(values); n < *menu.MinValues || n > *menu.MaxValues {
		return things, fmt.Errorf("%w: %d values where %d to %d are possible", ErrBadValue, n, *menu.MinValues, *menu.MaxValues)
	}
	for i, v := range values {
		if !c.menuValue(menu, v, &things) {
			return things, fmt.Errorf("%w: the menu has no %q", ErrBadValue, v)
		}
		if slices.Contains(values[:i], v) {
			return things, fmt.Errorf("%w: %q twice", ErrBadValue, v)
		}
	}
	return things, nil
}

// menuValue says whether a menu has a value, and notes what it names.
func (c *Client) menuValue(menu *Component, v string, things *resolvables) bool {
	switch menu.Type {
	case TypeStringSelect, TypeRadioGroup, TypeCheckboxGroup:
		return slices.ContainsFunc(menu.Options, func(o SelectOption) bool { return o.Value == v })
	case TypeUserSelect, TypeMentionable:
		if u := c.world().users[v]; u != nil && c.channel.reads(u) {
			things.users = append(things.users, u)
			return true
		}
	}
	g := c.channel.Guild
	switch {
	case g == nil:
		return false
	case menu.Type == TypeRoleSelect || menu.Type == TypeMentionable:
		if r := g.role(v); r != nil {
			things.roles = append(things.roles, r)
			return true
		}
	case menu.Type == TypeChannel:
		if x := c.world().channels[v]; c.offersChannel(x, menu.ChannelTypes) {
			things.channels = append(things.channels, x)
			return true
		}
	}
	return false
}
