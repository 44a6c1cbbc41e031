package commands

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"noughts/bot/discordtest"
	"noughts/commands/texts"
	"noughts/render/golden"
)

// TestDeclarationsInEveryLanguage compares the list of commands, as members of each locale
// see it, with what it was before. That Discord takes it in all locales at once is tried
// end to end, by TestCommandsAreRegisteredOnlyWhenTheyDiffer.
func TestDeclarationsInEveryLanguage(t *testing.T) {
	t.Parallel()
	var declared []discordtest.Command
	if err := json.Unmarshal([]byte(asJSON(t, newWorldIn(t, texts.Load()).Declarations())), &declared); err != nil {
		t.Fatal(err)
	}
	for _, l := range texts.Load().Languages() {
		t.Run(l.Code(), func(t *testing.T) {
			t.Parallel()
			var list strings.Builder
			var names []string
			for _, command := range declared {
				seen := command.Localized(l.Code())
				names = append(names, fmt.Sprint(seen.Type, " ", seen.Name))
				listCommand(t, &list, seen)
			}
			oneEach(t, "commands", names)
			golden.Check(t, "commands."+l.Code()+".golden", list.String())
		})
	}
}

// listCommand writes what Discord's client shows of a command.
func listCommand(t *testing.T, list *strings.Builder, command discordtest.Command) {
	t.Helper()
	fmt.Fprintf(list, "%s\n", strings.TrimSuffix(command.Name+": "+command.Description, ": "))
	var names []string
	for _, o := range command.Options {
		names = append(names, o.Name)
		fmt.Fprintf(list, "  %s: %s\n", o.Name, o.Description)
		var choices []string
		for _, choice := range o.Choices {
			choices = append(choices, choice.Name)
		}
		oneEach(t, "choices of "+o.Name, choices)
		if len(choices) > 0 {
			fmt.Fprintf(list, "    %s\n", strings.Join(choices, " | "))
		}
	}
	oneEach(t, "options of "+command.Name, names)
}

// oneEach checks that nothing is called like something else of its kind.
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

// englishAlone returns a catalogue of nothing but the language of all others.
func englishAlone(t *testing.T) *texts.Catalogue {
	t.Helper()
	file, err := texts.Files().Open(texts.Default + ".json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var content json.RawMessage
	if err := json.NewDecoder(file).Decode(&content); err != nil {
		t.Fatal(err)
	}
	catalogue, err := texts.LoadFrom(fstest.MapFS{texts.Default + ".json": {Data: content}})
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}
