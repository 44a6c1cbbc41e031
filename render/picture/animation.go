package picture

import (
	"errors"
	"image"
	"image/color"
	"image/gif"
	"io"

	"noughts/game"
	"noughts/render"
	"noughts/render/tiles"
)

// mostMoving is the width and height of the largest animated boards, in pixels. It is smaller than Most, because
// Discord shows animations 400 pixels wide and files must be small.
const mostMoving = 396

// Times in hundredths of a second, the unit of GIF files.
const (
	length   = 3000 // total time of all positions, divided equally within the limits fastest and slowest
	fastest  = 40   // least time per move
	slowest  = 100
	lastView = 400 // time of the last position
)

// Views returns the views of a game before its first move and after each, or the error of an illegal move.
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

// ErrNothing is returned if there are no views.
var ErrNothing = errors.New("picture: no positions")

// GIF writes the views of a game as a GIF file that loops. All views must have boards of the same
// size. Each frame has only the changed part of the picture. The numbers of buttons are not drawn.
// Errors: ErrNothing, and those of the writer.
func GIF(w io.Writer, views []render.View) error {
	if len(views) == 0 {
		return ErrNothing
	}
	return gif.EncodeAll(w, animated(views))
}

func animated(views []render.View) *gif.GIF {
	boards := make([][]tiles.Piece, len(views))
	for i, v := range views {
		boards[i] = pieces(v)
	}
	set := newSet(views[0], boards)
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

func pieces(v render.View) (all []tiles.Piece) {
	v.NoPad, v.Chosen = true, 0
	for _, piece := range render.Pieces(v) {
		all = append(all, piece)
	}
	return all
}

type set struct {
	frame  Frame
	size   int // of the board, in squares
	colors color.Palette
	ground *image.Paletted
	pieces map[tiles.Piece]*image.Paletted
}

func newSet(v render.View, boards [][]tiles.Piece) *set {
	s := &set{frame: FrameOf(v, mostMoving), size: v.Position.Variant().Size(), pieces: map[tiles.Piece]*image.Paletted{}}
	ground := s.frame.Ground()
	solid(ground, labelColor, func(at int) bool { return ground.Pix[at+3] >= 0x80 })
	drawn := []*image.RGBA{ground}
	var order []tiles.Piece
	for _, board := range boards {
		for _, piece := range board {
			if _, ok := s.pieces[piece]; ok {
				continue
			}
			s.pieces[piece] = nil
			order = append(order, piece)
			drawn = append(drawn, s.frame.onPaper(piece))
		}
	}
	palette := NewPalette(maxColors, drawn...)
	s.colors, s.ground = palette.Colors, palette.Paletted(ground)
	for i, piece := range order {
		s.pieces[piece] = palette.Paletted(drawn[i+1])
	}
	return s
}

// maxColors is the number of colours in a GIF file, including the transparent colour. Fewer colours make the file
// smaller. 160 are enough to stay within the colour error that is allowed for PNG pictures, which have up to 256
// colours.
const maxColors = 160

// draw returns the frame that shows `board` after the board `before`. The frame is the smallest rectangle with all
// changed squares. If `before` is nil, the frame is the whole picture.
func (s *set) draw(board, before []tiles.Piece) *image.Paletted {
	var changed image.Rectangle
	isNew := func(i int) bool { return before == nil || board[i] != before[i] }
	for i := range board {
		if isNew(i) {
			changed = changed.Union(s.where(i))
		}
	}
	switch {
	case before == nil:
		changed = s.frame.Bounds
	case changed.Empty(): // GIF files cannot have an empty frame
		changed = image.Rect(0, 0, 1, 1)
	}
	frame := image.NewPaletted(changed, s.colors)
	if before == nil {
		copy(frame.Pix, s.ground.Pix)
	} else {
		transparent := uint8(s.colors.Index(color.RGBA{})) // so that unchanged parts stay
		for i := range frame.Pix {
			frame.Pix[i] = transparent
		}
	}
	for i, piece := range board {
		if isNew(i) {
			s.put(frame, i, piece)
		}
	}
	return frame
}

// onPaper returns the picture of a piece on white paper, which has the shape of a square or of a closed local board.
// Pieces of both kinds cover the same pixels, so nothing of an earlier piece stays beside a later one.
func (f Frame) onPaper(piece tiles.Piece) *image.RGBA {
	drawn, square := f.Piece(piece), f.Piece(tiles.Piece{Face: tiles.Dim, Cell: piece.Cell})
	solid(drawn, color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}, func(at int) bool {
		return square.Pix[at+3] >= 0x1A || piece.Face.OnClosed() && drawn.Pix[at+3] >= 0x18 // half of their alpha
	})
	return drawn
}

// solid puts the pixels that `covers` selects, by their index in Pix, on opaque paper, and makes all others transparent.
// GIF files know nothing in between.
func solid(picture *image.RGBA, paper color.NRGBA, covers func(at int) bool) {
	for at := 0; at < len(picture.Pix); at += 4 {
		pixel := picture.Pix[at : at+4]
		if !covers(at) {
			clear(pixel)
			continue
		}
		through := 0xFF - int(pixel[3])
		for channel, of := range []uint8{paper.R, paper.G, paper.B, paper.A} {
			pixel[channel] += uint8(int(of) * through / 0xFF)
		}
	}
}

func (s *set) where(i int) image.Rectangle { return s.frame.Rect(game.At(i%s.size, i/s.size)) }

func (s *set) put(frame *image.Paletted, i int, piece tiles.Piece) {
	where, from := s.where(i), s.pieces[piece]
	for row := range where.Dy() {
		copy(frame.Pix[frame.PixOffset(where.Min.X, where.Min.Y+row):], from.Pix[row*from.Stride:(row+1)*from.Stride])
	}
}
