package builder

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// discords are the locales of Discord's clients. A command cannot have texts in other locales.
// discordgo's list lacks Indonesian.
var discords = strings.Fields(
	"id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// standIns maps a locale to its stand-in. If a command has no text in the locale, Discord shows the
// stand-in's text. If the stand-in has none either, Discord shows the command's default text.
var standIns = map[discordgo.Locale]discordgo.Locale{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

// say returns a command's text in the default language.
func (d Builder) say(key texts.Key) string { return d.texts.ForLocale(texts.Default).Say(key) }

// locales returns the localisations that a text needs, by locale.
func (d Builder) locales(key texts.Key) map[discordgo.Locale]string {
	return d.localized(func(l *texts.Language) string { return l.Say(key) })
}

// localized returns the text for every locale that would otherwise be shown a wrong text. It can include the default
// language: if there is a British text and no American one, Discord would show the British text to Americans.
func (d Builder) localized(say func(*texts.Language) string) map[discordgo.Locale]string {
	everybody := say(d.texts.ForLocale(texts.Default))
	all := make(map[discordgo.Locale]string)
	for _, l := range d.texts.Languages() {
		if slices.Contains(discords, l.Code()) {
			all[discordgo.Locale(l.Code())] = say(l)
		}
	}
	var needed map[discordgo.Locale]string
	for locale, text := range all {
		standIn, there := all[standIns[locale]]
		if text == everybody && (!there || standIn == everybody) {
			continue
		}
		if needed == nil {
			needed = make(map[discordgo.Locale]string)
		}
		needed[locale] = text
	}
	return needed
}
