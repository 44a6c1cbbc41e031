package driver

import (
	"cmp"
	"fmt"
	"slices"

	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// An offer is a command that a client offers a user in a channel.
type offer struct {
	app     *world.Application
	command object.Command
	owners  map[string]object.Snowflake
}

// offers returns the commands that the client offers the user here, sorted by name. A guild's own
// command comes before a global command of the same name.
func (c *Client) offers() []offer {
	out := c.offersOf(func(*object.Command) bool { return true })
	slices.SortStableFunc(out, func(x, y offer) int {
		return cmp.Or(cmp.Compare(x.command.Name, y.command.Name), -cmp.Compare(x.command.GuildID, y.command.GuildID))
	})
	return out
}

// offersOf returns those commands that the client offers the user in this channel and for which `fits` returns true.
func (c *Client) offersOf(fits func(*object.Command) bool) []offer {
	var out []offer
	if !c.channel.Reads(c.user) {
		return out
	}
	for _, a := range c.world().Applications {
		for i := range a.Commands {
			cmd := &a.Commands[i]
			if !fits(cmd) || !c.permitted(cmd) || cmd.NSFW && !c.offersNSFW(a) {
				continue
			}
			if owners := c.owners(a, cmd); len(owners) > 0 {
				out = append(out, offer{a, *cmd, owners})
			}
		}
	}
	return out
}

// offered returns the command of type `kind` that the client offers under a name. `name` may be the command's own name
// or its localized name in the user's language. A guild's command comes before a global command.
func (c *Client) offered(name string, kind int) (offer, error) {
	found := c.offersOf(func(cmd *object.Command) bool {
		own, _ := object.Localized(cmd.NameLocalizations, c.user.Locale)
		return cmd.Type == kind && (cmd.Name == name || own == name)
	})
	if len(found) == 0 {
		return offer{}, fmt.Errorf("%w: %s is offered no command %q in %q", ErrNotThere, c.user.Name, name, c.channel.Name)
	}
	for _, o := range found {
		if o.command.GuildID != "" {
			return o, nil
		}
	}
	return found[0], nil
}

// owners returns the application's installations that let the user use a command in this channel. The keys are
// integration types, as in installations. It returns an empty map if the user cannot use the command here.
func (c *Client) owners(a *world.Application, cmd *object.Command) map[string]object.Snowflake {
	owners := map[string]object.Snowflake{}
	if cmd.GuildID != "" && cmd.GuildID != c.channel.GuildID() {
		return owners
	}
	where := c.channel.Context(a)
	if cmd.Contexts != nil && !slices.Contains(cmd.Contexts, where) {
		return owners
	}
	for kind, id := range c.installations(a) {
		if slices.Contains(cmd.IntegrationTypes, int(kind[0]-'0')) {
			owners[kind] = id
		}
	}
	return owners
}

// installations returns the application's installations that apply to the user in this channel. The keys are
// integration types: "0" for the installation in the guild, "1" for the user's own.
func (c *Client) installations(a *world.Application) map[string]object.Snowflake {
	out := map[string]object.Snowflake{}
	switch c.channel.Context(a) {
	case object.ContextGuild:
		if c.channel.Guild.Has(a) {
			out["0"] = c.channel.Guild.ID
		}
	case object.ContextBotDM:
		if c.world().ShareGuild(a, c.user) {
			out["0"] = "0"
		}
	}
	if c.user.Installed[a] {
		out["1"] = c.user.ID
	}
	return out
}

// permitted reports whether the user may use commands in the channel and has the permissions that
// this command requires. User commands also require permission to write.
func (c *Client) permitted(cmd *object.Command) bool {
	if c.channel.Guild == nil {
		return true
	}
	p := c.channel.Permissions(c.user)
	switch {
	case !p.Has(object.PermissionUseCommands), c.channel.Archived():
		return false
	case cmd.Type == object.CommandUser && !c.channel.CanSend(c.user):
		return false
	}
	return cmd.DefaultMemberPermissions == nil || p.Satisfies(*cmd.DefaultMemberPermissions)
}

// Commands returns the commands that the client offers the user here, sorted by name.
func (c *Client) Commands() []object.Command {
	c.world().Lock()
	defer c.world().Unlock()
	var out []object.Command
	for _, o := range c.offers() {
		out = append(out, o.command)
	}
	return out
}

// offersNSFW reports whether the client offers the user an application's age-restricted commands in this channel.
func (c *Client) offersNSFW(a *world.Application) bool {
	if c.channel.Guild != nil {
		return c.channel.AgeRestricted()
	}
	return c.user.NSFWCommands && c.channel.Context(a) == object.ContextBotDM
}
