package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
	"noughts/render/golden"
)

const maxBytes = 40_000 // size of a file

// after returns the view after some moves.
func after(t testing.TB, v game.Variant, moves string) render.View {
	t.Helper()
	view := render.View{Position: rules.Start(v, game.X)}
	for _, word := range strings.Fields(moves) {
		s, err := game.ParseSquare(word)
		if err == nil {
			view.Position, err = view.Position.Play(s)
		}
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		view.Last, view.HasLast = s, true
	}
	return view
}

// random returns the views of a random game.
func random(v game.Variant, seed uint64) (all []render.View) {
	dice := rand.NewPCG(seed, 1)
	view := render.View{Position: rules.Start(v, game.X)}
	for all = append(all, view); ; all = append(all, view) {
		moves := view.Position.Moves()
		if len(moves) == 0 {
			return all
		}
		view.Last, view.HasLast = moves[dice.Uint64()%uint64(len(moves))], true
		view.Position, _ = view.Position.Play(view.Last)
	}
}

// maxError is the largest allowed difference of a colour channel, from 0 to 255, between a file and its drawing.
const maxError = 16

// decoded writes a view as a PNG file and returns the decoded picture.
func decoded(t testing.TB, v render.View) image.Image {
	t.Helper()
	var file bytes.Buffer
	if err := PNG(&file, v); err != nil {
		t.Fatal(err)
	}
	if file.Len() > maxBytes {
		t.Errorf("%s: %d bytes", v.Position, file.Len())
	}
	picture, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := 0, drawn(v); i < len(want.Pix); i += 4 {
		x, y := i/4%want.Rect.Dx(), i/4/want.Rect.Dx()
		got, _ := color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA)
		if _, d := nearest([]color.RGBA{want.RGBAAt(x, y)}, got); d > maxError {
			t.Fatalf("%s: the file has %v at (%d, %d), drawn was %v", v.Position, got, x, y, want.RGBAAt(x, y))
		}
	}
	return picture
}

// TestPictures compares pictures with golden files.
func TestPictures(t *testing.T) {
	t.Parallel()
	game9 := random(game.Ultimate, 1)
	middle := game9[30]
	without := middle
	without.NoLabels, without.Ended = true, true
	worth, marked := game9[29], middle
	worth.Heat, marked.Marked = map[game.Square]float64{}, []game.Square{game.At(4, 3), game.At(0, 0), game.At(8, 8)}
	for i, s := range worth.Position.Moves() {
		worth.Heat[s] = float64(i%10) / 10
	}
	for name, scene := range map[string]render.View{
		"ultimate-middle":   middle,
		"ultimate-resigned": without,
		"ultimate-worth":    worth,
		"ultimate-marked":   marked,
		"ultimate-end":      game9[len(game9)-1],
		"classic3-won":      after(t, game.Classic(3), "a1 b1 b2 c1 c3"),
		"classic1-start":    after(t, game.Classic(1), ""),
		"misere4-lost":      after(t, rules.Misere(4), "a1 a2 b1 b2 c1 c2 d4 d2"),
		"classic9-middle":   random(game.Classic(9), 1)[30],
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.Picture(t, name+".png", drawn(scene))
		})
	}
}

// TestEveryPosition draws some positions of a random game of each variant. Each file must be small.
// The last move must have changed the picture, and so must the sign that points out the last move.
func TestEveryPosition(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		views := random(v, 7)
		for i := 1; i < len(views); i += max(1, len(views)/4) {
			view := views[i]
			decoded(t, view)
			now := drawn(view)
			if bytes.Equal(now.Pix, drawn(views[i-1]).Pix) {
				t.Errorf("%s and %s look the same", views[i-1].Position, view.Position)
			}
			if view.HasLast = false; bytes.Equal(now.Pix, drawn(view).Pix) {
				t.Errorf("%s: the last move %s is not to be seen", view.Position, view.Last)
			}
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	view := random(game.Ultimate, 1)[40]
	for b.Loop() {
		if err := PNG(io.Discard, view); err != nil {
			b.Fatal(err)
		}
	}
}

func TestTrophy(t *testing.T) {
	t.Parallel()
	golden.Picture(t, "trophy.png", Trophy(128))
}
