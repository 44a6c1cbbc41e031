package texts

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// numbers are the names of the arguments that Ordinal formats, such as a row or a rating. They are not counts: the
// wording of a text does not depend on them. A count is always the argument N, which Count passes. Say accepts only
// strings, so its callers must format numbers.
var numbers = []string{"Move", "Row", "Size", "Rating", "Page", "Pages", "XWins", "OWins", "Rank", "Total", "Lowest", "Highest", "Most", "Round", "Rounds", "Won", "Games", "Before", "By", "Average", "Percent", "Accuracy", "Day", "Day2", "Days", "Month", "Month2", "Year", "Hour", "Hour2", "Hour12", "Minute"}

// words are the names of the arguments whose values are texts, such as names, squares and finished sentences. Such a
// text may itself contain a count.
var words = []string{
	"About", "Achievements", "After", "Bad", "Best", "Blunder", "Board", "Boards", "Buchholz", "Challenged", "Challenger", "Change", "Channel",
	"Column", "Date", "Doubtful", "Draws", "Even", "Face", "First", "From", "Game", "Going", "Gone", "Good", "ID", "If", "InARow", "InBoard", "Instead", "King", "Last", "Level", "Levels",
	"Line", "Lines", "Link", "Loser", "Losses", "Mark", "Members", "Mistake", "MonthName", "Name", "Names", "Number", "O", "OfBoard", "OPoints", "Opponent", "Option", "Other",
	"Place", "Player", "Players", "Points", "Reply", "Role", "Side", "Sonneborn", "Square", "Squares", "State", "Tally", "Text", "Then", "TheBoard", "TheSquare", "Time", "To",
	"ToBoard", "Typed", "Value", "Version", "When", "WinBoard", "Wins", "X", "XPoints",
}

// TestPlurals checks that an English text with a count has the plural forms it needs, and that no
// other text has plural forms. TestTranslations checks the plural forms of other languages.
func TestPlurals(t *testing.T) {
	t.Parallel()
	for key, m := range messages(t, Default+".json") {
		for _, fault := range countingFaults(m, language.Make(Default)) {
			t.Errorf("%s.json: %s %s", Default, key, fault)
		}
	}
}

// countingFaults describes the faults in the plural forms and arguments of a text.
func countingFaults(m message, in language.Tag) []string {
	var faults []string
	named := slices.Compact(slices.Sorted(slices.Values(arguments(m))))
	for _, name := range named {
		if name != "N" && !slices.Contains(numbers, name) && !slices.Contains(words, name) {
			faults = append(faults, "has {{."+name+"}}: declare in words_test.go whether that is a text or a number; what counts something is {{.N}}")
		}
	}
	if !slices.Contains(named, "N") {
		if m.counted != nil {
			faults = append(faults, "has forms for several numbers, and shows none as {{.N}}")
		}
		return faults
	}
	for n := range 200 {
		if form := plural.Cardinal.MatchPlural(in, n, 0, 0, 0, 0); form != plural.Other && m.counted[form] == "" {
			return append(faults, "has no form for "+Ordinal(n)+" of what {{.N}} counts")
		}
	}
	return faults
}

// TestOneWordForOneThing checks that English texts use one term for each thing: "game" and not "match", "the computer"
// and not "I", "leave empty" and not "leave away". The computer's own remarks, the choices of options and the names of
// levels are exempt.
func TestOneWordForOneThing(t *testing.T) {
	t.Parallel()
	use := map[string]*regexp.Regexp{
		"game":         regexp.MustCompile(`(?i)\bmatch(es)?\b`),
		"the computer": regexp.MustCompile(`\b(I|me|my|[Mm]yself)\b`),
		"leave empty":  regexp.MustCompile(`\bleave (it|the \w+) away\b`),
	}
	all := messages(t, "en-US.json")
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if strings.HasPrefix(string(key), "choice.") || strings.HasPrefix(string(key), "level") || strings.HasPrefix(string(key), "say.") {
			continue
		}
		for _, form := range all[key].forms() {
			for word, wrong := range use {
				if found := wrong.FindString(string(form)); found != "" {
					t.Errorf("en-US.json: %s says %q: the word is %q", key, found, word)
				}
			}
		}
	}
}
