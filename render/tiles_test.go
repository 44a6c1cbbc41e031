package render_test

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
	"noughts/render/tiles"
)

// tag matches a tile in a text. The regular expression's group is the name of the tile without the version.
var tag = regexp.MustCompile(`<:t.(_?..):[0-9]+>`)

// idLength is the length of the longest Discord ids.
const idLength = 20

// installed has all tiles of the set.
var installed = render.NewTiles(emoji(tiles.Version, len(tiles.All())))

// emoji returns the ids, by name, of the first n tiles of a version of the set.
func emoji(version, n int) map[string]string {
	ids := map[string]string{}
	for _, t := range tiles.All()[:n] {
		ids[t.NameIn(version)] = strings.Repeat(string(rune('0'+version)), idLength)
	}
	return ids
}

// board draws a view with all tiles installed.
func board(v render.View, s render.Style) string {
	v.Tiles = installed
	return render.Board(v, s)
}

// stageEnd returns the number of tiles up to the end of a stage.
func stageEnd(stage int) (n int) {
	for _, t := range tiles.All() {
		if t.Stage <= stage {
			n++
		}
	}
	return n
}

// TestTilesInStages installs the tiles one by one, next to some tiles of an older version and to other emoji. Boards
// must use the tiles of one version only: the version with more usable stages.
func TestTilesInStages(t *testing.T) {
	t.Parallel()
	view := find(t, game.Ultimate, func(p game.Position, _ game.Square) bool { return p.Outcome().Over })
	view.NoLabels = true
	last := tiles.All()[len(tiles.All())-1].Stage
	for _, older := range []int{0, 1, last} {
		for n := range len(tiles.All()) + 1 {
			ids := emoji(tiles.Version, n)
			maps.Copy(ids, emoji(tiles.Version-1, stageEnd(older)))
			ids["party"] = "1"
			view.Tiles = render.NewTiles(ids)
			complete := 0
			for complete < last && stageEnd(complete+1) <= n {
				complete++
			}
			want := map[bool]int{true: tiles.Version, false: tiles.Version - 1}[complete >= older]
			if complete == 0 && older == 0 {
				want = 0
			}
			checkVersion(t, render.Board(view, render.TileSet), want, max(complete, older))
		}
	}
}

// checkVersion checks that a board has tiles of one version only, up to a stage. With version 0 it must have no tiles.
func checkVersion(t *testing.T, board string, version, stage int) {
	t.Helper()
	stages := map[string]int{}
	for _, tile := range tiles.All() {
		stages[tile.NameIn(version)] = tile.Stage
	}
	tags, id := tag.FindAllString(board, -1), emoji(version, 1)["t"+string(rune('0'+version))+"d1"]
	if want := map[bool]int{true: 81}[version > 0]; len(tags) != want {
		t.Fatalf("%d tiles instead of %d:\n%s", len(tags), want, board)
	}
	for _, text := range tags {
		name := strings.Split(text, ":")[1]
		if got, ok := tiles.Parse(name); !ok || got != version || stages[name] > stage || !strings.Contains(text, id) {
			t.Fatalf("%s in a board of version %d, stage %d", text, version, stage)
		}
	}
}

// TestEveryStageIsABoard checks that with the tiles of any number of stages every square of every
// board is drawn. TestPicturesAreFaithful checks the pictures with the first stage.
func TestEveryStageIsABoard(t *testing.T) {
	for stage := range tiles.All()[len(tiles.All())-1].Stage {
		set := render.NewTiles(emoji(tiles.Version, stageEnd(stage+1)))
		t.Run("", func(t *testing.T) {
			eachRandomView(t, func(t *testing.T, v render.View) {
				size := v.Position.Variant().Size()
				v.Tiles, v.NoLabels, v.Marked, v.Heat = set, true, nil, nil
				if n := strings.Count(render.Board(v, render.TileSet), "<:t"); n != size*size {
					t.Fatalf("%s: %d tiles", v.Position, n)
				}
			})
		})
	}
}

// TestTilesFallBack checks that without tiles the style TileSet draws Unicode emoji.
func TestTilesFallBack(t *testing.T) {
	t.Parallel()
	view := render.View{Position: rules.Start(game.Ultimate, game.X)}
	for name, ids := range map[string]map[string]string{
		"no emoji": nil, "no first stage": emoji(tiles.Version, stageEnd(1)-1), "without ids": {"t": ""},
	} {
		view.Tiles = render.NewTiles(ids)
		if got, want := render.Board(view, render.TileSet), render.Board(view, render.Emoji); got != want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

func BenchmarkTileBoard(b *testing.B) {
	view := render.View{Tiles: installed}
	for v := range playout(game.Ultimate, 1) {
		if view.Position = v.Position; v.Position.Ply() == 20 {
			break
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		render.Board(view, render.TileSet)
	}
}
