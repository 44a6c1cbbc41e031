package commands

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

func TestEveryCommandIsInTheREADME(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## Commands\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var explained []string
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "| `/") {
			names, _, _ := strings.Cut(line[1:], "|")
			for _, found := range regexp.MustCompile("`/([^`]+)`").FindAllStringSubmatch(names, -1) {
				explained = append(explained, found[1])
			}
		}
	}
	var declared []string
	for _, c := range New(texts.Load(), "", Installed{}).Declarations() {
		if c.Type == discordgo.ChatApplicationCommand {
			declared = append(declared, c.Name)
		}
	}
	for _, name := range declared {
		if !slices.Contains(explained, name) {
			t.Errorf("README.md: the table under \"Commands\" lacks a row | `/%s` | what it does |", name)
		}
	}
	for _, name := range explained {
		if !slices.Contains(declared, name) {
			t.Errorf("README.md: the table under \"Commands\" names `/%s`, which is no command: remove it", name)
		}
	}
}

func TestTheREADMECountsLanguages(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if said := fmt.Sprintf("It speaks %d [languages]", len(texts.Load().Languages())); !strings.Contains(string(readme), said) {
		t.Errorf("README.md does not say %q", said)
	}
}
