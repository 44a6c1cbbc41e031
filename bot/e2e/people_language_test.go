package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	catalogue "noughts/commands/texts"
)

// These are the marks that the tests put at the start of German and Japanese texts. Texts that would become too long
// have no mark.
const inGerman, inJapanese = "⟨de⟩", "⟨ja⟩"

// tellingLanguages makes the bot speak English, German and Japanese. The German and Japanese texts
// are the English texts with a mark in front.
func tellingLanguages(_ *bot.Config, d *bot.Deps) {
	d.Texts = catalogue.Load()
	for code, mark := range map[string]string{"de": inGerman, "ja": inJapanese} {
		l, err := catalogue.Load().ForLocale(catalogue.Default).Rewritten(code, func(key catalogue.Key, text string) string {
			most := catalogue.PlaceOf(key).Most
			isName := strings.HasPrefix(string(key), "command.") || strings.HasPrefix(string(key), "option.") || key == "months"
			if strings.Contains(text, "{{") {
				most -= 30 // leaves room for the values of the text's arguments
			}
			if marked := mark + text; !isName && utf8.RuneCountInString(marked) <= most {
				return marked
			}
			return text
		})
		if err != nil {
			panic(err)
		}
		d.Texts = d.Texts.WithLanguage(l)
	}
}

// onStoresInLanguages is like onStores, in a server with the locale Japanese. Alice's locale is German,
// those of the other members are English.
func onStoresInLanguages(t *testing.T, test func(t *testing.T, w *world, alice, bob *discordtest.Player)) {
	t.Helper()
	onStores(t, func(t *testing.T, w *world, _ store.Store) {
		w.guild.SetLocale("ja")
		w.users["alice"].SetLocale("de")
		test(t, w, w.player("alice"), w.player("bob"))
	}, tellingLanguages)
}

// speaks checks the language of a message by its mark, inGerman or inJapanese. The mark "" stands for English.
func (w *world) speaks(m discordtest.Message, mark string) {
	w.t.Helper()
	w.saidIn(discordtest.Text(m), mark)
}

func (w *world) saidIn(text, mark string) {
	w.t.Helper()
	for _, other := range []string{inGerman, inJapanese} {
		if strings.Contains(text, other) != (other == mark) {
			w.t.Errorf("not in the language of %q:\n%s", mark, text)
		}
	}
}

func (w *world) formTitle(p *discordtest.Player) string {
	w.t.Helper()
	form, err := p.Client().Press(w.t.Context(), p.Uses("/review").ID, "/review-paste")
	if err != nil {
		w.t.Fatal(err)
	}
	return form.Modal.Title
}

func TestEachReadsTheirOwnLanguage(t *testing.T) {
	onStoresInLanguages(t, func(t *testing.T, w *world, alice, bob *discordtest.Player) {
		board := alice.Uses("/classic level:random first:me") // which others see
		w.speaks(board, inJapanese)
		w.speaks(alice.PressesID("/a1"), inJapanese)
		w.speaks(bob.PressesID("/b2"), "")
		w.speaks(bob.Uses("/classic level:random first:me"), inJapanese)
		w.speaks(alice.Uses("/ultimate opponent:@bob"), inJapanese)
		w.speaks(bob.PressesID("/accept"), inJapanese)
		w.speaks(alice.Uses("/move square:j9"), inGerman)
		w.speaks(alice.PressesOn(board.ID, inJapanese+"⋯ More"), inGerman)
		w.saidIn(strings.Join(alice.Completes("/classic", "level", ""), "\n"), inGerman)
		for _, line := range []string{"/help", "/settings", "/profile", "/daily", "/games", "/rules"} {
			w.speaks(alice.Uses(line), inGerman)
			w.speaks(bob.Uses(line), "")
		}
		w.saidIn(w.formTitle(alice), inGerman)
	})
}

func TestAMembersChoiceIsBeforeDiscords(t *testing.T) {
	onStoresInLanguages(t, func(t *testing.T, w *world, alice, bob *discordtest.Player) {
		board := bob.Uses("/classic level:random first:me")
		w.speaks(bob.PressesOn(board.ID, inJapanese+"⋯ More"), "")
		page := bob.Uses("/settings")
		labels := []string{}
		for _, o := range component(page, "/settings/language").Options {
			labels = append(labels, o.Label)
		}
		want := []string{"Your language on Discord"}
		for _, l := range catalogue.Load().Languages() {
			switch l.Code() {
			case "de":
				want = append(want, inGerman+"English (US)")
			case "ja":
				want = append(want, inJapanese+"English (US)")
			default:
				want = append(want, l.Name())
			}
		}
		if !slices.Equal(labels, want) {
			t.Errorf("there are %q", labels)
		}
		page = w.selects(bob, page, "/settings/language", "de")
		w.speaks(page, inGerman)
		if got := chosen(page, "/settings/language"); got != "de" {
			t.Errorf("chosen is %q", got)
		}
		w.speaks(bob.PressesID("/a1"), inJapanese) // a game in a server keeps the server's language
		w.speaks(bob.Uses("/move square:j9"), inGerman)
		w.speaks(bob.PressesOn(board.ID, inJapanese+"⋯ More"), inGerman)
		w.speaks(alice.PressesID("/b2"), inGerman) // alice reads the language of her Discord
		w.saidIn(strings.Join(bob.Completes("/classic", "level", ""), "\n"), inGerman)
		w.saidIn(w.formTitle(bob), inGerman)

		direct := w.direct("bob")
		w.speaks(direct.Uses("/classic level:random first:me"), inGerman)
		w.speaks(direct.Uses("/help"), inGerman)

		w.speaks(w.selects(bob, bob.Uses("/settings"), "/settings/language", "default"), "")
		w.speaks(bob.Uses("/help"), "")
	})
}

func TestAServersChoiceIsBeforeDiscords(t *testing.T) {
	onStoresInLanguages(t, func(t *testing.T, w *world, _, bob *discordtest.Player) {
		carol := w.manages("carol")
		log := w.guild.NewChannel("log")
		reader := w.at("carol", log)
		page := carol.Uses("/config")
		w.selects(carol, page, "/config/log", log.ID)
		w.speaks(reader.Awaits("log"), inJapanese)
		page = w.selects(carol, page, "/config/language", "de")
		w.speaks(page, "")
		w.speaks(reader.Awaits("anguage"), inGerman)
		w.speaks(bob.Uses("/classic opponent:@alice"), inGerman)
		w.speaks(bob.Uses("/tournament"), "") // refusals are private, so in bob's own language
		w.speaks(carol.Uses("/tournament"), inGerman)
		w.selects(carol, page, "/config/language", "default")
		w.speaks(bob.Uses("/ultimate opponent:@carol"), inJapanese)
	})
}

func TestTheDailyPostIsInTheServersLanguage(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.guild.SetLocale("ja")
		carol, news := w.manages("carol"), w.guild.NewChannel("news")
		page := carol.Uses("/config")
		w.selects(carol, page, "/config/daily", news.ID)
		w.selects(carol, carol.Uses("/config"), "/config/hour", "9")
		time.Sleep(25 * time.Hour)
		w.speaks(w.posted(w.at("carol", news), 1), inJapanese)
	}, tellingLanguages)
}
