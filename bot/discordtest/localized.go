package discordtest

import (
	"slices"
)

// localeFallbacks are the locales whose texts stand in for another's.
var localeFallbacks = map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

// localized returns what a locale's users see for a text that has other texts
// for some locales; false when that is the text itself.
func localized(texts map[string]string, locale string) (string, bool) {
	for _, l := range []string{locale, localeFallbacks[locale]} {
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
		if t, there := localized(texts, locale); there {
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

// locale returns the language in which a request wants to be answered.
func (r *request) locale() string {
	if l := r.Header.Get("X-Discord-Locale"); slices.Contains(locales, l) {
		return l
	}
	return "en-US"
}

// A localizedCommand is a command as lists show it unless they are asked for
// all localisations: with those of one locale only.
type localizedCommand struct {
	Command
	localizedTexts
	Options []localizedOption `json:"options,omitempty"`
}

type localizedOption struct {
	CommandOption
	localizedTexts
	Options []localizedOption `json:"options,omitempty"`
	Choices []localizedChoice `json:"choices,omitempty"`
}

type localizedChoice struct {
	Choice
	localizedTexts
}

// localizedTexts are the texts of the locale, left out where it has none.
type localizedTexts struct {
	NameLocalized        string `json:"name_localized,omitempty"`
	DescriptionLocalized string `json:"description_localized,omitempty"`
}

func localizedAll(commands []Command, locale string) []localizedCommand {
	out := make([]localizedCommand, len(commands))
	for i, c := range commands {
		out[i] = localizedCommand{
			Command: c, Options: localizedList(c.Options, locale),
			localizedTexts: textsOf(c.NameLocalizations, c.DescriptionLocalizations, locale),
		}
		out[i].NameLocalizations, out[i].DescriptionLocalizations = nil, nil
	}
	return out
}

func localizedList(options []CommandOption, locale string) []localizedOption {
	out := make([]localizedOption, len(options))
	for i, o := range options {
		out[i] = localizedOption{
			CommandOption: o, Options: localizedList(o.Options, locale),
			localizedTexts: textsOf(o.NameLocalizations, o.DescriptionLocalizations, locale),
		}
		out[i].NameLocalizations, out[i].DescriptionLocalizations = nil, nil
		for _, c := range o.Choices {
			texts := textsOf(c.NameLocalizations, nil, locale)
			c.NameLocalizations = nil
			out[i].Choices = append(out[i].Choices, localizedChoice{c, texts})
		}
	}
	return out
}

func textsOf(names, descriptions map[string]string, locale string) (t localizedTexts) {
	t.NameLocalized, _ = localized(names, locale)
	t.DescriptionLocalized, _ = localized(descriptions, locale)
	return t
}
