package commands

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"noughts/render/golden"

	"github.com/bwmarrin/discordgo"
)

// TestDeclarations compares what is registered with Discord with what was
// registered before: a change must be meant.
func TestDeclarations(t *testing.T) {
	t.Parallel()
	first := asJSON(t, newWorld(t).Declarations())
	golden.Check(t, "commands.golden.json", first)
	if second := asJSON(t, newWorld(t).Declarations()); first != second {
		t.Error("another list at every start")
	}
}

// TestDeclarationsAreAllowed checks Discord's limits.
func TestDeclarationsAreAllowed(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^[-_'\p{Ll}\p{Lo}\p{N}]{1,32}$`)
	for _, d := range newWorld(t).Declarations() {
		if len(*d.Contexts) != 3 || len(*d.IntegrationTypes) != 2 {
			t.Errorf("%s: contexts %v, integration types %v", d.Name, *d.Contexts, *d.IntegrationTypes)
		}
		if d.Type == discordgo.UserApplicationCommand {
			if d.Description != "" || len(d.Name) > 32 {
				t.Errorf("user command %q with description %q", d.Name, d.Description)
			}
			continue
		}
		if !name.MatchString(d.Name) || !allowedLength(d.Description) {
			t.Errorf("%q, %q", d.Name, d.Description)
		}
		optional := false
		for _, o := range d.Options {
			if !name.MatchString(o.Name) || !allowedLength(o.Description) || len(o.Choices) > 25 ||
				o.Autocomplete && len(o.Choices) > 0 || o.Required && optional {
				t.Errorf("%s: option %+v", d.Name, o)
			}
			optional = optional || !o.Required
		}
	}
}

func allowedLength(s string) bool { n := utf8.RuneCountInString(s); return 1 <= n && n <= 100 }

// TestEveryCommandIsThere: the commands of the design, and every one has help.
func TestEveryCommandIsThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	help := spoken(w.as(ann).types("help"))
	var names []string
	for _, d := range w.Declarations() {
		names = append(names, d.Name)
		if !strings.Contains(help, d.Name) {
			t.Errorf("/help says nothing of %q", d.Name)
		}
	}
	want := []string{"board", "challenge", "classic", "draw", "games", "help", "move", "resign", "rules", "takeback",
		"ultimate", "watch", "Challenge to tic-tac-toe"}
	if !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
}
