package main_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/config"
	"noughts/render/golden"
)

// settings returns the variables that the bot reads, in alphabetical order.
func settings() []string {
	// net/http reads these variables for every request of the bot.
	names := []string{"HTTPS_PROXY", "NO_PROXY"}
	_, _ = config.Load(func(name string) string { // Load fails, but not before it has asked for every variable
		names = append(names, name)
		return ""
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// TestSettingsStay checks that the names of the bot's environment variables are those in a golden file.
// docs/upgrades.md says how the list may change.
func TestSettingsStay(t *testing.T) {
	t.Parallel()
	golden.Keep(t, "settings.golden", settings())
}

// quotedNames returns the names of environment variables that a text has in backquotes.
func quotedNames(text string) (names []string) {
	for _, found := range regexp.MustCompile("`([A-Z][A-Z_]+)`").FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	return names
}

func TestEverySettingIsInTheREADME(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## Configuration\n")
	var explained []string
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "## ") {
			break
		}
		if strings.HasPrefix(line, "| `") {
			cells := strings.Split(line, "|")
			explained = append(explained, quotedNames(cells[1]+cells[2])...)
		}
	}
	for _, name := range settings() {
		if !slices.Contains(explained, name) {
			t.Errorf("README.md: the table under \"Configuration\" lacks a row for the variable `%s`", name)
		}
	}
	for _, name := range explained {
		if !slices.Contains(settings(), name) {
			t.Errorf("README.md: the table under \"Configuration\" explains `%s`, which nothing reads: remove it", name)
		}
	}
}

func TestEverySettingIsInTheExampleAndTheHelp(t *testing.T) {
	t.Parallel()
	example, err := os.ReadFile("../../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	_, help := start(t, nil, "-h").ends(10 * time.Second)
	for _, name := range settings() {
		word := regexp.MustCompile(`\b` + name + `\b`)
		// net/http reads the proxy variables only from the process's environment, not from .env.
		if fromFile := !strings.HasSuffix(name, "_PROXY"); fromFile && !word.Match(example) {
			t.Errorf(".env.example: write what %s means, and a line #%s=… with an example", name, name)
		}
		if !word.MatchString(help) {
			t.Errorf("noughts -h: add %s to the constant usage in cmd/noughts/main.go", name)
		}
	}
}
