package commands

import (
	"testing"

	"noughts/commands/plan"
	"noughts/render/golden"
)

// TestCustomIDsStay lists what can be pressed on messages and sent by forms. Rule: docs/upgrades.md.
func TestCustomIDsStay(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, id := range New("", Installed{}).CustomIDs() {
		kind := "press"
		if id.Kind == plan.Form {
			kind = "form"
		}
		lines = append(lines, kind+" "+id.Pattern)
	}
	golden.Keep(t, "custom_ids.golden", lines)
}
