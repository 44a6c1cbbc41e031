// Package animation draws games as animated GIF files, move by move, as package picture draws each position.
package animation

import (
	"errors"
	"image"
	"image/color"
	"image/gif"
	"io"

	"noughts/game"
	"noughts/render"
	"noughts/render/picture"
	"noughts/render/tiles"
)

// Most is the width and height of the largest boards, in pixels. It is less than in pictures, because Discord
// shows animations 400 pixels wide and files must be small.
const Most = 396

// Times in hundredths of a second, as GIF files have them.
const (
	length   = 3000 // of all moves, if that is neither too fast nor too slow:
	fastest  = 40   // of a move
	slowest  = 100
	lastView = 400 // of the last position
)

// Views returns the views of a game, before its first move and after each. Errors: those of
// game.Position.Play.
func Views(start game.Position, moves []game.Square) ([]render.View, error) {
	views := []render.View{{Position: start}}
	for _, move := range moves {
		next, err := views[len(views)-1].Position.Play(move)
		if err != nil {
			return nil, err
		}
		views = append(views, render.View{Position: next, Last: move, HasLast: true})
	}
	return views, nil
}

// ErrNothing is returned for a game without positions.
var ErrNothing = errors.New("animation: no positions")

// GIF writes the views of a game on one board as a GIF file that loops. Each frame has only the changed part
// of the picture. Pads and choices on them are not drawn. Errors: ErrNothing, and those of the writer.
func GIF(w io.Writer, views []render.View, t picture.Theme) error {
	if len(views) == 0 {
		return ErrNothing
	}
	return gif.EncodeAll(w, drawn(views, t))
}

// drawn returns the frames.
func drawn(views []render.View, t picture.Theme) *gif.GIF {
	boards := make([][]tiles.Piece, len(views))
	for i, v := range views {
		boards[i] = pieces(v)
	}
	set := newSet(views[0], boards, t)
	bounds := set.frame.Bounds
	animation := &gif.GIF{Config: image.Config{ColorModel: set.colors, Width: bounds.Dx(), Height: bounds.Dy()}}
	for i, board := range boards {
		var before []tiles.Piece
		if i > 0 {
			before = boards[i-1]
		}
		animation.Image = append(animation.Image, set.draw(board, before))
		animation.Delay = append(animation.Delay, min(max(length/len(views), fastest), slowest))
		animation.Disposal = append(animation.Disposal, gif.DisposalNone)
	}
	animation.Delay[len(views)-1] = lastView
	return animation
}

// pieces returns the pieces of a view's squares, in reading order.
func pieces(v render.View) (all []tiles.Piece) {
	v.NoPad, v.Chosen = true, 0
	for _, piece := range render.Pieces(v) {
		all = append(all, piece)
	}
	return all
}

// A set has the parts that the frames of a game are composed of, in their common colors.
type set struct {
	frame  picture.Frame
	size   int // of the board
	colors color.Palette
	ground *image.Paletted
	pieces map[tiles.Piece]*image.Paletted
}

// newSet draws each piece of some boards once. v is the view of one of them.
func newSet(v render.View, boards [][]tiles.Piece, t picture.Theme) *set {
	s := &set{frame: picture.FrameOf(v, Most), size: v.Position.Variant().Size(), pieces: map[tiles.Piece]*image.Paletted{}}
	ground := s.frame.Ground(t)
	drawn := []*image.RGBA{ground}
	var order []tiles.Piece
	for _, board := range boards {
		for _, piece := range board {
			if _, ok := s.pieces[piece]; ok {
				continue
			}
			s.pieces[piece] = nil
			order = append(order, piece)
			drawn = append(drawn, s.frame.Piece(piece, t))
		}
	}
	palette := picture.NewPalette(maxColors-1, drawn...)
	s.colors, s.ground = append(palette.Colors, color.RGBA{}), palette.Paletted(ground)
	for i, piece := range order {
		s.pieces[piece] = palette.Paletted(drawn[i+1])
	}
	return s
}

// maxColors is the number of colors in a file, the transparent one included. Fewer make the file smaller;
// with this number no color is farther from the original than in a picture.
const maxColors = 160

// draw returns the frame that turns one board into the next: the smallest part with all changed squares.
// Without a previous board it is the whole picture.
func (s *set) draw(board, before []tiles.Piece) *image.Paletted {
	if before == nil {
		frame := image.NewPaletted(s.frame.Bounds, s.colors)
		copy(frame.Pix, s.ground.Pix)
		for i, piece := range board {
			s.put(frame, i, piece)
		}
		return frame
	}
	var changed image.Rectangle
	for i, piece := range board {
		if piece != before[i] {
			changed = changed.Union(s.where(i))
		}
	}
	if changed.Empty() { // which no file can have
		changed = image.Rect(0, 0, 1, 1)
	}
	frame := image.NewPaletted(changed, s.colors)
	for i := range frame.Pix {
		frame.Pix[i] = uint8(len(s.colors) - 1) // what does not change stays
	}
	for i, piece := range board {
		if piece != before[i] {
			s.put(frame, i, piece)
		}
	}
	return frame
}

// where returns the place of the i-th square.
func (s *set) where(i int) image.Rectangle { return s.frame.Where(game.At(i%s.size, i/s.size)) }

// put draws a piece on a square.
func (s *set) put(frame *image.Paletted, i int, piece tiles.Piece) {
	where, from := s.where(i), s.pieces[piece]
	for row := range where.Dy() {
		copy(frame.Pix[frame.PixOffset(where.Min.X, where.Min.Y+row):], from.Pix[row*from.Stride:(row+1)*from.Stride])
	}
}
