package discordtest_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestStandsAlone checks that the packages in this folder and their tests import no other package
// of the project. TestCopy builds a copy of them in another module.
func TestStandsAlone(t *testing.T) {
	t.Parallel()
	const here = "noughts/bot/discordtest"
	imports, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-test", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", here+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for path := range strings.Lines(string(imports)) {
		switch path = strings.Fields(path)[0]; {
		case path == here, strings.HasPrefix(path, here+".test"), strings.HasPrefix(path, here+"/"), strings.HasPrefix(path, here+"_test"):
			found++
		case path == "noughts", strings.HasPrefix(path, "noughts/"):
			t.Errorf("imports %s", path)
		}
	}
	if found < 20 {
		t.Errorf("%d packages found in\n%s", found, imports)
	}
}
