package commands

import (
	"regexp"
	"strings"
	"testing"

	"noughts/render/golden"
)

func TestHelp(t *testing.T) {
	t.Parallel()
	who := newWorld(t).as(ann)
	all := script(accepted(t, who.presses("/help/all")))
	golden.Check(t, "help.golden", script(accepted(t, who.types("help")))+commandLines.ReplaceAllString(all, "…$1"))
}

// commandLines matches the lines that describe commands. The golden file leaves them out, because
// TestHelpNamesEveryCommand checks them.
var commandLines = regexp.MustCompile("(?:`/[^`]+` – .+?(\n  \\| ))+")

// TestCommandsCanBeClicked checks that commands with known ids become links in /help, in refusals
// and in lists without games. A link must use the default name of the command.
func TestCommandsCanBeClicked(t *testing.T) {
	t.Parallel()
	w := worldWithGerman(t)
	w.has.CommandIDs = func() map[string]string { return map[string]string{"help": "71", "classic": "72"} }
	reader := w.as(ann)
	reader.locale = "de"
	says(t, reader.types("help"), "</help:71>")
	help := reader.presses("/help/all")
	says(t, help, "</help:71> – Was ich kann")
	says(t, help, "</classic:72> – ")
	says(t, help, "`/ultimate` – ")
	if strings.Contains(spoken(help), "`/classic`") || strings.Contains(spoken(help), "hilfe") {
		t.Errorf("a command whose id is known cannot be clicked:\n%s", script(help))
	}
	if got := w.clickable(w.texts.ForLocale("de"), "Siehe `/hilfe` und `/classic`."); got != "Siehe </help:71> und </classic:72>." {
		t.Error(got) // German texts use the German names of commands, such as /hilfe
	}
	says(t, reader.types("resign"), "Start one with </classic:72> or `/ultimate`")
	says(t, reader.types("games"), "Start a game with </classic:72> or `/ultimate`")
	says(t, reader.types("games", "mine", true), "Start one with </classic:72> or `/ultimate`")
}
