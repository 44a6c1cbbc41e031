package card

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// discords are the locales that Discord's clients can have. A command can be translated only into these locales. The
// list is written out here because discordgo's list lacks Indonesian.
var discords = strings.Fields(
	"id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// standIns maps a locale to its fallback locale. If a command has no text in the locale, Discord shows the text of the
// fallback locale. If there is no such text either, Discord shows the command's default text.
var standIns = map[discordgo.Locale]discordgo.Locale{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

func (d Builder) say(key texts.Key) string { return d.Texts.ForLocale(texts.Default).Say(key) }

func (d Builder) locales(key texts.Key) map[discordgo.Locale]string {
	return d.localized(func(l *texts.Language) string { return l.Say(key) })
}

// localized returns the translations that a declaration must contain, by locale. It leaves out a locale where Discord
// would show the same text anyway. American English, the default language, can be among the translations. Without it,
// Discord would show the British text to Americans.
func (d Builder) localized(say func(*texts.Language) string) map[discordgo.Locale]string {
	everybody := say(d.Texts.ForLocale(texts.Default))
	all := make(map[discordgo.Locale]string)
	for _, l := range d.Texts.Languages() {
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
