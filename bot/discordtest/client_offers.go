package discordtest

import (
	"cmp"
	"fmt"
	"slices"
)

// An offer is a command that a user can use in a channel.
type offer struct {
	app     *Application
	command Command
	owners  map[string]Snowflake
}

// offers returns what the user is offered here, sorted by name; a guild's own
// commands before global ones of the same name. Callers hold s.mu.
func (c *Client) offers() []offer {
	out := c.offersOf(func(*Command) bool { return true })
	slices.SortStableFunc(out, func(x, y offer) int {
		return cmp.Or(cmp.Compare(x.command.Name, y.command.Name), -cmp.Compare(x.command.GuildID, y.command.GuildID))
	})
	return out
}

// offersOf returns what the user is offered here of the commands that fit.
// Callers hold s.mu.
func (c *Client) offersOf(fits func(*Command) bool) []offer {
	var out []offer
	if !c.channel.reads(c.user) {
		return out
	}
	for _, a := range c.world().applications {
		for i := range a.commands {
			cmd := &a.commands[i]
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

// offered returns the command of a name that the user is offered: the name in
// the user's language, or the command's own. Callers hold s.mu.
func (c *Client) offered(name string, kind int) (offer, error) {
	found := c.offersOf(func(cmd *Command) bool {
		own, _ := localized(cmd.NameLocalizations, c.user.locale)
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

// owners returns by which installations the user has a command here, by
// integration type; none when it is not available. Callers hold s.mu.
func (c *Client) owners(a *Application, cmd *Command) map[string]Snowflake {
	owners := map[string]Snowflake{}
	if cmd.GuildID != "" && cmd.GuildID != c.channel.guildID() {
		return owners
	}
	where := c.channel.context(a)
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

// installations returns the installations of an application that count for the
// user here: "0" the guild's, "1" the user's own. Callers hold s.mu.
func (c *Client) installations(a *Application) map[string]Snowflake {
	out := map[string]Snowflake{}
	switch c.channel.context(a) {
	case contextGuild:
		if c.channel.Guild.has(a) {
			out["0"] = c.channel.Guild.ID
		}
	case contextBotDM:
		if c.world().shareGuild(a, c.user) {
			out["0"] = "0"
		}
	}
	if c.user.installed[a] {
		out["1"] = c.user.ID
	}
	return out
}

// permitted says whether the user may use commands here, and has the
// permissions that this one asks for. Commands of the member menu need the
// permission to write, too.
func (c *Client) permitted(cmd *Command) bool {
	if c.channel.Guild == nil {
		return true
	}
	p := c.channel.permissions(c.user)
	switch {
	case !p.has(PermissionUseCommands), c.channel.archived():
		return false
	case cmd.Type == commandUser && !c.channel.canSend(c.user):
		return false
	}
	return cmd.DefaultMemberPermissions == nil || p.satisfies(*cmd.DefaultMemberPermissions)
}

// Commands returns the commands that the user is offered here, sorted by name.
func (c *Client) Commands() []Command {
	c.world().Lock()
	defer c.world().Unlock()
	var out []Command
	for _, o := range c.offers() {
		out = append(out, o.command)
	}
	return out
}
