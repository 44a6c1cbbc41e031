package declare

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// discords are the locales of Discord's clients. Commands cannot have texts in other locales. discordgo's list
// lacks Indonesian.
var discords = strings.Fields(
	"id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// standIns maps a locale to the one whose texts Discord shows when a command has none in the first. Only after
// that does Discord show the command's default text.
var standIns = map[discordgo.Locale]discordgo.Locale{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

// say returns a command's default text.
func (d Declarer) say(key texts.Key) string { return d.texts.In(texts.Default).Say(key) }

// locales returns a text in the locales that need their own.
func (d Declarer) locales(key texts.Key) map[discordgo.Locale]string {
	return d.localized(func(l *texts.Language) string { return l.Say(key) })
}

// localized returns a text in every locale that would otherwise see another language's. This includes the
// default text's own language: Americans would see a British text if there is one and no American.
func (d Declarer) localized(say func(*texts.Language) string) map[discordgo.Locale]string {
	everybody := say(d.texts.In(texts.Default))
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
