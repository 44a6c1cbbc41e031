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
	var explained, declared []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`/[^|]+)").FindAllStringSubmatch(section, -1) {
		for _, found := range regexp.MustCompile("`/([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			explained = append(explained, found[1])
		}
	}
	for _, c := range newWorld(t).Declarations() {
		if c.Type == discordgo.ChatApplicationCommand {
			declared = append(declared, c.Name)
		}
	}
	slices.Sort(explained)
	slices.Sort(declared)
	if !slices.Equal(explained, declared) {
		t.Errorf("README.md: the table under \"Commands\" has rows for\n%q, and the commands are\n%q", explained, declared)
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
