package metrics_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"noughts/render/golden"
)

var label = regexp.MustCompile(`(\w+)="`)

// TestMetricsStay compares the bot's metrics, with their types and labels, to metrics.golden.
// docs/upgrades.md has the rules for changing them.
func TestMetricsStay(t *testing.T) {
	t.Parallel()
	var lines []string
	for name, f := range families(t) {
		if !strings.HasPrefix(name, "noughts_") {
			continue // a metric of a library
		}
		var labels []string
		for _, series := range f.series {
			for _, found := range label.FindAllStringSubmatch(series, -1) {
				labels = append(labels, found[1])
			}
		}
		slices.Sort(labels)
		lines = append(lines, strings.TrimSpace(name+" "+f.kind+" "+strings.Join(slices.Compact(labels), " ")))
	}
	golden.Keep(t, "metrics.golden", lines)
}
