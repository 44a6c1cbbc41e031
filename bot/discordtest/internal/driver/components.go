package driver

import (
	"context"
	"fmt"
	"slices"

	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// Press presses a button, given by its custom id.
func (c *Client) Press(ctx context.Context, message object.Snowflake, customID string) (*interaction.Answer, error) {
	it, err := c.prepareComponent(message, customID, nil)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, it)
}

// Choose chooses values in the menu with a custom id. In a menu of users, roles or channels, the values are their ids.
func (c *Client) Choose(ctx context.Context, message object.Snowflake, customID string, values ...string) (*interaction.Answer, error) {
	if values == nil {
		values = []string{}
	}
	it, err := c.prepareComponent(message, customID, values)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, it)
}

// prepareComponent builds the interaction of a button or a menu. For a button, `values` must be nil.
func (c *Client) prepareComponent(id object.Snowflake, customID string, values []string) (*interaction.Interaction, error) {
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.find(id)
	if err != nil {
		return nil, err
	}
	component := object.FindComponent(m.Components, customID)
	switch {
	case c.channel.Archived() && c.channel.Thread.Locked, c.channel.Silences(c.user):
		return nil, fmt.Errorf("%w: %s in %q", ErrNotAllowed, c.user.Name, c.channel.Name)
	case component == nil, (component.Type == object.TypeButton) != (values == nil):
		return nil, fmt.Errorf("%w: %q on message %s", ErrNotThere, customID, id)
	case component.Disabled:
		return nil, fmt.Errorf("%w: %q on message %s", ErrDisabled, customID, id)
	}
	data := interaction.ComponentData{CustomID: customID, ComponentType: component.Type, ID: component.ID, Values: values}
	if err := c.resolveChoice(&data, component); err != nil {
		return nil, err
	}
	return &interaction.Interaction{Type: interaction.TypeComponent, App: m.App, Source: m, Owners: c.componentOwners(m), Data: data}, nil
}

// componentOwners returns the value of authorizing_integration_owners for a press on a component of message m: the
// installations of the application that allow the press. If an interaction created m, they are the installations of
// that interaction. Otherwise they are the installations that apply to the user in this channel.
func (c *Client) componentOwners(m *world.Message) map[string]object.Snowflake {
	if m.Interaction != nil {
		return m.Interaction.AuthorizingOwners
	}
	return c.installations(m.App)
}

// resolveChoice checks the values chosen in a menu and sets the interaction's resolved data for them.
func (c *Client) resolveChoice(d *interaction.ComponentData, menu *object.Component) error {
	if menu.Type == object.TypeButton {
		return nil
	}
	things, err := c.checkChoice(menu, d.Values)
	d.Resolved = c.resolve(things)
	return err
}

// checkChoice checks the values chosen in a menu and returns the users, roles and channels that they name.
func (c *Client) checkChoice(menu *object.Component, values []string) (things interaction.Resolvables, err error) {
	if n := len(values); n < *menu.MinValues || n > *menu.MaxValues {
		return things, fmt.Errorf("%w: the menu takes %s, not %d", ErrBadValue, span(*menu.MinValues, *menu.MaxValues, "choices"), n)
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

// menuValue reports whether a menu offers the value v. It adds the user, role or channel with the id v to `things`.
func (c *Client) menuValue(menu *object.Component, v string, things *interaction.Resolvables) bool {
	switch menu.Type {
	case object.TypeStringSelect:
		return slices.ContainsFunc(menu.Options, func(o object.SelectOption) bool { return o.Value == v })
	case object.TypeUserSelect, object.TypeMentionable:
		if u := c.world().Users[v]; u != nil && c.channel.Reads(u) {
			things.Users = append(things.Users, u)
			return true
		}
	}
	g := c.channel.Guild
	switch {
	case g == nil:
		return false
	case menu.Type == object.TypeRoleSelect || menu.Type == object.TypeMentionable:
		if r := g.Role(v); r != nil {
			things.Roles = append(things.Roles, r)
			return true
		}
	case menu.Type == object.TypeChannel:
		if x := c.world().Channels[v]; c.offersChannel(x, menu.ChannelTypes) {
			things.Channels = append(things.Channels, x)
			return true
		}
	}
	return false
}
