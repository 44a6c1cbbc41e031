package render_test

import (
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// position parses a position. It fails the test if the text is not valid.
func position(t *testing.T, v game.Variant, text string) game.Position {
	t.Helper()
	p, err := rules.Parse(v, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
