package validate_test

import (
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
					} else if err := testbot.HasError(body, pathIn(table.name, c.path)); err != nil {
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

// pathIn returns the path of an error in the list of one command that sendCommand makes.
func pathIn(table, path string) string {
	if table == "command" && strings.Contains(path, " ") {
		return "0." + path
	}
	return path
}
