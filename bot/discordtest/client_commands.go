package discordtest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

type commandData struct {
	ID       Snowflake     `json:"id"`
	Name     string        `json:"name"`
	Type     int           `json:"type"`
	GuildID  Snowflake     `json:"guild_id,omitempty"`
	Options  []optionData  `json:"options,omitempty"`
	TargetID Snowflake     `json:"target_id,omitempty"`
	Resolved *resolvedData `json:"resolved,omitempty"`
}

type optionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Focused bool         `json:"focused,omitempty"`
	Options []optionData `json:"options,omitempty"`
}

// Use uses a slash command, such as "/config channels", and returns the bot's answer. `values` has the options by name,
// as string, int, bool, *User or *Channel. Errors: ErrFailed, ErrNotThere, ErrBadValue.
func (c *Client) Use(ctx context.Context, command string, values map[string]any) (*Answer, error) {
	return c.act(ctx, func() (*interaction, error) { return c.prepare(command, values, "") })
}

// Complete asks the bot for the choices of an option with `text` typed so far. `values` has the other options.
func (c *Client) Complete(ctx context.Context, command, option, text string, values map[string]any) ([]Choice, error) {
	given := maps.Clone(values)
	if given == nil {
		given = map[string]any{}
	}
	given[option] = text
	a, err := c.act(ctx, func() (*interaction, error) { return c.prepare(command, given, option) })
	if err != nil {
		return nil, err
	}
	return a.Choices, nil
}

// UseOn uses a user command, from the menu of a member.
func (c *Client) UseOn(ctx context.Context, command string, target *User) (*Answer, error) {
	return c.act(ctx, func() (*interaction, error) {
		o, err := c.offered(command, object.CommandUser)
		if err != nil {
			return nil, err
		}
		if target == nil || !c.channel.reads(target) {
			return nil, fmt.Errorf("%w: the target is not here", ErrBadValue)
		}
		data := o.data()
		data.Resolved.addUser(target, c.channel)
		data.TargetID = target.ID
		return o.interaction(typeCommand, data), nil
	})
}

func (o offer) data() commandData {
	c := o.command
	return commandData{ID: c.ID, Name: c.Name, Type: c.Type, GuildID: c.GuildID, Resolved: newResolved()}
}

func (o offer) interaction(kind int, data commandData) *interaction {
	return &interaction{kind: kind, app: o.app, owners: o.owners, command: &o.command, data: data}
}

func (c *Client) prepare(command string, values map[string]any, focus string) (*interaction, error) {
	path := strings.Fields(strings.TrimPrefix(command, "/"))
	if len(path) == 0 {
		return nil, fmt.Errorf("%w: no command named", ErrNotThere)
	}
	o, err := c.offered(path[0], object.CommandChatInput)
	if err != nil {
		return nil, err
	}
	options, err := subcommand(o.command.Options, path[1:])
	if err != nil {
		return nil, fmt.Errorf("/%s: %w", strings.Join(path, " "), err)
	}
	data := o.data()
	b := optionBuilder{client: c, values: values, focus: focus, named: data.Resolved}
	given, err := b.build(options)
	if err != nil {
		return nil, fmt.Errorf("/%s: %w", strings.Join(path, " "), err)
	}
	kind := typeCommand
	if focus != "" {
		kind = typeAutocomplete
	}
	data.Resolved = data.Resolved.orNil()
	data.Options = nest(o.command.Options, path[1:], given)
	it := o.interaction(kind, data)
	it.focused = b.focused
	return it, nil
}

func subcommand(options []CommandOption, path []string) ([]CommandOption, error) {
	for _, name := range path {
		i := slices.IndexFunc(options, func(o CommandOption) bool { return object.IsSubcommand(o) && o.Name == name })
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

func nest(options []CommandOption, path []string, given []optionData) []optionData {
	if len(path) == 0 {
		return given
	}
	i := slices.IndexFunc(options, func(o CommandOption) bool { return o.Name == path[0] })
	inner := nest(options[i].Options, path[1:], given)
	return []optionData{{Name: path[0], Type: options[i].Type, Options: inner}}
}

type offer struct {
	app     *Application
	command Command
	// owners has installations by integration type, as installations returns them.
	owners map[string]Snowflake
}

// Commands returns the commands that the user can use here, sorted by name, a guild's own before a global one.
func (c *Client) Commands() []Command {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	var out []Command
	for _, o := range c.offersOf(func(*Command) bool { return true }) {
		out = append(out, o.command)
	}
	slices.SortStableFunc(out, func(x, y Command) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), -cmp.Compare(x.GuildID, y.GuildID))
	})
	return out
}

// offersOf returns the commands that the user is offered here and for which `fits` returns true.
func (c *Client) offersOf(fits func(*Command) bool) []offer {
	var out []offer
	if !c.channel.reads(c.user) {
		return out
	}
	for _, a := range c.server.applications {
		for i := range a.commands {
			cmd := &a.commands[i]
			if !fits(cmd) || !c.permitted(cmd) {
				continue
			}
			if owners := c.owners(a, cmd); len(owners) > 0 {
				out = append(out, offer{a, *cmd, owners})
			}
		}
	}
	return out
}

// offered returns the command with a name, its own or the user's translation: a guild's before a global one.
func (c *Client) offered(name string, kind int) (offer, error) {
	found := c.offersOf(func(cmd *Command) bool {
		own, _ := object.Localized(cmd.NameLocalizations, c.user.locale)
		return cmd.Type == kind && (cmd.Name == name || own == name)
	})
	if len(found) == 0 {
		return offer{}, fmt.Errorf("%w: %s is offered no command %q in %q", ErrNotThere, c.user.name, name, c.channel.name)
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

// installations returns those that apply to the user here: "0" for the guild's, "1" for the user's own.
func (c *Client) installations(a *Application) map[string]Snowflake {
	out := map[string]Snowflake{}
	switch c.channel.context(a) {
	case object.ContextGuild:
		if c.channel.Guild.has(a) {
			out["0"] = c.channel.Guild.ID
		}
	case object.ContextBotDM:
		if c.server.shareGuild(a, c.user) {
			out["0"] = "0"
		}
	}
	if c.user.installed[a] {
		out["1"] = c.user.ID
	}
	return out
}

// permitted reports whether the user may use commands in the channel and has the permissions that this command
// requires. User commands also require permission to write.
func (c *Client) permitted(cmd *Command) bool {
	if c.channel.Guild == nil {
		return true
	}
	p := c.channel.permissions(c.user)
	switch {
	case !p.Has(object.PermissionUseCommands), c.channel.archived():
		return false
	case cmd.Type == object.CommandUser && !c.channel.canSend(c.user):
		return false
	}
	return cmd.DefaultMemberPermissions == nil || p.Satisfies(*cmd.DefaultMemberPermissions)
}

// An optionBuilder turns values into an interaction's options, as strictly as Discord's client.
type optionBuilder struct {
	client  *Client
	values  map[string]any
	focus   string         // the option being autocompleted, "" for none
	focused *CommandOption // set by build
	named   *resolvedData  // the users, roles and channels in the values
}

func (b *optionBuilder) build(options []CommandOption) ([]optionData, error) {
	for name := range b.values {
		i := slices.IndexFunc(options, func(o CommandOption) bool { return o.Name == name })
		switch {
		case i < 0:
			return nil, fmt.Errorf("%w: no option %q", ErrNotThere, name)
		case name == b.focus && !options[i].Autocomplete:
			return nil, fmt.Errorf("%w: option %q has no autocompletion", ErrNotThere, name)
		case name == b.focus:
			b.focused = &options[i]
		}
	}
	var out []optionData
	for _, o := range options {
		v, given := b.values[o.Name]
		switch {
		case given && o.Name == b.focus:
			out = append(out, optionData{Name: o.Name, Type: o.Type, Value: v, Focused: true})
		case given:
			value, err := b.value(o, v)
			if err != nil {
				return nil, fmt.Errorf("option %q: %w", o.Name, err)
			}
			out = append(out, optionData{Name: o.Name, Type: o.Type, Value: value})
		case o.Required && b.focus == "":
			return nil, fmt.Errorf("option %q: %w: it is required", o.Name, ErrBadValue)
		}
	}
	return out, nil
}

func (b *optionBuilder) value(o CommandOption, v any) (any, error) {
	switch x := v.(type) {
	case string:
		if o.Type == object.OptionString {
			return x, checkString(o, x)
		}
	case int:
		if o.Type == object.OptionInteger {
			return x, checkInteger(o, x)
		}
	case bool:
		if o.Type == object.OptionBoolean {
			return x, nil
		}
	case *User:
		if x != nil && x.server == b.client.server && o.Type == object.OptionUser {
			b.named.addUser(x, b.client.channel)
			return x.ID, nil
		}
	case *Channel:
		if o.Type == object.OptionChannel && b.client.offersChannel(x, o.ChannelTypes) {
			b.named.Channels[x.ID] = x.resolved(b.client.user)
			return x.ID, nil
		}
	}
	return nil, fmt.Errorf("%w: %v (%T) for an option of type %d", ErrBadValue, v, v, o.Type)
}

// offersChannel reports whether the user can choose channel x. An empty list of types accepts all.
func (c *Client) offersChannel(x *Channel, types []int) bool {
	wanted := x != nil && (len(types) == 0 || slices.Contains(types, x.kind))
	return wanted && x.Guild != nil && x.Guild == c.channel.Guild && x.reads(c.user)
}

func checkString(o CommandOption, s string) error {
	lo, hi, n := 1, 6000, utf8.RuneCountInString(s)
	if o.MinLength != nil {
		lo = max(lo, *o.MinLength)
	}
	if o.MaxLength != nil {
		hi = min(hi, *o.MaxLength)
	}
	if n < lo || n > hi {
		return fmt.Errorf("%w: it takes %s, not %d", ErrBadValue, span(lo, hi, "characters"), n)
	}
	return checkChoice(o, s)
}

func checkInteger(o CommandOption, n int) error {
	switch {
	case n < -form.MaxSafeInteger || n > form.MaxSafeInteger:
		return fmt.Errorf("%w: %d is too large", ErrBadValue, n)
	case o.MinValue != nil && n < *o.MinValue:
		return fmt.Errorf("%w: it takes numbers from %v on, not %v", ErrBadValue, *o.MinValue, n)
	case o.MaxValue != nil && n > *o.MaxValue:
		return fmt.Errorf("%w: it takes numbers up to %v, not %v", ErrBadValue, *o.MaxValue, n)
	}
	return checkChoice(o, int64(n))
}

func checkChoice(o CommandOption, v any) error {
	if len(o.Choices) == 0 || slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == v }) {
		return nil
	}
	return fmt.Errorf("%w: %v is not among the choices", ErrBadValue, v)
}

// span formats a range of numbers: "exactly 2 choices" or "1 to 2 choices".
func span(lo, hi int, what string) string {
	if lo == hi {
		return fmt.Sprintf("exactly %d %s", lo, what)
	}
	return fmt.Sprintf("%d to %d %s", lo, hi, what)
}
