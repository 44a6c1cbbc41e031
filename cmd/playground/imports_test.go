package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestThePlaygroundNeedsNoMetrics checks that the playground does not import the metrics. Newcomers build the playground
// first, and wait for each package.
func TestThePlaygroundNeedsNoMetrics(t *testing.T) {
	t.Parallel()
	output, err := exec.Command("go", "list", "-deps", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	packages := strings.Fields(string(output))
	if len(packages) < 100 {
		t.Fatalf("only %d packages were listed", len(packages))
	}
	for _, p := range packages {
		if strings.HasPrefix(p, "github.com/prometheus/") {
			t.Errorf("it builds %s", p)
		}
	}
}
