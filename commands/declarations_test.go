package commands

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
	"noughts/render"
	"noughts/render/golden"
)

// TestDeclarations compares the English declarations with a golden file. The golden file leaves out the choices of styles
// and levels, so that a new style or level does not change it. TestTranslations checks the texts of other languages.
func TestDeclarations(t *testing.T) {
	t.Parallel()
	var styles, levels []*discordgo.ApplicationCommandOptionChoice
	l := texts.Load().ForLocale(texts.Default)
	for _, style := range render.Styles {
		styles = append(styles, &discordgo.ApplicationCommandOptionChoice{Name: l.Say(texts.Key("style." + style)), Value: string(style)})
	}
	for _, level := range ai.Levels(game.Ultimate) {
		levels = append(levels, &discordgo.ApplicationCommandOptionChoice{Name: card.RatedLevel(l, game.Ultimate, level), Value: level})
	}
	declared := newWorldIn(t, texts.Load().Subset()).Declarations()
	for _, d := range declared {
		for _, o := range d.Options {
			want := styles
			if o.Name == "level" && o.Choices != nil { // otherwise the option uses autocomplete
				want = levels
			} else if o.Name != "style" {
				continue
			}
			if got, want := asJSON(t, o.Choices), asJSON(t, want); got != want {
				t.Errorf("%s: the option %s has the choices %s, want %s", d.Name, o.Name, got, want)
			}
			o.Choices = nil
		}
	}
	golden.Check(t, "commands.golden.json", asJSON(t, declared))
	first := asJSON(t, newWorldIn(t, texts.Load()).Declarations())
	if second := asJSON(t, newWorldIn(t, texts.Load()).Declarations()); first != second {
		t.Error("another list at every start")
	}
}

// TestDeclaredTexts checks that each declared command, option and value has the texts for its key,
// and that no such text exists for anything else.
func TestDeclaredTexts(t *testing.T) {
	t.Parallel()
	declared := newWorldIn(t, texts.Load()).Declarations()
	raw, err := os.ReadFile("texts/languages/en-US.json")
	if err != nil {
		t.Fatal(err)
	}
	var written map[string]any
	if err := json.Unmarshal(raw, &written); err != nil {
		t.Fatal(err)
	}
	for _, text := range regexp.MustCompile(`‹(.+?)›`).FindAllStringSubmatch(asJSON(t, declared), -1) {
		t.Errorf("commands/texts/languages/en-US.json has no text %q, which Discord is to show", text[1])
	}

	wanted := map[string]bool{}
	for _, d := range declared {
		if d.Type == discordgo.UserApplicationCommand {
			continue
		}
		wanted["command."+d.Name], wanted["command."+d.Name+".about"] = true, true
		for _, o := range d.Options {
			wanted["option."+o.Name], wanted["option."+o.Name+".about"] = true, true
			wanted["option."+o.Name+".about."+d.Name] = true
			for _, c := range o.Choices {
				if value, ok := c.Value.(string); ok {
					wanted["choice."+value] = true
				}
			}
		}
	}
	for _, style := range render.Styles {
		wanted["style."+string(style)] = true
	}
	missing := map[string]string{
		"command": "the list of commands in commands/commands.go has no such command",
		"option":  "no command declares such an option",
		"choice":  "no option has such a value",
		"style":   "the list of styles in render/styles.go has no such style",
		"level":   "no variant has such a level, or had: see package ai",
	}
	for _, key := range slices.Sorted(maps.Keys(written)) {
		kind, name, _ := strings.Cut(key, ".")
		ok := wanted[key]
		switch {
		case kind == "level":
			ok = slices.ContainsFunc(rules.Variants(), func(v game.Variant) bool { _, ok := ai.LookUp(v, name); return ok })
		case key == "command.challenge_member", key == "command.profile_member":
			ok = slices.ContainsFunc(declared, func(d *discordgo.ApplicationCommand) bool { return d.Name == written[key] })
		}
		if missing[kind] != "" && !ok {
			t.Errorf("commands/texts/languages/en-US.json has the text %q, but %s", key, missing[kind])
		}
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	t.Parallel()
	w := newWorldIn(t, texts.Load())
	help, all := spoken(w.as(ann).types("help")), spoken(w.as(ann).presses("/help/all"))
	for _, d := range w.Declarations() {
		if d.Type == discordgo.ChatApplicationCommand && strings.Count(help, "`/"+d.Name+"`") != 1 {
			t.Errorf("/help does not name %q once", d.Name)
		}
		if !strings.Contains(all, d.Name) || !strings.Contains(all, d.Description) {
			t.Errorf("the list of all commands says nothing of %q: %q", d.Name, d.Description)
		}
	}
}
