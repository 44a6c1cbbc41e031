package render_test

import (
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
	"noughts/render/tiles"
)

// TestPicturesAreFaithful plays random games. From every position it tries up to nine moves, and compares the pictures
// of the positions after them. Two positions must have the same picture if their looks are equal, and different
// pictures if not. This must hold in every style, and also if only the tiles of the first stage are installed. The last
// move is not marked, because that alone would make most pictures differ.
func TestPicturesAreFaithful(t *testing.T) {
	t.Parallel()
	for _, variant := range rules.Variants() {
		t.Run(variant.String(), func(t *testing.T) {
			t.Parallel()
			drawings := []*drawing{{style: render.TileSet, tiles: render.NewTiles(emoji(tiles.Version, stageEnd(1)))}}
			for _, style := range render.Styles {
				drawings = append(drawings, &drawing{style: style, tiles: installed})
			}
			for _, d := range drawings {
				d.looks, d.pictures = map[string]look{}, map[look]string{}
			}
			for seed := range uint64(2) {
				for view := range playout(variant, seed) {
					moves := view.Position.Moves()
					for _, move := range moves[:min(len(moves), 9)] {
						next, err := view.Position.Play(move)
						if err != nil {
							t.Fatal(err)
						}
						for _, d := range drawings {
							d.add(t, next)
						}
					}
				}
			}
		})
	}
}

// A drawing has a style and the pictures drawn in that style so far, with the look of each.
type drawing struct {
	style    render.Style
	tiles    render.Tiles
	looks    map[string]look
	pictures map[look]string
}

func (d *drawing) add(t *testing.T, p game.Position) {
	t.Helper()
	style, picture, seen := d.style, render.Board(render.View{Position: p, Tiles: d.tiles}, d.style), visible(p)
	if other, ok := d.looks[picture]; ok && other != seen {
		t.Fatalf("%s: %s looks like a different position:\n%s", style, p, picture)
	}
	if other, ok := d.pictures[seen]; ok && other != picture {
		t.Fatalf("%s: %s has two pictures:\n%s\n%s", style, p, picture, other)
	}
	d.looks[picture], d.pictures[seen] = seen, picture
}

// TestForcedBoardIsVisible checks that the boards of positions with the same marks look different if the forced local
// board is different or the side to move has a free choice.
func TestForcedBoardIsVisible(t *testing.T) {
	t.Parallel()
	free := find(t, game.Ultimate, func(p game.Position, _ game.Square) bool {
		return p.Ply() > 30 && choices(p.(rules.UltimatePosition)) > 3
	}).Position.String()
	for _, style := range render.Styles {
		seen := map[string]string{}
		for _, forced := range "-123456789" {
			text := strings.TrimSuffix(free, "-") + string(forced)
			p, err := rules.Parse(game.Ultimate, text)
			if err != nil {
				continue // such a position is invalid
			}
			picture := board(render.View{Position: p}, style)
			if twin, ok := seen[picture]; ok {
				t.Errorf("%s: %s and %s look the same:\n%s", style, twin, text, picture)
			}
			seen[picture] = text
		}
		if len(seen) < 3 {
			t.Errorf("%s: only %d boards to compare", style, len(seen))
		}
	}
}

// A look is everything that a player can see of a position: the marks on open local boards, the
// outcomes of closed boards, and the legal moves.
type look struct {
	marks  [game.MaxSize * game.MaxSize]game.Mark
	moves  [game.MaxSize * game.MaxSize]bool
	locals [9]game.Outcome
	going  game.Square
	gone   game.Square
}

func visible(p game.Position) (l look) {
	l.going, l.gone = render.Fading(p)
	for _, s := range p.Moves() {
		l.moves[s] = true
	}
	u, isUltimate := p.(rules.UltimatePosition)
	for s := range game.Square(len(l.marks)) {
		l.marks[s] = p.At(s)
		if !isUltimate {
			continue
		}
		board, _ := rules.Split(s)
		if l.locals[board] = u.Local(board); l.locals[board].Over {
			l.marks[s] = game.Empty
		}
	}
	return l
}

// TestWinnersAreVisible checks that positions look different if different sides have won a local board.
func TestWinnersAreVisible(t *testing.T) {
	t.Parallel()
	one := render.View{Position: position(t, game.Ultimate, "xxx6/9/9/9/9/9/9/9/6ooo x -")}
	other := render.View{Position: position(t, game.Ultimate, "ooo6/9/9/9/9/9/9/9/6xxx x -")}
	for _, style := range render.Styles {
		if picture := board(one, style); picture == board(other, style) {
			t.Errorf("the style %q does not show who has won a local board:\n%s", style, picture)
		}
	}
}
