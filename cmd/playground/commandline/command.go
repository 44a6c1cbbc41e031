package commandline

import (
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

// fallbacks maps a locale to the locale that replaces it if a translation is missing.
var fallbacks = map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

// Translate returns a text in a locale: its translation, that of the locale's
// fallback, or the text itself.
func Translate(text string, translations map[string]string, locale string) string {
	if t := translations[locale]; t != "" {
		return t
	}
	if t := translations[fallbacks[locale]]; t != "" {
		return t
	}
	return text
}

// A Command is a command that can be typed: a command without subcommands, or a subcommand with the
// names of its parents.
type Command struct {
	path    []string // names as registered
	shown   []string // names as the member types them
	about   string
	options []Option
}

// An Option is a command's option as a member sees it.
type Option struct {
	discordtest.CommandOption // as registered, but with translated names of choices

	shown, about string
	registered   []string // registered names of the choices
}

// Name returns the registered name, with spaces between its parts.
func (c *Command) Name() string { return strings.Join(c.path, " ") }

// Shown returns the name in the member's language.
func (c *Command) Shown() string { return strings.Join(c.shown, " ") }

// Commands returns the commands that can be typed, in the order of the registered commands.
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

// below returns the commands that can be typed: c with its options or, if c has subcommands, a command for each
// subcommand.
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

// ShownName returns the name that a member types for a registered name. For a command that has only subcommands it
// returns the first word. ok is false for a command that is chosen in a menu instead of typed.
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
