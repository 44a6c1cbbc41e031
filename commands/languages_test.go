package commands

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// german is a beginning of a German message file.
const german = `{
	"command.help": "hilfe",
	"command.help.about": "Was ich kann",
	"command.challenge_member": "Zu Tic-Tac-Toe herausfordern",
	"option.square": "feld",
	"choice.random": "Zufall",
	"clock.none": "ohne Uhr",
	"clock.minutes": {"one": "{{.N}} Minute", "other": "{{.N}} Minuten"},
	"button.resign": "Aufgeben",
	"refuse.not_yours": "Das ist nicht deine Partie."
}`

// worldWithGerman returns a world with a second language: nothing but a file
// more.
func worldWithGerman(t *testing.T) *world {
	t.Helper()
	english, err := os.ReadFile("texts/en.json")
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := texts.LoadFrom(fstest.MapFS{"en.json": {Data: english}, "de.json": {Data: []byte(german)}})
	if err != nil {
		t.Fatal(err)
	}
	return newWorldIn(t, catalogue)
}

// TestLanguages: public texts follow the server, private ones the reader, and
// what a language lacks is English.
func TestLanguages(t *testing.T) {
	t.Parallel()
	w := worldWithGerman(t)
	reader := w.as(eve)
	reader.locale = "de"
	message := accepted(t, reader.types("classic"))

	if got := script(message); !strings.Contains(got, " Resign ") || strings.Contains(got, "Aufgeben") {
		t.Errorf("in an English server:\n%s", got)
	}
	annsBoard := accepted(t, w.as(ann).types("classic"))
	says(t, reader.on(annsBoard, "a1"), "Das ist nicht deine Partie.")
	says(t, w.as(ben).on(annsBoard, "a1"), "You do not play in this match.")

	direct := actor{w: w, id: eve, channel: "700", direct: true, locale: "de"}
	if got := script(accepted(t, direct.types("classic"))); !strings.Contains(got, "Aufgeben") {
		t.Errorf("to a German in a direct message:\n%s", got)
	}
	says(t, accepted(t, reader.types("help")), "`/hilfe` – Was ich kann")
	says(t, accepted(t, reader.types("help")), "Zu Tic-Tac-Toe herausfordern")
}

// TestDeclarationsInLanguages: names, descriptions and choices carry every
// language that has its own.
func TestDeclarationsInLanguages(t *testing.T) {
	t.Parallel()
	declared := make(map[string]*discordgo.ApplicationCommand)
	for _, d := range worldWithGerman(t).Declarations() {
		declared[d.Name] = d
	}
	if help := declared["help"]; (*help.NameLocalizations)["de"] != "hilfe" || (*help.DescriptionLocalizations)["de"] != "Was ich kann" {
		t.Errorf("%+v", help)
	}
	if got := declared["move"].Options[0].NameLocalizations["de"]; got != "feld" {
		t.Errorf("option %q", got)
	}
	if board := declared["board"]; board.NameLocalizations != nil || board.DescriptionLocalizations != nil {
		t.Errorf("%+v", board)
	}
	choices := make(map[any]string)
	for _, o := range declared["classic"].Options {
		for _, c := range o.Choices {
			choices[c.Value] = c.NameLocalizations["de"]
		}
	}
	if choices["random"] != "Zufall" || choices[0] != "ohne Uhr" || choices[60] != "1 Minute" || choices[300] != "5 Minuten" {
		t.Errorf("choices %v", choices)
	}
}
