package clients

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTheTableNamesTheVersions checks that the table in the package comment has the versions that the bots use.
func TestTheTableNamesTheVersions(t *testing.T) {
	t.Parallel()
	table := listed(t)
	for folder, library := range map[string]string{"discordjs": "discord.js", "oceanic": "oceanic.js"} {
		if got, want := table[library], locked(t, folder, library); got != want {
			t.Errorf("the table has %s %q, the lock file %q", library, got, want)
		}
	}
	required := regexp.MustCompile(`(?m)^\s+github\.com/disgoorg/disgo v(\S+)$`).FindSubmatch(read(t, "disgo/go.mod"))
	if required == nil {
		t.Fatal("disgo/go.mod does not require disgo")
	}
	if got, want := table["disgo"], string(required[1]); got != want {
		t.Errorf("the table has disgo %q, go.mod %q", got, want)
	}
}

// TestEndpointVersion checks that the package comment has the version of discord-interactions that the bot uses.
func TestEndpointVersion(t *testing.T) {
	t.Parallel()
	if want := "discord-interactions " + locked(t, "discordjs", "discord-interactions") + " on Node"; !strings.Contains(string(read(t, "doc.go")), want) {
		t.Errorf("doc.go does not hold %q", want)
	}
}

// listed returns the versions in the table of the package comment, by library.
func listed(t *testing.T) map[string]string {
	t.Helper()
	rows := regexp.MustCompile(`(?m)^//\t(\S+) +([0-9.]+) +(?:Node|Go) `).FindAllSubmatch(read(t, "doc.go"), -1)
	out := map[string]string{}
	for _, row := range rows {
		out[string(row[1])] = string(row[2])
	}
	return out
}

// locked returns the version of a library in a folder's lock file.
func locked(t *testing.T, folder, library string) string {
	t.Helper()
	var lock struct {
		Packages map[string]struct {
			Version string `json:"version"`
		} `json:"packages"`
	}
	if err := json.Unmarshal(read(t, folder+"/package-lock.json"), &lock); err != nil {
		t.Fatal(err)
	}
	return lock.Packages["node_modules/"+library].Version
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
