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
	"noughts/commands/texts/pseudo"
)

// pseudoVariable is the environment variable that gives every member and server the pseudo-locale. A text that
// is not in a message file then stands out, and longer texts are held to Discord's limits. Members who act in a
// test read the English original.
const pseudoVariable = "NOUGHTS_PSEUDO"

// language is the locale of every member and server, "" for English. It is read during a test: go test's cache
// does not see what is read before.
var language = sync.OnceValue(func() string {
	if os.Getenv(pseudoVariable) != "" {
		return pseudo.Code
	}
	return ""
})

// inLanguage returns the options of a Discord whose members have the pseudo-locale.
func inLanguage(t *testing.T) []discordtest.Option {
	t.Helper()
	root, _, _ := strings.Cut(t.Name(), "/")
	if language() == "" || slices.Contains(ownLanguages, root) {
		return nil
	}
	return []discordtest.Option{discordtest.WithLocale(pseudo.Code), discordtest.WithReader(discordtest.Reader{
		Read: pseudo.English,
		Sees: func(shown string) {
			if plain := unsaid(shown); plain != "" {
				t.Errorf("members read English that is in no message file: %q in %q", plain, shown)
			}
		},
	})}
}

// speakingTheLanguage gives a bot the catalogue of the test's language, and lets members read the English
// original.
func speakingTheLanguage(_ *bot.Config, deps *bot.Deps) {
	deps.Texts = english()
	if language() != "" {
		deps.Texts = withPseudo()
	}
}

// english is a catalogue of English alone, which is smaller: tests start a thousand bots.
// TestCommandsAreRegisteredOnlyWhenTheyDiffer uses all languages.
var english = sync.OnceValue(func() *said.Catalogue { return said.Load().Only("en-GB") })

// withPseudo is that catalogue with the pseudo-locale.
var withPseudo = sync.OnceValue(func() *said.Catalogue { return pseudo.Add(english()) })

// inAllLanguages has a bot speak all languages.
func inAllLanguages(_ *bot.Config, deps *bot.Deps) { deps.Texts = said.Load() }

// ownLanguages are tests that run without the pseudo-locale: their members choose languages, or, as in
// TestGolden, their Discord is a recording.
var ownLanguages = []string{
	"TestGolden",
	"TestEachReadsTheirOwnLanguage", "TestAMembersChoiceIsBeforeDiscords", "TestAServersChoiceIsBeforeDiscords",
	"TestTheDailyPostIsInTheServersLanguage", "TestALanguageIsExportedAndForgotten", "TestConfigIsKept", "TestAMemberAloneReadsTheirOwnBoard",
	"TestUltimateByWordsAlone",
}

// spared are the parts of a text that no language translates: code, mentions, emoji, links.
var spared = regexp.MustCompile("(?s)```.*?```|`[^`]*`|<[^>\\s]+>|\\]\\([^)]*\\)|https?://\\S+")

// plainWords finds words without an accent: the pseudo-locale has no such letter.
var plainWords = regexp.MustCompile(`[A-Za-z]{3,}`)

// names are words that the pseudo-locale leaves as they are: names of people, what members type in tests,
// moves, months in pictures, commands in a member's menu, and the names of languages.
var names = func() []string {
	words := strings.Fields("alice bob carol dave erin frank games House Noughts UTC as before godlike nonsense ultimate")
	english := said.Load().In(said.Default)
	for _, key := range []said.Key{"months", "command.challenge_member", "command.profile_member"} {
		words = append(words, plainWords.FindAllString(english.Say(key), -1)...)
	}
	for _, l := range pseudo.Add(said.Load()).Languages() {
		words = append(words, plainWords.FindAllString(l.Name(), -1)...)
	}
	return words
}()

// unsaid returns the first word of a text that does not come from a message file, "" if there is none.
func unsaid(text string) string {
	for _, word := range plainWords.FindAllString(spared.ReplaceAllString(text, " "), -1) {
		if !slices.Contains(names, word) {
			return word
		}
	}
	return ""
}
