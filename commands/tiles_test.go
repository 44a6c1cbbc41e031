package commands

import (
	"strings"
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/render"
	"noughts/render/tiles"
)

func allTiles(digits int) render.Tiles {
	ids := make(map[string]string)
	for _, tile := range tiles.All() {
		ids[tile.Name] = strings.Repeat("7", digits)
	}
	return render.NewTiles(ids)
}

// TestTiles checks that boards are drawn with the tiles that are installed at the time of drawing,
// unless a member has chosen another style. Without installed tiles, boards use Unicode emoji.
func TestTiles(t *testing.T) {
	t.Parallel()
	var now render.Tiles
	w := newWorld(t)
	w.Commands = New(texts.Load(), "", Installed{Tiles: func() render.Tiles { return now }})
	const tag, unicode = "<:t", "🟪🟪🟪│"
	before := accepted(t, w.as(ann).types("ultimate"))
	says(t, before, unicode)
	now = allTiles(19)
	says(t, w.board("m1"), tag)
	says(t, accepted(t, w.as(ann).types("rules", "game", "ultimate")), tag)
	says(t, accepted(t, w.as(ann).types("ultimate", "style", string(render.TileSet))), tag)
	chosen := accepted(t, w.as(ann).types("ultimate", "style", string(render.Emoji)))
	says(t, chosen, unicode)
	board := strings.NewReplacer(now.Mark(game.X), "", now.Mark(game.O), "").Replace(script(chosen)) // remove the marks in sentences: they are tiles too, but do not belong to the board
	if strings.Contains(board, tag) {
		t.Errorf("tiles in another style:\n%s", script(chosen))
	}
}
