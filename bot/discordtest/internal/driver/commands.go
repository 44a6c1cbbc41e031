package driver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// Use uses a slash command, such as "/settings" or "/config channels", and waits for the bot's answer.
func (c *Client) Use(ctx context.Context, command string, values map[string]any) (*interaction.Answer, error) {
	it, err := c.prepare(command, values, "")
	if err != nil {
		return nil, err
	}
	return c.send(ctx, it)
}

// Complete returns the bot's choices for an option with autocompletion. `text` is the user's input in
// the option so far; `values` are the values of the other options.
func (c *Client) Complete(ctx context.Context, command, option, text string, values map[string]any) ([]object.Choice, error) {
	given := map[string]any{option: text}
	for name, v := range values {
		if name != option {
			given[name] = v
		}
	}
	it, err := c.prepare(command, given, option)
	if err != nil {
		return nil, err
	}
	a, err := c.send(ctx, it)
	if err != nil {
		return nil, err
	}
	return a.Choices, nil
}

// UseOn uses a user command, which clients offer in a member's context menu.
func (c *Client) UseOn(ctx context.Context, command string, target *world.User) (*interaction.Answer, error) {
	it, err := c.prepareOn(command, target)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, it)
}

// UseKnown is like Use, for a command that the client read from Commands earlier. If the command has changed since,
// UseKnown returns ErrOutdated, because Discord refuses an outdated command. If the client no longer offers the
// command, UseKnown returns ErrNotThere.
func (c *Client) UseKnown(ctx context.Context, known object.Command, command string, values map[string]any) (*interaction.Answer, error) {
	it, err := c.prepare(command, values, "")
	if err != nil {
		return nil, err
	}
	if it.Command.ID != known.ID || it.Command.Version != known.Version {
		return nil, fmt.Errorf("%w: %s", ErrOutdated, command)
	}
	return c.send(ctx, it)
}

// prepareOn builds the interaction of a user command.
func (c *Client) prepareOn(command string, target *world.User) (*interaction.Interaction, error) {
	c.world().Lock()
	defer c.world().Unlock()
	o, err := c.offered(command, object.CommandUser)
	if err != nil {
		return nil, err
	}
	if target == nil || !c.channel.Reads(target) {
		return nil, fmt.Errorf("%w: the target is not here", ErrBadValue)
	}
	return o.on(target.ID, c.resolve(interaction.Resolvables{Users: []*world.User{target}})), nil
}

// on returns the interaction of a user command or a message command. `target` is the id of the user or the message that
// the command is used on.
func (o offer) on(target object.Snowflake, resolved *interaction.ResolvedData) *interaction.Interaction {
	data := interaction.CommandData{
		ID: o.command.ID, Name: o.command.Name, Type: o.command.Type, GuildID: o.command.GuildID,
		TargetID: target, Resolved: resolved,
	}
	return &interaction.Interaction{Type: interaction.TypeCommand, App: o.app, Owners: o.owners, Command: &o.command, Data: data}
}

// prepare builds the interaction of a slash command. If `focus` names an option, the interaction asks the bot for that
// option's autocompletion.
func (c *Client) prepare(command string, values map[string]any, focus string) (*interaction.Interaction, error) {
	path := strings.Fields(strings.TrimPrefix(command, "/"))
	if len(path) == 0 {
		return nil, fmt.Errorf("%w: no command named", ErrNotThere)
	}
	c.world().Lock()
	defer c.world().Unlock()
	o, err := c.offered(path[0], object.CommandChatInput)
	if err != nil {
		return nil, err
	}
	options, err := subcommand(o.command.Options, path[1:])
	if err != nil {
		return nil, fmt.Errorf("/%s: %w", strings.Join(path, " "), err)
	}
	b := optionBuilder{client: c, values: values, focus: focus}
	given, err := b.build(options)
	if err != nil {
		return nil, fmt.Errorf("/%s: %w", strings.Join(path, " "), err)
	}
	it := &interaction.Interaction{Type: interaction.TypeCommand, App: o.app, Owners: o.owners, Command: &o.command, Focused: b.focused}
	if focus != "" {
		it.Type = interaction.TypeAutocomplete
	}
	it.Data = interaction.CommandData{
		ID: o.command.ID, Name: o.command.Name, Type: object.CommandChatInput, GuildID: o.command.GuildID,
		Options: nest(o.command.Options, path[1:], given), Resolved: c.resolve(b.named),
	}
	return it, nil
}

// subcommand follows a path of subcommand names and returns the options of the last one.
func subcommand(options []object.CommandOption, path []string) ([]object.CommandOption, error) {
	for _, name := range path {
		i := slices.IndexFunc(options, func(o object.CommandOption) bool { return object.IsSubcommand(o) && o.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%w: no subcommand %q", ErrNotThere, name)
		}
		options = options[i].Options
	}
	if len(options) > 0 && object.IsSubcommand(options[0]) {
		return nil, fmt.Errorf("%w: a subcommand must be chosen", ErrNotThere)
	}
	return options, nil
}

// nest wraps the option values `given` in the subcommands of `path`, as the data of an interaction does.
func nest(options []object.CommandOption, path []string, given []interaction.OptionData) []interaction.OptionData {
	if len(path) == 0 {
		return given
	}
	i := slices.IndexFunc(options, func(o object.CommandOption) bool { return o.Name == path[0] })
	inner := nest(options[i].Options, path[1:], given)
	return []interaction.OptionData{{Name: path[0], Type: options[i].Type, Options: inner}}
}
