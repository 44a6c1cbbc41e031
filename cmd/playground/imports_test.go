package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestThePlaygroundNeedsNeitherDatabaseNorMetrics: the playground is the first program that a newcomer builds. It must build in
// half a minute, so it does not import the database drivers and the metrics.
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
