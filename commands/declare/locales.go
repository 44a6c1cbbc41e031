package declare

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// discords are the locales that a Discord client can be set to: commands can have texts in
// no other. discordgo's list lacks Indonesian.
var discords = strings.Fields(
	"id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// standIns are the locales whose texts Discord shows to those who have none of their own:
// only then comes the text that a command has for everybody.
var standIns = map[discordgo.Locale]discordgo.Locale{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

// say returns a text as a command has it for everybody.
func (d Declarer) say(key texts.Key) string { return d.texts.In(texts.Default).Say(key) }

// locales returns a text for the locales that need one of their own.
func (d Declarer) locales(key texts.Key) map[discordgo.Locale]string {
	return d.localized(func(l *texts.Language) string { return l.Say(key) })
}

// localized returns what the languages say for the locales that need a text of their own:
// without it they would see another. That may be so for the language of the text for
// everybody, as American readers see British English if there is any and American is not.
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
