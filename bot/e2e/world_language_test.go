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

// pseudoVariable, when it is set, gives everybody and every server the pseudo-locale in the
// end-to-end tests. A text that is in no message file then stands out, and texts that are longer
// than English are held to Discord's limits. The members who act in the tests, and so the tests,
// read English.
const pseudoVariable = "NOUGHTS_PSEUDO"

// language is the locale of everybody and every server, "" for English. It is read while a test
// runs: what is read before is not among what go test compares when it has the result of an
// earlier run.
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

// speakingTheLanguage has a bot say its texts so that the members can read them.
func speakingTheLanguage(_ *bot.Config, deps *bot.Deps) {
	deps.Texts = english()
	if language() != "" {
		deps.Texts = withPseudo()
	}
}

// english is a catalogue of English alone: a thousand bots declare their commands in it.
// Those of TestCommandsAreRegisteredOnlyWhenTheyDiffer have all.
var english = sync.OnceValue(func() *said.Catalogue { return said.Load().Only("en-GB") })

// withPseudo is that catalogue with the pseudo-locale.
var withPseudo = sync.OnceValue(func() *said.Catalogue { return pseudo.Add(english()) })

// inAllLanguages has a bot speak all languages.
func inAllLanguages(_ *bot.Config, deps *bot.Deps) { deps.Texts = said.Load() }

// ownLanguages are the tests whose members and servers choose languages themselves, and
// TestGolden, whose Discord is a recording: they are as in English. No other is left out.
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

// names are the words that members read as they are: people's names, what the tests'
// members type, the moves of an example, the months, which pictures have as well, commands
// in a member's menu, and what languages call themselves.
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

// unsaid returns the first word of a text in the pseudo-locale that came past its texts,
// "" if there is none.
func unsaid(text string) string {
	for _, word := range plainWords.FindAllString(spared.ReplaceAllString(text, " "), -1) {
		if !slices.Contains(names, word) {
			return word
		}
	}
	return ""
}
