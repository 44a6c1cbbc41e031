package picture

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/misere"
	"noughts/game/rules"
	"noughts/render"
	"noughts/render/golden"
)

const maxBytes = 40_000 // of a picture

// after returns the view after moves.
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

// decoded returns what the PNG file of a view shows.
func decoded(t testing.TB, v render.View, theme Theme) image.Image {
	t.Helper()
	var file bytes.Buffer
	if err := PNG(&file, v, theme); err != nil {
		t.Fatal(err)
	}
	if file.Len() > maxBytes {
		t.Errorf("%s: %d bytes", v.Position, file.Len())
	}
	picture, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// TestPictures compares pictures with those that were looked at.
func TestPictures(t *testing.T) {
	t.Parallel()
	game9 := random(game.Ultimate, 1)
	middle := game9[30]
	without := middle
	without.NoLabels, without.Ended = true, true
	for name, view := range map[string]render.View{
		"ultimate-middle":   middle,
		"ultimate-resigned": without,
		"ultimate-end":      game9[len(game9)-1],
		"classic3-won":      after(t, game.Classic(3), "a1 b1 b2 c1 c3"),
		"classic1-start":    after(t, game.Classic(1), ""),
		"misere4-lost":      after(t, misere.Variant(4), "a1 a2 b1 b2 c1 c2 d4 d2"),
		"classic9-middle":   random(game.Classic(9), 1)[30],
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.Picture(t, name+".dark.png", decoded(t, view, Dark))
			golden.Picture(t, name+".light.png", decoded(t, view, Light))
		})
	}
}

// TestEveryPosition draws positions of random games of all variants: each file is small, and each move changes the picture.
func TestEveryPosition(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		views := random(v, 7)
		for i := 1; i < len(views); i += max(1, len(views)/6) {
			before, now := decoded(t, views[i-1], Light), decoded(t, views[i], Light)
			if changed(before, now) == 0 {
				t.Errorf("%s and %s look the same", views[i-1].Position, views[i].Position)
			}
			noLast := views[i]
			noLast.HasLast = false
			if changed(decoded(t, noLast, Light), now) == 0 {
				t.Errorf("%s: the last move %s is not to be seen", views[i].Position, views[i].Last)
			}
		}
	}
}

// changed returns how many pixels of two pictures differ.
func changed(a, b image.Image) (n int) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}

func BenchmarkPNG(b *testing.B) {
	view := random(game.Ultimate, 1)[50]
	for b.Loop() {
		if err := PNG(io.Discard, view, Dark); err != nil {
			b.Fatal(err)
		}
	}
}
