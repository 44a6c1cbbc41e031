package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestThePlaygroundNeedsNeitherDatabaseNorMetrics checks that the playground imports neither the database drivers nor
// the metrics. Newcomers build the playground first. Without these packages the build takes less than half a minute.
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
