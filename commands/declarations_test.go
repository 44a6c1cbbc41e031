package commands

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/profile"
	"noughts/game/puzzle"
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
		levels = append(levels, &discordgo.ApplicationCommandOptionChoice{Name: card.LevelOption(l, game.Ultimate, level), Value: level})
	}
	var said strings.Builder
	for _, d := range newWorldIn(t, texts.Load().Subset()).Declarations() {
		options := d.Options
		d.Options = nil
		fmt.Fprint(&said, asJSON(t, d))
		for _, o := range options {
			var want []*discordgo.ApplicationCommandOptionChoice
			switch {
			case o.Name == "style":
				want = styles
			case o.Name == "level" && o.Choices != nil: // otherwise the option uses autocomplete
				want = levels
			}
			if want != nil {
				if got, want := asJSON(t, o.Choices), asJSON(t, want); got != want {
					t.Errorf("%s: the option %s has the choices %s, want %s", d.Name, o.Name, got, want)
				}
				o.Choices = nil
			}
			fmt.Fprint(&said, "  ", asJSON(t, o))
		}
	}
	golden.Check(t, "commands.golden", said.String())
	first := asJSON(t, newWorldIn(t, texts.Load()).Declarations())
	if second := asJSON(t, newWorldIn(t, texts.Load()).Declarations()); first != second {
		t.Error("another list at every start")
	}
}

// TestBuiltTexts compares the keys that the source builds from names with the English texts: each has its text, and no
// other text has a key of this form.
func TestBuiltTexts(t *testing.T) {
	t.Parallel()
	wanted := map[string]bool{"command.challenge_member": true, "command.profile_member": true}
	may := map[string]bool{}
	want := func(key string, suffixes ...string) {
		for _, suffix := range append(suffixes, "") {
			wanted[key+suffix] = true
		}
	}
	for _, d := range newWorld(t).Declarations() {
		if d.Type == discordgo.UserApplicationCommand {
			continue
		}
		want("command."+d.Name, ".about")
		for _, o := range d.Options {
			want("option."+o.Name, ".about")
			may["option."+o.Name+".about."+d.Name] = true
			for _, c := range o.Choices {
				value, ok := c.Value.(string)
				may["choice."+value] = ok
			}
		}
	}
	for _, style := range render.Styles {
		want("style." + string(style))
	}
	for _, a := range profile.Achievements() {
		want("achievement."+string(a), ".about")
	}
	for _, l := range puzzle.Lessons {
		want("learn.topic."+string(l.Topic), ".ask", ".right", ".wrong")
	}
	for _, kind := range review.Kinds() {
		want("why." + string(kind))
		if look := kind.Look(); look != "" {
			want("hint.look." + string(look))
		}
	}
	for _, form := range []string{"name", "board", "the", "win", "in", "to", "of", "square"} {
		for place := 1; place <= 9; place++ {
			want(fmt.Sprintf("place.%s.%d", form, place))
		}
	}
	var written map[string]any
	if err := json.Unmarshal(englishFile(t), &written); err != nil {
		t.Fatal(err)
	}
	for key := range wanted {
		if written[key] == nil {
			t.Errorf("commands/texts/languages/en-US.json has no text %q", key)
		}
	}
	built := regexp.MustCompile(`^(command|option|choice|style|achievement|learn\.topic|why|hint\.look|place)\.`)
	for key := range written {
		level, isLevel := strings.CutPrefix(key, "level.")
		has := func(v game.Variant) bool { _, ok := ai.LookUp(v, level); return ok }
		if built.MatchString(key) && !wanted[key] && !may[key] || isLevel && !slices.ContainsFunc(rules.Variants(), has) {
			t.Errorf("commands/texts/languages/en-US.json has the text %q, which nobody says", key)
		}
	}
}

// englishFile returns the message file of the default language.
func englishFile(t *testing.T) []byte {
	t.Helper()
	file, err := os.ReadFile("texts/languages/en-US.json")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestHelpNamesEveryCommand checks that /help shows a manager every command. It shows others what they can use: see
// help.golden.
func TestHelpNamesEveryCommand(t *testing.T) {
	t.Parallel()
	w := newWorldIn(t, texts.Load())
	manager := func(k plan.Kind, path string) string {
		r := w.as(ann).request(k, path)
		r.May = discordgo.PermissionManageGuild | discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
		return spoken(w.as(ann).does(r))
	}
	help, all := manager(plan.Command, "/help"), manager(plan.Press, "/help/all")
	for _, d := range w.Declarations() {
		if d.Type == discordgo.ChatApplicationCommand && strings.Count(help, "`/"+d.Name+"`") != 1 {
			t.Errorf("/help does not name %q once", d.Name)
		}
		if !strings.Contains(all, d.Name) || !strings.Contains(all, d.Description) {
			t.Errorf("the list of all commands says nothing of %q: %q", d.Name, d.Description)
		}
	}
}
