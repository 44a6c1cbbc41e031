package validate_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// A refusal tests one rule that Discord enforces. `bad` is a body that barely breaks the rule,
// `path` is the expected error, and `good` is a body that barely keeps the rule.
type refusal struct {
	rule string
	bad  string
	path string // "components.0.label BASE_TYPE_REQUIRED", or "50006" for an error without a path
	good string
}

// rowRefusals test one rule in limits.md, the project's list of Discord's limits. `row` is the rule's name there, the
// first column of a table row.
type rowRefusals struct {
	row   string
	cases []refusal
}

// A refusalTable has refusals whose bodies are sent the same way.
type refusalTable struct {
	name string
	send func(v *visitor, body string) (int, string)
	rows []rowRefusals
}

var refusalTables = []refusalTable{
	{"message", sendMessage, messageRefusals},
	{"message", sendMessage, embedRefusals},
	{"message", sendMessage, componentRefusals},
	{"message", sendMessage, layoutRefusals},
	{"files", sendFiles, fileRefusals},
	{"command", sendCommand, commandRefusals},
	{"commands", sendCommands, bulkRefusals},
	{"sequence", sendInTurn, sequenceRefusals},
	{"callback", sendCallback, callbackRefusals},
	{"modal", sendCallback, modalRefusals},
	{"choices", sendChoices, choiceRefusals},
}

// TestRefusals sends the bad body of each refusal, which must be refused with the expected error,
// and the good body, which must be accepted.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer()
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for _, table := range refusalTables {
		for _, r := range table.rows {
			for _, c := range r.cases {
				t.Run(table.name+"/"+r.row+"/"+c.rule, func(t *testing.T) {
					status, body := table.send(newVisitor(t, s), c.bad)
					if status < 400 || status >= 500 {
						t.Errorf("the wrong one got %d %s", status, body)
					} else if err := testbot.HasError(body, c.path); err != nil {
						t.Error(err)
					}
					if status, body := table.send(newVisitor(t, s), c.good); status >= 300 {
						t.Errorf("the right one got %d %s", status, body)
					}
				})
			}
		}
	}
}

// TestRefusalTables checks that there are at least fifty bad bodies, and that the tables cover the rules in sections 3
// and 4 of limits.md, the project's list of Discord's limits, except those in shownElsewhere.
func TestRefusalTables(t *testing.T) {
	t.Parallel()
	wrong, covered := map[string]bool{}, []string{}
	for _, table := range refusalTables {
		for _, r := range table.rows {
			covered = append(covered, r.row)
			for _, c := range r.cases {
				wrong[c.bad] = true
			}
		}
	}
	t.Logf("%d different wrong payloads", len(wrong))
	if len(wrong) < 50 {
		t.Error("that is fewer than fifty")
	}
	raw, err := os.ReadFile("../../limits/testdata/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range limitRows(string(raw)) {
		if !slices.Contains(covered, row) && !slices.Contains(shownElsewhere, row) {
			t.Errorf("no wrong payload for the row %q", row)
		}
	}
}

// shownElsewhere are rules in limits.md that cannot be tested with a bad body: they are about answers to GET requests,
// or about clients. Each comment names the test that checks the rule.
var shownElsewhere = []string{
	"Endpoints",       // TestSingleCommands
	"Stale version",   // TestStaleVersion
	"Locale fallback", // TestLocalized
}

// limitRows returns the names of the rules in sections 3 and 4 of limits.md, the list of Discord's limits. The names
// are the first column of each table, without the heading. It adds "Locales", a rule that is not in a table.
func limitRows(text string) []string {
	_, text, _ = strings.Cut(text, "\n## 3 ")
	text, _, _ = strings.Cut(text, "\n## 5 ")
	var rows []string
	for _, found := range regexp.MustCompile(`(?m)^\| ([^|]+) \|`).FindAllStringSubmatch(text, -1) {
		if found[1] != "Rule" {
			rows = append(rows, found[1])
		}
	}
	return append(rows, "Locales")
}
