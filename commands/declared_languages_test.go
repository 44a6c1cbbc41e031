package commands

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/discordtest"
	"noughts/commands/texts"
)

// TestDeclarationsInEveryLanguage checks that in each locale the names and descriptions are within
// Discord's limits and the names are unique.
func TestDeclarationsInEveryLanguage(t *testing.T) {
	t.Parallel()
	var declared []discordtest.Command
	if err := json.Unmarshal([]byte(asJSON(t, newWorldIn(t, texts.Load()).Declarations())), &declared); err != nil {
		t.Fatal(err)
	}
	for _, l := range texts.Load().Languages() {
		t.Run(l.Code(), func(t *testing.T) {
			t.Parallel()
			var names []string
			for _, command := range declared {
				seen := command.Localized(l.Code())
				names = append(names, fmt.Sprint(seen.Type, " ", seen.Name))
				checkSeen(t, seen)
			}
			oneEach(t, "commands", names)
		})
	}
}

// checkSeen checks that the names and texts of a command, as Discord's client shows it in one locale, have allowed
// lengths and that no two options or choices have the same name.
func checkSeen(t *testing.T, command discordtest.Command) {
	t.Helper()
	inMenu := command.Type == int(discordgo.UserApplicationCommand)
	if inMenu && (!allowedLength(command.Name, 32) || command.Description != "") || !inMenu && (!allowedName.MatchString(command.Name) || !allowedLength(command.Description, 100)) {
		t.Errorf("%q, %q", command.Name, command.Description)
	}
	var names []string
	for _, o := range command.Options {
		names = append(names, o.Name)
		if !allowedName.MatchString(o.Name) || !allowedLength(o.Description, 100) {
			t.Errorf("%s: option %q, %q", command.Name, o.Name, o.Description)
		}
		var choices []string
		for _, choice := range o.Choices {
			choices = append(choices, choice.Name)
			if !allowedLength(choice.Name, 100) {
				t.Errorf("%s: %s: choice %q", command.Name, o.Name, choice.Name)
			}
		}
		oneEach(t, "choices of "+o.Name, choices)
	}
	oneEach(t, "options of "+command.Name, names)
}

// oneEach checks that `names` has no duplicates. `what` describes the names in failures.
func oneEach(t *testing.T, what string, names []string) {
	t.Helper()
	seen := make(map[string]bool)
	for _, name := range names {
		if seen[name] {
			t.Errorf("%s: %q twice", what, name)
		}
		seen[name] = true
	}
}
