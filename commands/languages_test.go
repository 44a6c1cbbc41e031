package commands

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
)

// german is an incomplete German message file.
const german = `{
	"command.help": "hilfe",
	"command.help.about": "Was ich kann",
	"command.challenge_member": "Zu Tic-Tac-Toe herausfordern",
	"option.size": "größe",
	"button.more": "⋯ Mehr",
	"refuse.not_yours": "Das ist nicht deine Partie."
}`

// worldWithGerman returns a world whose catalogue has English and the German file.
func worldWithGerman(t *testing.T) *world {
	t.Helper()
	english := englishFile(t)
	catalogue, err := texts.LoadFrom(fstest.MapFS{"en-US.json": {Data: english}, "de.json": {Data: []byte(german)}})
	if err != nil {
		t.Fatal(err)
	}
	return newWorldIn(t, catalogue)
}

// TestLanguages checks that public texts are in the server's language and private texts in the
// reader's, and that missing texts are English.
func TestLanguages(t *testing.T) {
	t.Parallel()
	w := worldWithGerman(t)
	reader := w.as(eve)
	reader.locale = "de"
	message := accepted(t, reader.types("classic"))

	if got := script(message); !strings.Contains(got, " ⋯ More ") || strings.Contains(got, "Mehr") {
		t.Errorf("in an English server:\n%s", got)
	}
	annsBoard := accepted(t, w.as(ann).types("classic"))
	says(t, reader.on(annsBoard, "a1"), "Das ist nicht deine Partie.")
	says(t, w.as(ben).on(annsBoard, "a1"), "You aren't playing in this game.")

	says(t, reader.types("classic", "size", 0), "`0`\u2069 doesn't work for `größe`.")
	says(t, w.as(ann).types("classic", "size", 0), "`0`\u2069 doesn't work for `size`.")

	direct := actor{w: w, id: eve, channel: "700", direct: true, locale: "de"}
	if got := script(accepted(t, direct.types("classic"))); !strings.Contains(got, "Mehr") {
		t.Errorf("to a German in a direct message:\n%s", got)
	}
	says(t, accepted(t, reader.presses("/help/all")), "`/hilfe` – Was ich kann")
	says(t, accepted(t, reader.presses("/help/all")), "Zu Tic-Tac-Toe herausfordern")
}

func TestDeclarationsInLanguages(t *testing.T) {
	t.Parallel()
	declared := make(map[string]*discordgo.ApplicationCommand)
	for _, d := range worldWithGerman(t).Declarations() {
		declared[d.Name] = d
	}
	if help := declared["help"]; (*help.NameLocalizations)["de"] != "hilfe" || (*help.DescriptionLocalizations)["de"] != "Was ich kann" {
		t.Errorf("%+v", help)
	}
	if board := declared["board"]; board.NameLocalizations != nil || board.DescriptionLocalizations != nil {
		t.Errorf("%+v", board)
	}
}

// markedTexts puts one of these characters at the beginning of each text, so that a test can see the language of the
// text. All words are English. Texts in en-US, the language of the place, begin with ofPlace. Texts in de, the language
// of the readers, begin with ofReader.
const (
	ofPlace  = "\ue000"
	ofReader = "\ue001"
)

// markedTexts returns a catalogue of English and German in which ofPlace and ofReader mark the texts.
func markedTexts(t *testing.T) *texts.Catalogue {
	t.Helper()
	english := englishFile(t)
	text := regexp.MustCompile(`(?m)^(\t+"(.*?)": ")`)
	in := fstest.MapFS{"de.json": {Data: text.ReplaceAll(english, []byte("${1}"+ofReader))}}
	in["en-US.json"] = &fstest.MapFile{Data: text.ReplaceAllFunc(english, func(line []byte) []byte {
		if key := string(text.FindSubmatch(line)[2]); isName.MatchString(key) {
			return line
		}
		return append(bytes.Clone(line), ofPlace...)
	})}
	catalogue, err := texts.LoadFrom(in)
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}

// isName matches the keys of texts that stay unmarked in en-US: the names of commands and options,
// which requests contain, and the languages' own names.
var isName = regexp.MustCompile(`^((command|option)\.[^.]+|language\.name)$`)

// TestEveryAnswerSpeaksToItsReaders checks the language of every answer in an English server: public messages must be
// English, and private messages German. In each of several worlds, ann, who reads German, uses every command with many
// sets of options. Then all members press every button of the answers.
func TestEveryAnswerSpeaksToItsReaders(t *testing.T) {
	t.Parallel()
	catalogue := markedTexts(t)
	depth := 2
	if testing.Short() {
		depth = 1
	}
	settings := map[string]func(w *world){
		"no game":       func(*world) {},
		"a game":        func(w *world) { w.as(ann).types("classic"); w.moves("m1", "b2 a1") },
		"several games": func(w *world) { w.as(ann).types("classic"); w.as(ann).types("ultimate"); w.as(ann).types("watch") },
		"a member's turn": func(w *world) {
			w.as(ann).types("classic", "opponent", ben)
			w.as(ben).presses("/m/m1/1/accept")
			w.moves("m1", "b2")
		},
		"members with results": (*world).acquaint,
		"games of Ultimate":    func(w *world) { w.as(ann).types("ultimate"); w.moves("m1", "e5 d4"); w.as(ann).types("challenge") },
	}
	for setting, prepare := range settings {
		for _, d := range newWorldIn(t, catalogue).Declarations() {
			t.Run(d.Name+", "+setting, func(t *testing.T) {
				t.Parallel()
				for _, options := range waysToUse(d) {
					w := newWorldIn(t, catalogue)
					prepare(w)
					who := w.as(ann)
					who.locale = "de"
					path := "/" + d.Name
					if d.Type == discordgo.UserApplicationCommand {
						path = "/user" + path
					}
					r := who.request(plan.Command, path)
					r.Options = options
					pressEverything(t, w, listen(t, r, who.does(r)), depth)
					for _, o := range options.List {
						r := who.request(plan.Completion, path)
						r.Options = plan.Options{List: []*plan.Option{{Name: o.Name, Value: "", Focused: true}}}
						listen(t, r, who.does(r))
					}
				}
			})
		}
	}
}

// waysToUse returns sets of options for a command: the required options alone, and with each other
// option in turn, with valid and invalid values.
func waysToUse(d *discordgo.ApplicationCommand) []plan.Options {
	var required []any
	for _, o := range d.Options {
		if o.Required {
			required = append(required, o.Name, valuesOf(o)[0])
		}
	}
	ways := []plan.Options{typing(required...)}
	for _, o := range d.Options {
		for _, value := range valuesOf(o) {
			ways = append(ways, typing(append(slices.Clone(required), o.Name, value)...))
		}
	}
	for i := range ways {
		ways[i].Target = ben
	}
	return ways
}

// valuesOf returns values for an option. The first is valid.
func valuesOf(o *discordgo.ApplicationCommandOption) []any {
	switch {
	case len(o.Choices) > 0:
		return []any{o.Choices[len(o.Choices)-1].Value, "nonsense"}
	case o.Type == discordgo.ApplicationCommandOptionUser:
		return []any{ben, ann, otherBot, gone}
	case o.Type == discordgo.ApplicationCommandOptionInteger:
		return []any{3, 9, 1000}
	case o.Name == "level":
		return []any{"random", "nonsense"}
	}
	return []any{"c3", "b2", "nonsense"}
}

// pressEverything lets all members press all buttons and menus of a message, then those of the answers, and so on,
// `steps` times.
func pressEverything(t *testing.T, w *world, message answer, steps int) {
	t.Helper()
	if steps == 0 || message.Response.Data == nil {
		return
	}
	for _, p := range pressable(message.Response.Data.Components) {
		for _, id := range []string{eve, ben, ann} {
			who := w.as(id)
			who.locale = "de"
			r := who.request(plan.Press, p.id)
			r.Message.ID, r.Values = "800", p.values[:min(len(p.values), 1)]
			pressEverything(t, w, listen(t, r, who.does(r)), steps-1)
		}
	}
}

// listen checks that an answer is in the language of its readers.
func listen(t *testing.T, r *plan.Request, done answer) answer {
	t.Helper()
	own, other := ofPlace, ofReader
	where := "everybody sees it, so it has to speak the language of the place: see Request.Public"
	if r.Kind == plan.Completion || done.private() || done.Match == "" && done.Response.Type == discordgo.InteractionResponseUpdateMessage {
		own, other = ofReader, ofPlace
		where = "only one member sees it, so it has to speak the member's language: see Request.Private"
	}
	said := asJSON(t, done.Response)
	if strings.Contains(said, other) {
		at := strings.Index(said, other)
		t.Errorf("%s says in the wrong language: %.60q\n%s", r.Path, said[at:], where)
	}
	if r.Kind != plan.Completion && !strings.Contains(said, own) {
		t.Errorf("%s says nothing in a language of its readers:\n%s\n%s", r.Path, script(done), where)
	}
	return done
}
