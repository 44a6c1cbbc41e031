package commands

import (
	"testing"

	"noughts/render/golden"
)

func TestHelp(t *testing.T) {
	t.Parallel()
	golden.Check(t, "help.golden", script(accepted(t, newWorld(t).as(ann).types("help"))))
}
