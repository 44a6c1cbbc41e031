package bot

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestSameCommands checks that a difference between declared and registered commands counts only if
// members would notice it. Discord may omit a translation that equals the original.
func TestSameCommands(t *testing.T) {
	t.Parallel()
	declared := func() []*discordgo.ApplicationCommand {
		return []*discordgo.ApplicationCommand{{
			Type: discordgo.ChatApplicationCommand, Name: "color", Description: "Choose one",
			NameLocalizations: &map[discordgo.Locale]string{"en-US": "color", "en-GB": "colour", "de": "farbe"},
			Options: []*discordgo.ApplicationCommandOption{{
				Type: discordgo.ApplicationCommandOptionString, Name: "which", Description: "Which one",
				NameLocalizations: map[discordgo.Locale]string{"de": "welche"},
				Choices: []*discordgo.ApplicationCommandOptionChoice{{
					Name: "Red", Value: "red", NameLocalizations: map[discordgo.Locale]string{"de": "Rot", "es-ES": "Rojo", "es-419": "Red"},
				}},
			}},
		}}
	}
	const kept = `[{"id": "1", "version": "2", "type": 1, "name": "color", "description": "Choose one",
		"name_localizations": {%NAME% "en-GB": "colour", "de": "%DE%"}, "description_localizations": null,
		"options": [{"type": 3, "name": "which", "description": "Which one", "name_localizations": {"de": "welche"}, "description_localizations": {},
			"choices": [{"name": "Red", "value": "red", "name_localizations": {"de": "Rot", "es-ES": "Rojo" %CHOICE%}}]}]}]`
	for name, test := range map[string]struct {
		everybodys, choice, german string
		same                       bool
	}{
		"all kept":         {`"en-US": "color",`, `, "es-419": "Red"`, "farbe", true},
		"some dropped":     {"", "", "farbe", true},
		"null for none":    {`"fr": null,`, "", "farbe", true},
		"another text":     {"", "", "färbe", false},
		"one too many":     {`"fr": "couleur",`, "", "farbe", false},
		"another American": {`"en-US": "hue",`, "", "farbe", false},
	} {
		var registered []command
		if err := json.Unmarshal([]byte(strings.NewReplacer("%NAME%", test.everybodys, "%CHOICE%", test.choice, "%DE%", test.german).Replace(kept)), &registered); err != nil {
			t.Fatal(err)
		}
		if same, err := sameCommands(declared(), registered); err != nil || same != test.same {
			t.Errorf("%s: same is %v, %v", name, same, err)
		}
	}
}
