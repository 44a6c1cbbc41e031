package commandline

import (
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

// fallbacks maps a locale to another locale, whose translation is used if the first locale has none.
var fallbacks = map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

// Translate returns the translation of a text for a locale. If there is none, it returns the translation for the
// locale's fallback. If that is missing too, it returns the text itself.
func Translate(text string, translations map[string]string, locale string) string {
	if t := translations[locale]; t != "" {
		return t
	}
	if t := translations[fallbacks[locale]]; t != "" {
		return t
	}
	return text
}

// A Command is something that a member can type after a slash. It is either a command that has no subcommands, or a
// subcommand together with the names of the commands above it.
type Command struct {
	path    []string // names as registered
	shown   []string // names in the member's language, as the member types them
	about   string
	options []Option
}

// An Option is a command's option as a member sees it.
type Option struct {
	discordtest.CommandOption // as registered, except that the names of choices are translated

	shown, about string
	registered   []string // registered names of the choices
}

// Name returns the command's registered name. Names of subcommands follow after spaces.
func (c *Command) Name() string { return strings.Join(c.path, " ") }

// Shown returns the name in the member's language.
func (c *Command) Shown() string { return strings.Join(c.shown, " ") }

// Commands returns the commands that a member can type, in the bot's order of registration.
func Commands(registered []discordtest.Command, locale string) []Command {
	var all []Command
	for _, c := range registered {
		root := Command{
			path: []string{c.Name}, shown: []string{Translate(c.Name, c.NameLocalizations, locale)},
			about: Translate(c.Description, c.DescriptionLocalizations, locale),
		}
		all = append(all, root.below(c.Options, locale)...)
	}
	return all
}

// below returns the commands that a member can type for c. If c has subcommands, there is one for each of them.
// Otherwise there is one, which is c with its options.
func (c Command) below(options []discordtest.CommandOption, locale string) []Command {
	if len(options) == 0 || !isSub(options[0]) {
		for _, o := range options {
			c.options = append(c.options, localOption(o, locale))
		}
		return []Command{c}
	}
	var all []Command
	for _, o := range options {
		sub := localOption(o, locale)
		next := Command{about: sub.about}
		next.path = append(append(next.path, c.path...), o.Name)
		next.shown = append(append(next.shown, c.shown...), sub.shown)
		all = append(all, next.below(o.Options, locale)...)
	}
	return all
}

func isSub(o discordtest.CommandOption) bool {
	return o.Type == discordtest.OptionSubCommand || o.Type == discordtest.OptionSubCommandGroup
}

func localOption(o discordtest.CommandOption, locale string) Option {
	local := Option{
		CommandOption: o,
		shown:         Translate(o.Name, o.NameLocalizations, locale),
		about:         Translate(o.Description, o.DescriptionLocalizations, locale),
	}
	local.Choices = nil
	for _, c := range o.Choices {
		local.registered = append(local.registered, c.Name)
		c.Name = Translate(c.Name, c.NameLocalizations, locale)
		local.Choices = append(local.Choices, c)
	}
	return local
}

// ShownName returns what a member types for the command that is registered as `name`. If that command has subcommands,
// ShownName returns only the first word. `ok` is false for a command that cannot be typed, because members choose it in
// a menu.
func (r Reader) ShownName(name string) (shown string, ok bool) {
	first, _, _ := strings.Cut(name, " ")
	i := slices.IndexFunc(r.Commands, func(c Command) bool { return c.Name() == name || c.path[0] == first })
	switch {
	case i < 0:
		return name, false
	case r.Commands[i].Name() == name:
		return r.Commands[i].Shown(), true
	}
	return r.Commands[i].shown[0], true
}
