package object

import (
	"slices"
)

// LocaleFallbacks are the locales whose texts stand in for another's.
var LocaleFallbacks = map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

// Localized returns what a locale's users see for a text that has other texts
// for some locales; false when that is the text itself.
func Localized(texts map[string]string, locale string) (string, bool) {
	for _, l := range []string{locale, LocaleFallbacks[locale]} {
		if text, there := texts[l]; there {
			return text, true
		}
	}
	return "", false
}

// Localized returns the command as a user with a locale sees it: the names and
// descriptions of the command, its options and its choices are those of the
// locale, or of the one that stands in for it.
func (c Command) Localized(locale string) Command {
	replace := func(text *string, texts map[string]string) {
		if t, there := Localized(texts, locale); there {
			*text = t
		}
	}
	replace(&c.Name, c.NameLocalizations)
	replace(&c.Description, c.DescriptionLocalizations)
	c.Options = localizedOptions(c.Options, replace)
	return c
}

func localizedOptions(options []CommandOption, replace func(*string, map[string]string)) []CommandOption {
	out := slices.Clone(options)
	for i := range out {
		o := &out[i]
		replace(&o.Name, o.NameLocalizations)
		replace(&o.Description, o.DescriptionLocalizations)
		o.Options = localizedOptions(o.Options, replace)
		o.Choices = slices.Clone(o.Choices)
		for j := range o.Choices {
			replace(&o.Choices[j].Name, o.Choices[j].NameLocalizations)
		}
	}
	return out
}

// Command types.
const (
	CommandChatInput = 1
	CommandUser      = 2
	CommandMessage   = 3
)

// IsSubcommand says whether an option is a subcommand or a group of them.
func IsSubcommand(o CommandOption) bool {
	return o.Type == OptionSubCommand || o.Type == OptionSubCommandGroup
}
