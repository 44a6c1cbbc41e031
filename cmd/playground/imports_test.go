package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestThePlaygroundNeedsNeitherDatabaseNorMetrics checks the playground's imports. Newcomers build the playground
// first, in less than half a minute. So it must not import the database drivers or the metrics.
func TestThePlaygroundNeedsNeitherDatabaseNorMetrics(t *testing.T) {
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
		for _, slow := range []string{"modernc.org/", "github.com/jackc/", "github.com/pressly/", "github.com/prometheus/"} {
			if strings.HasPrefix(p, slow) {
				t.Errorf("it builds %s", p)
			}
		}
	}
}
