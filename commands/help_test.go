package commands

import "testing"

func TestHelp(t *testing.T) {
	t.Parallel()
	golden(t, "help.golden", script(accepted(t, newWorld(t).as(ann).types("help"))))
}
