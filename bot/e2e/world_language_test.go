package e2e

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"noughts/bot"
	"noughts/bot/discordtest"
	said "noughts/commands/texts"
)

// pseudoVariable is the environment variable that sets the locale of all members and servers to the pseudo-locale.
// Texts of the pseudo-locale are longer than English ones, which tests Discord's limits. A text that comes from no
// message file appears in plain English and is reported. Tests still read the English original of each text.
const pseudoVariable = "NOUGHTS_PSEUDO"

// language returns the locale of every member and server, "" for English. It must be called during
// a test: the cache of go test does not notice environment variables that are read earlier.
var language = sync.OnceValue(func() string {
	if os.Getenv(pseudoVariable) != "" {
		return said.PseudoCode
	}
	return ""
})

// inLanguage returns the options of a Discord that reports texts which no member should see: markup without a text, a
// mention whose name would move the text beside it if it is written from right to left, and, with the pseudo-locale,
// plain English. The tests that ownLanguages lists have no pseudo-locale.
func inLanguage(t *testing.T) []discordtest.Option {
	t.Helper()
	root, _, _ := strings.Cut(t.Name(), "/")
	inPseudo := language() != "" && !slices.Contains(ownLanguages, root)
	isolates := strings.NewReplacer("\u2068", "", "\u2069", "")
	reader := discordtest.Reader{Read: isolates.Replace, Sees: func(shown string) {
		if loneMarkup.MatchString(shown) {
			t.Errorf("members read markup without a text in %q", shown)
		}
		if rest := isolated.ReplaceAllString(shown, ""); strings.Contains(rest, "<@") || strings.Contains(rest, "<#") {
			t.Errorf("a mention is not isolated from the text beside it in %q", shown)
		}
		if plain := unsaid(shown); inPseudo && plain != "" {
			t.Errorf("members read English that is in no message file: %q in %q", plain, shown)
		}
	}}
	if !inPseudo {
		return []discordtest.Option{discordtest.WithReader(reader)}
	}
	reader.Read = func(shown string) string { return said.PseudoToEnglish(isolates.Replace(shown)) }
	return []discordtest.Option{discordtest.WithLocale(said.PseudoCode), discordtest.WithReader(reader)}
}

// isolated matches a mention between a first strong isolate and its end.
var isolated = regexp.MustCompile("\u2068<[@#][!&]?\\d+>\u2069")

// loneMarkup matches a line of markup that Discord shows as it is, since no text follows.
var loneMarkup = regexp.MustCompile(`(?m)^(-#|#{1,3}|>|[-*])[ \t]*$`)

// speakingTheLanguage gives a bot the catalogue of texts for the language of the tests.
func speakingTheLanguage(_ *bot.Config, deps *bot.Deps) {
	deps.Texts = english()
	if language() != "" {
		deps.Texts = withPseudo()
	}
}

// english returns a catalogue of texts in English alone. It is smaller than the full one, and tests
// start a thousand bots. TestCommandsAreRegisteredOnlyWhenTheyDiffer uses all languages.
var english = sync.OnceValue(func() *said.Catalogue { return said.Load().Subset("en-GB") })

// withPseudo returns the catalogue that `english` returns, with the pseudo-locale added.
var withPseudo = sync.OnceValue(func() *said.Catalogue { return said.WithPseudo(english()) })

func inAllLanguages(_ *bot.Config, deps *bot.Deps) { deps.Texts = said.Load() }

// ownLanguages are the tests that run without the pseudo-locale, since members choose a language in most of them.
var ownLanguages = []string{
	"TestEachReadsTheirOwnLanguage", "TestAMembersChoiceIsBeforeDiscords", "TestAServersChoiceIsBeforeDiscords",
	"TestTheDailyPostIsInTheServersLanguage", "TestConfigIsKept", "TestUltimateByWordsAlone",
	"TestWhoHasLeftHasNoPlaceAtTheDaily",
}

// spared matches the parts of a text that are not translated: code, mentions, emoji and links.
var spared = regexp.MustCompile("(?s)```.*?```|`[^`]*`|<[^>\\s]+>|\\]\\([^)]*\\)|https?://\\S+")

// plainWords matches words of unaccented letters. The pseudo-locale accents every letter that it may change, so such a
// word was not translated.
var plainWords = regexp.MustCompile(`[A-Za-z]{3,}`)

// names are words that the pseudo-locale leaves unchanged: names of people, texts that members type in
// tests, moves, months in pictures, commands in a member's menu, and names of languages.
var names = func() []string {
	words := strings.Fields("alice bob carol dave erin frank games House Noughts UTC as before godlike nonsense ultimate")
	english := said.Load().ForLocale(said.Default)
	for _, key := range []said.Key{"months", "command.challenge_member", "command.profile_member"} {
		words = append(words, plainWords.FindAllString(english.Say(key), -1)...)
	}
	for _, l := range said.WithPseudo(said.Load()).Languages() {
		words = append(words, plainWords.FindAllString(l.Name(), -1)...)
	}
	return words
}()

// unsaid returns the first word of a text that comes from no message file, or "" if there is none.
func unsaid(text string) string {
	for _, word := range plainWords.FindAllString(spared.ReplaceAllString(text, " "), -1) {
		if !slices.Contains(names, word) {
			return word
		}
	}
	return ""
}
