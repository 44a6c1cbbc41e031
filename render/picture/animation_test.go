package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"testing"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
	"noughts/render/golden"
)

const (
	maxMovingBytes = 500_000 // size of a file
)

// composed returns the image that a viewer of GIF files shows after each frame.
func composed(t *testing.T, file *gif.GIF) (shown []*image.RGBA) {
	t.Helper()
	screen := image.NewRGBA(image.Rect(0, 0, file.Config.Width, file.Config.Height))
	for i, frame := range file.Image {
		if !frame.Rect.In(screen.Rect) || frame.Rect.Empty() || file.Disposal[i] != gif.DisposalNone {
			t.Fatalf("frame %d covers %v of %v, disposal %d", i, frame.Rect, screen.Rect, file.Disposal[i])
		}
		draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
		now := *screen
		now.Pix = bytes.Clone(screen.Pix)
		shown = append(shown, &now)
	}
	return shown
}

// differs returns a point where two pictures differ by more than maxError.
func differs(a, b *image.RGBA) (at image.Point, yes bool) {
	if a.Rect != b.Rect {
		return at, true
	}
	for i := range a.Pix {
		if apart(a.Pix[i], b.Pix[i]) > maxError {
			return image.Pt(i/4%a.Rect.Dx(), i/4/a.Rect.Dx()), true
		}
	}
	return at, false
}

// TestFrames decodes animations of random games of several variants and sizes. After each frame the
// image must equal the picture of the position. The animation must loop, and the last position must
// stay longer. In long games every ninth frame is compared.
func TestFrames(t *testing.T) {
	t.Parallel()
	for _, v := range []game.Variant{game.Classic(1), game.Classic(3), game.Ultimate, game.InARow(7, 4), rules.Misere(4)} {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			views := random(v, 3)
			for i := range views {
				views[i].NoLabels = true // TestLooks compares the labels
			}
			var b bytes.Buffer
			if err := GIF(&b, views); err != nil {
				t.Fatal(err)
			}
			if b.Len() > maxMovingBytes {
				t.Errorf("%d bytes for %d moves", b.Len(), len(views)-1)
			}
			file, err := gif.DecodeAll(&b)
			if err != nil {
				t.Fatal(err)
			}
			if len(file.Image) != len(views) || file.LoopCount != 0 {
				t.Fatalf("%d frames for %d views, %d loops", len(file.Image), len(views), file.LoopCount)
			}
			for i, got := range composed(t, file) {
				view := views[i]
				view.NoPad = true
				last := i == len(views)-1
				if d := file.Delay[i]; last != (d > slowest) || d < fastest {
					t.Errorf("frame %d of %d stays %d hundredths", i, len(views), d)
				}
				if i%9 > 0 && !last && len(views) > 9 {
					continue
				}
				frame := FrameOf(view, mostMoving)
				want := frame.Ground()
				for s, piece := range render.Pieces(view) {
					draw.Draw(want, frame.Rect(s), frame.onPaper(piece), image.Point{}, draw.Src)
				}
				if at, yes := differs(got, want); yes {
					t.Fatalf("frame %d, %s: it differs from the picture at %v", i, view.Position, at)
				}
			}
		})
	}
}

// TestOnlyWhatChanges checks that a frame of a classic game covers no more than the rectangle around the two squares
// that a move changes: the new mark and the previous last move. This keeps files small.
func TestOnlyWhatChanges(t *testing.T) {
	t.Parallel()
	views, err := Views(rules.Start(game.Classic(5), game.X), []game.Square{game.At(0, 0), game.At(1, 0), game.At(4, 4)})
	if err != nil {
		t.Fatal(err)
	}
	file := animated(views)
	frame := FrameOf(views[0], mostMoving)
	wants := []image.Rectangle{
		frame.Bounds,
		frame.Rect(game.At(0, 0)),
		frame.Rect(game.At(0, 0)).Union(frame.Rect(game.At(1, 0))),
		frame.Rect(game.At(1, 0)).Union(frame.Rect(game.At(4, 4))),
	}
	for i, want := range wants {
		if got := file.Image[i].Rect; got != want {
			t.Errorf("frame %d covers %v, wanted %v", i, got, want)
		}
	}
	between := file.Image[3].At(frame.Rect(game.At(2, 2)).Min.X, frame.Rect(game.At(2, 2)).Min.Y)
	if between != (color.RGBA{}) {
		t.Errorf("a square that did not change has the colour %v", between)
	}
}

// TestLooks compares the first, a middle and the last frame of a game with golden files.
func TestLooks(t *testing.T) {
	t.Parallel()
	views := random(game.Ultimate, 1)
	views[len(views)-1].Ended = true
	var b bytes.Buffer
	if err := GIF(&b, views); err != nil {
		t.Fatal(err)
	}
	file, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	shown := composed(t, file)
	golden.Picture(t, "start.png", shown[0])
	golden.Picture(t, "middle.png", shown[25])
	golden.Picture(t, "end.png", shown[len(shown)-1])
}

// TestNothing checks that GIF returns ErrNothing without positions, that Views refuses a square marked twice, and that
// GIF draws a repeated position as a second frame.
func TestNothing(t *testing.T) {
	t.Parallel()
	if err := GIF(io.Discard, nil); !errors.Is(err, ErrNothing) {
		t.Errorf("no positions: %v", err)
	}
	if _, err := Views(rules.Start(game.Classic(3), game.X), []game.Square{0, 0}); !errors.Is(err, game.ErrOwnSquare) && !errors.Is(err, game.ErrOpponentSquare) {
		t.Errorf("a square twice: %v", err)
	}
	// A repeated position makes a frame without changes.
	view := render.View{Position: rules.Start(game.Classic(1), game.X)}
	var b bytes.Buffer
	if err := GIF(&b, []render.View{view, view}); err != nil {
		t.Fatal(err)
	}
	if file, err := gif.DecodeAll(&b); err != nil || len(file.Image) != 2 {
		t.Errorf("the same position twice: %v", err)
	}
}

// BenchmarkGIF draws a game of Ultimate with 60 moves or more, and reports the size of the file.
func BenchmarkGIF(b *testing.B) {
	var views []render.View
	for seed := uint64(1); len(views) < 61; seed++ {
		views = random(game.Ultimate, seed)
	}
	var file bytes.Buffer
	for b.Loop() {
		file.Reset()
		if err := GIF(&file, views[:61]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(file.Len()), "bytes")
}
