package web

import (
	"strings"

	"noughts/bot/discordtest"
)

// localeNames are the languages that a member's client can be set to here: some
// of Discord's, each in its own words.
var localeNames = []struct{ Code, Name string }{
	{"en-US", "English, US"}, {"en-GB", "English, UK"}, {"de", "Deutsch"}, {"es-ES", "Español"}, {"fr", "Français"},
	{"hu", "Magyar"}, {"it", "Italiano"}, {"nl", "Nederlands"}, {"pl", "Polski"}, {"pt-BR", "Português do Brasil"},
	{"ja", "日本語"}, {"ko", "한국어"}, {"zh-CN", "中文"},
}

func knownLocale(code string) bool {
	for _, l := range localeNames {
		if l.Code == code {
			return true
		}
	}
	return false
}

// fallbacks are the locales that stand in for each other.
var fallbacks = map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

// inLocale returns a text in a locale: its translation, that of the locale's
// fallback, or the text itself.
func inLocale(text string, translations map[string]string, locale string) string {
	if t := translations[locale]; t != "" {
		return t
	}
	if t := translations[fallbacks[locale]]; t != "" {
		return t
	}
	return text
}

// A leaf is a command that can be used: one without subcommands, or a
// subcommand with the names above it.
type leaf struct {
	path    []string // as registered
	shown   []string // as the member types it
	about   string
	options []option
}

// An option is a command's option as a member sees it.
type option struct {
	discordtest.CommandOption // as registered, but for the choices' names

	shown, about string
}

func (l *leaf) name() string      { return strings.Join(l.path, " ") }
func (l *leaf) shownName() string { return strings.Join(l.shown, " ") }

// leaves returns what can be used of commands, in their order.
func leaves(commands []discordtest.Command, locale string) []leaf {
	var all []leaf
	for _, c := range commands {
		root := leaf{
			path: []string{c.Name}, shown: []string{inLocale(c.Name, c.NameLocalizations, locale)},
			about: inLocale(c.Description, c.DescriptionLocalizations, locale),
		}
		all = append(all, root.below(c.Options, locale)...)
	}
	return all
}

// below returns the leaf with its options, or those of its subcommands.
func (l leaf) below(options []discordtest.CommandOption, locale string) []leaf {
	if len(options) == 0 || !isSub(options[0]) {
		for _, o := range options {
			l.options = append(l.options, localOption(o, locale))
		}
		return []leaf{l}
	}
	var all []leaf
	for _, o := range options {
		sub := localOption(o, locale)
		next := leaf{about: sub.about}
		next.path = append(append(next.path, l.path...), o.Name)
		next.shown = append(append(next.shown, l.shown...), sub.shown)
		all = append(all, next.below(o.Options, locale)...)
	}
	return all
}

func isSub(o discordtest.CommandOption) bool {
	return o.Type == discordtest.OptionSubCommand || o.Type == discordtest.OptionSubCommandGroup
}

func localOption(o discordtest.CommandOption, locale string) option {
	local := option{
		CommandOption: o,
		shown:         inLocale(o.Name, o.NameLocalizations, locale),
		about:         inLocale(o.Description, o.DescriptionLocalizations, locale),
	}
	local.Choices = nil
	for _, c := range o.Choices {
		c.Name = inLocale(c.Name, c.NameLocalizations, locale)
		local.Choices = append(local.Choices, c)
	}
	return local
}
