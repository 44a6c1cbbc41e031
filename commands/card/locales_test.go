package card

import (
	"maps"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

func TestLocales(t *testing.T) {
	t.Parallel()
	written := map[string]string{
		"en-US": `{"option.color": "color", "option.game": "game", "option.ultimate": "ultimate"}`,
		"en-GB": `{"option.color": "colour", "option.game": "game", "option.ultimate": "ultimate"}`,
		"de":    `{"option.color": "farbe", "option.game": "spiel", "option.ultimate": "ultimate"}`,
		"es-ES": `{"option.color": "color", "option.game": "juego", "option.ultimate": "supremo"}`,
		// "color" is the same word in en-US, es-ES and es-419. "ultimate" is the same word in en-US and es-419, but not
		// in es-ES. es-419 has no text for "game", and es-ES has one.
		"es-419": `{"option.color": "color", "option.ultimate": "ultimate"}`,
		"tlh":    `{"option.game": "quj"}`,
	}
	in := fstest.MapFS{}
	for code, content := range written {
		in[code+".json"] = &fstest.MapFile{Data: []byte(content)}
	}
	catalogue, err := texts.LoadFrom(in)
	if err != nil {
		t.Fatal(err)
	}
	d := Builder{texts.WithPseudo(catalogue)}
	for option, want := range map[string]map[discordgo.Locale]string{
		"color":    {"en-US": "color", "en-GB": "colour", "de": "farbe"},
		"game":     {"de": "spiel", "es-ES": "juego", "es-419": "juego"},
		"ultimate": {"es-ES": "supremo", "es-419": "ultimate"},
	} {
		o := d.Option(discordgo.ApplicationCommandOptionString, option)
		if !maps.Equal(o.NameLocalizations, want) || o.Name != option {
			t.Errorf("%s: %v, want %v", option, o.NameLocalizations, want)
		}
	}
}

// TestEveryLanguageIsDiscords checks that the list `discords` contains every locale of discordgo and
// every language of the bot. Discord would ignore texts in an unknown locale.
func TestEveryLanguageIsDiscords(t *testing.T) {
	t.Parallel()
	known := make(map[string]bool)
	for _, code := range discords {
		known[code] = true
	}
	for locale := range discordgo.Locales {
		if locale != discordgo.Unknown && !known[string(locale)] {
			t.Errorf("discordgo knows %s", locale)
		}
	}
	for _, l := range texts.Load().Languages() {
		if !known[l.Code()] {
			t.Errorf("commands/texts/languages/%s.json: Discord has no such locale", l.Code())
		}
	}
}
