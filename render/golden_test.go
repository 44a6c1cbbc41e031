package render_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
	"noughts/render/golden"
)

// A scene is a view with its name in the golden files.
type scene struct {
	name string
	view render.View
}

// TestGolden compares every scene of classic boards of some sizes and of Ultimate, in every style, with golden files.
// TestFlatBoardsLookAlike compares the boards of the other variants with classic boards. Each style has one golden file
// with all scenes; `cat` shows the colours of the ANSI scenes. Tiles are written without the version of the set and
// without ids.
func TestGolden(t *testing.T) {
	t.Parallel()
	scenes := make(map[game.Variant][]scene)
	variants := []game.Variant{game.Classic(1), game.Classic(2), game.Classic(3), game.Classic(5), game.Classic(9), rules.Vanishing, game.Ultimate}
	for _, v := range variants {
		scenes[v] = scenesOf(t, v)
	}
	for _, style := range render.Styles {
		t.Run(string(style), func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			for _, v := range variants {
				fmt.Fprintf(&b, "## %s\n\n%s", v, draw(scenes[v], style))
			}
			golden.Check(t, string(style)+".golden", b.String())
		})
	}
}

// TestFlatBoardsLookAlike plays random games of misère and of variants with k in a row, which have no golden scenes.
// Their boards must look like classic boards with the same marks.
func TestFlatBoardsLookAlike(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		if v.K == 0 && v.Kind != "misere" {
			continue
		}
		for view := range playout(v, 1) {
			if view.Position.Outcome().Over {
				continue // in misère the line lost, and a classic board may need a longer line
			}
			same := view
			var err error
			if same.Position, err = rules.Parse(game.Classic(v.Size()), view.Position.String()); err != nil {
				t.Fatal(err)
			}
			for _, style := range render.Styles {
				if got, want := board(view, style), board(same, style); got != want {
					t.Errorf("%s %s: %s looks like\n%s\nwant\n%s", v, style, view.Position, got, want)
				}
			}
		}
	}
}

func draw(scenes []scene, style render.Style) string {
	var b strings.Builder
	for _, s := range scenes {
		fmt.Fprintf(&b, "# %s: %s\n%s\n\n", s.name, s.view.Position, board(s.view, style))
	}
	return tag.ReplaceAllString(b.String(), "$1 ")
}

func scenesOf(t *testing.T, v game.Variant) []scene {
	switch v {
	case game.Ultimate:
		return ultimateScenes(t)
	case rules.Vanishing:
		return vanishingScenes(t)
	}
	return classicScenes(t, v)
}

func vanishingScenes(t *testing.T) []scene {
	middle := find(t, rules.Vanishing, func(p game.Position, _ game.Square) bool {
		_, gone := p.(game.Vanishing).Gone()
		return gone && p.ToMove() == game.X && !p.Outcome().Over
	})
	return []scene{
		{"a mark goes next, another has gone", middle},
		{"without numbers", with(middle, func(v *render.View) { v.NoPad = true })},
		{"the other side's mark goes next", find(t, rules.Vanishing, func(p game.Position, _ game.Square) bool {
			_, gone := p.(game.Vanishing).Gone()
			return gone && p.ToMove() == game.O && !p.Outcome().Over
		})},
		{"squares marked", with(middle, mark)},
		{"what squares are worth", with(middle, func(v *render.View) { v.Heat = heat(*v) })},
	}
}

func classicScenes(t *testing.T, v game.Variant) []scene {
	n := v.Size()
	middle := find(t, v, func(p game.Position, _ game.Square) bool { return p.Ply() == n*n/2 && !p.Outcome().Over })
	scenes := []scene{
		{"start", render.View{Position: rules.Start(v, game.X)}},
		{"middle", middle},
		{"middle without labels", with(middle, func(v *render.View) { v.NoLabels = true })},
		{"resigned", with(middle, func(v *render.View) { v.Ended = true })},
		{"won by X", diagonal(t, v, game.X)},
		{"won by O", diagonal(t, v, game.O)},
		{"squares marked", with(middle, mark)},
		{"what squares are worth", with(middle, func(v *render.View) { v.Heat = heat(*v) })},
	}
	if n <= 3 {
		scenes = append(scenes, scene{"middle on the keypad", with(middle, func(v *render.View) { v.Keypad = true })})
	}
	if n >= 3 {
		scenes = append(scenes, scene{"drawn", find(t, v, func(p game.Position, _ game.Square) bool {
			return p.Outcome().Drawn()
		})})
	}
	if n == 3 {
		scenes = append(scenes, scene{"lost by X in misère", diagonal(t, rules.Misere(3), game.X)}, scene{"lost by O in misère", diagonal(t, rules.Misere(3), game.O)})
		scenes = append(scenes, scene{"two lines at once", find(t, v, func(p game.Position, _ game.Square) bool {
			return len(p.WinningLine()) > n
		})})
	}
	return scenes
}

// diagonal returns the view after the shortest win of the side that begins. X plays on the diagonal
// from the top left corner, O on the diagonal from the top right corner.
func diagonal(t *testing.T, v game.Variant, begins game.Mark) render.View {
	t.Helper()
	n := v.Size()
	var moves []game.Square
	for i := range n {
		own, other := i, i+1
		if begins == game.O {
			own, other = n-1-i, n-2-i
		}
		moves = append(moves, game.At(own, i))
		if i < n-1 {
			moves = append(moves, game.At(other, i))
		}
	}
	p, err := rules.Replay(rules.Start(v, begins), moves)
	if err != nil {
		t.Fatal(err)
	}
	return render.View{Position: p, Last: moves[len(moves)-1], HasLast: true}
}

func ultimateScenes(t *testing.T) []scene {
	when := func(condition func(p rules.UltimatePosition, last game.Square) bool) render.View {
		return find(t, game.Ultimate, func(p game.Position, last game.Square) bool {
			return condition(p.(rules.UltimatePosition), last)
		})
	}
	forced := when(func(p rules.UltimatePosition, _ game.Square) bool { return p.Ply() == 14 && p.Forced() >= 0 })
	free := when(func(p rules.UltimatePosition, _ game.Square) bool { return choices(p) > 2 && closed(p, game.Draw) > 0 })
	return []scene{
		{"start", render.View{Position: rules.Start(game.Ultimate, game.X)}},
		{"forced board", forced},
		{"forced board on the keypad", with(forced, func(v *render.View) { v.Keypad = true })},
		{"forced board without labels", with(forced, func(v *render.View) { v.NoLabels = true })},
		{"resigned", with(forced, func(v *render.View) { v.Ended = true })},
		{"squares marked", with(free, mark)},
		{"what squares of the forced board are worth", with(forced, func(v *render.View) { v.Heat = heat(*v) })},
		{"what squares are worth on a free choice", with(free, func(v *render.View) { v.Heat = heat(*v) })},
		{"last move on the forced board", when(func(p rules.UltimatePosition, last game.Square) bool {
			board, _ := rules.Split(last)
			return p.Ply() > 20 && p.Forced() == board
		})},
		{"last move won a local board", when(func(p rules.UltimatePosition, last game.Square) bool {
			board, cell := rules.Split(last)
			return p.Local(board).Winner == game.O && cell == 4 && p.Forced() >= 0
		})},
		{"last move drew a local board", when(func(p rules.UltimatePosition, last game.Square) bool {
			board, _ := rules.Split(last)
			return p.Local(board).Drawn() && !p.Outcome().Over
		})},
		{"free choice", free},
		{"free choice, a board chosen", with(free, func(v *render.View) { v.Chosen = firstOpen(v.Position) + 1 })},
		{"one open board left", when(func(p rules.UltimatePosition, _ game.Square) bool { return choices(p) == 1 && p.Forced() < 0 })},
		{"won by X", when(func(p rules.UltimatePosition, _ game.Square) bool { return p.Outcome().Winner == game.X })},
		{"won by O", when(func(p rules.UltimatePosition, _ game.Square) bool { return p.Outcome().Winner == game.O })},
		{"two lines at once", when(func(p rules.UltimatePosition, _ game.Square) bool { return len(p.WinningBoards()) > 3 })},
		{"drawn", when(func(p rules.UltimatePosition, _ game.Square) bool {
			return p.Outcome().Drawn() && closed(p, game.Draw) > 1
		})},
	}
}

// choices returns the number of playable local boards.
func choices(p rules.UltimatePosition) (n int) {
	for b := range 9 {
		if p.Playable(b) {
			n++
		}
	}
	return n
}

// closed returns the number of local boards with the given outcome.
func closed(p rules.UltimatePosition, o game.Outcome) (n int) {
	for b := range 9 {
		if p.Local(b) == o {
			n++
		}
	}
	return n
}

func firstOpen(p game.Position) int {
	b := 0
	for !p.(rules.UltimatePosition).Open(b) {
		b++
	}
	return b
}

func with(v render.View, change func(*render.View)) render.View {
	change(&v)
	return v
}

// find returns the first view that meets a condition, in random games that are the same in every run.
func find(t *testing.T, v game.Variant, condition func(game.Position, game.Square) bool) render.View {
	t.Helper()
	for seed := range uint64(20_000) {
		for view := range playout(v, seed) {
			if condition(view.Position, view.Last) {
				return view
			}
		}
	}
	t.Fatalf("%s: no random game meets the condition", v)
	return render.View{}
}

// playout yields the views of a random game, from start to end. It uses the numbers of the
// generator directly, so that a release of Go cannot change the games.
func playout(v game.Variant, seed uint64) func(func(render.View) bool) {
	return func(yield func(render.View) bool) {
		random := rand.NewPCG(seed, uint64(1+slices.Index(rules.Variants(), v)))
		view := render.View{Position: rules.Start(v, game.X)}
		for yield(view) {
			moves := view.Position.Moves()
			if len(moves) == 0 {
				return
			}
			view.Last, view.HasLast = moves[random.Uint64()%uint64(len(moves))], true
			next, err := view.Position.Play(view.Last)
			if err != nil {
				panic(err) // a legal move was refused: the rules are broken
			}
			view.Position = next
		}
	}
}
