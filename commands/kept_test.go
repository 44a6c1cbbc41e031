package commands

import (
	"testing"

	"noughts/commands/plan"
	"noughts/render/golden"
)

// TestCustomIDsStay compares all patterns of custom ids with a golden file, because old messages
// still contain them. Rule: docs/upgrades.md.
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
