package tiles

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// A Canvas is a rectangle of an image with its own units. Drawing outside the rectangle does nothing.
type Canvas struct {
	image  *image.RGBA
	window image.Rectangle
	scale  float32         // pixels per unit
	x, y   float32         // coordinates of the window's top left corner, in units
	area   image.Rectangle // part of the window that the current shape may cover
	path   vector.Rasterizer
	mask   []uint8 // the buffer of stencil
	glyphs sfnt.Buffer
}

// NewCanvas returns a canvas on an image.
func NewCanvas(on *image.RGBA) *Canvas { return &Canvas{image: on, window: on.Bounds(), scale: 1} }

// Window restricts drawing to a rectangle of the image. `scale` is the number of pixels per unit, and (x, y) is the
// point at the rectangle's top left corner.
//
// Processors with fused multiplications round the outline of a shape differently, because it is in float32. The rest of
// a shape of at most 512 by 512 pixels is computed with integers. So only few pixels depend on the processor, and those
// differ by at most 4 of 255.
func (c *Canvas) Window(window image.Rectangle, scale, x, y float32) {
	c.window, c.scale, c.x, c.y = window.Intersect(c.image.Bounds()), scale, x, y
}

// A Box is a rectangle in a canvas, in the canvas's units.
type Box struct{ X0, Y0, X1, Y1 float32 }

// Inset returns the box reduced by d on each side.
func (b Box) Inset(d float32) Box { return Box{b.X0 + d, b.Y0 + d, b.X1 - d, b.Y1 - d} }

func around(x, y, half float32) Box { return Box{x - half, y - half, x + half, y + half} }

// Middle returns the centre of the box.
func (b Box) Middle() (x, y float32) { return (b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2 }

// Fill fills a box whose corners are rounded with a radius.
func (c *Canvas) Fill(b Box, radius float32, ink color.NRGBA) {
	c.begin(b)
	c.rounded(b, radius)
	c.paint(ink)
}

// Frame draws a line of a width along the inner side of a rounded box.
func (c *Canvas) Frame(b Box, radius, width float32, ink color.NRGBA) {
	c.begin(b)
	c.rounded(b, radius)
	c.hole(b.Inset(width), max(radius-width, 0))
	c.paint(ink)
}

// Ring draws a circle around a point. Its line has a width and is centred on the radius.
func (c *Canvas) Ring(x, y, radius, width float32, ink color.NRGBA) {
	c.Frame(around(x, y, radius+width/2), radius+width/2, width, ink)
}

// Bar draws a horizontal line with round ends. Its centre line extends by `half` to the left and right of a point.
func (c *Canvas) Bar(x, y, half, width float32, ink color.NRGBA) {
	r := width / 2
	c.Fill(Box{x - half - r, y - r, x + half + r, y + r}, r, ink)
}

// Cross draws two diagonal lines with round ends through a point. They extend by `half` in each direction.
func (c *Canvas) Cross(x, y, half, width float32, ink color.NRGBA) {
	for _, down := range []float32{1, -1} {
		c.begin(around(x, y, half+width/2))
		c.diagonal(x, y, half, width/2, down)
		c.paint(ink)
	}
}

// round is the distance of a quarter circle's Bézier control points from its ends, for radius 1.
const round = 0.5522848

func (c *Canvas) rounded(b Box, r float32) { c.corners(b, r, r) }

// hole removes a rounded box from the path. It adds the box in the opposite direction.
func (c *Canvas) hole(b Box, r float32) { c.corners(Box{b.X1, b.Y0, b.X0, b.Y1}, -r, r) }

func (c *Canvas) corners(b Box, rx, ry float32) {
	kx, ky := rx*(1-round), ry*(1-round)
	c.move(b.X0+rx, b.Y0)
	c.line(b.X1-rx, b.Y0)
	c.curve(b.X1-kx, b.Y0, b.X1, b.Y0+ky, b.X1, b.Y0+ry)
	c.line(b.X1, b.Y1-ry)
	c.curve(b.X1, b.Y1-ky, b.X1-kx, b.Y1, b.X1-rx, b.Y1)
	c.line(b.X0+rx, b.Y1)
	c.curve(b.X0+kx, b.Y1, b.X0, b.Y1-ky, b.X0, b.Y1-ry)
	c.line(b.X0, b.Y0+ry)
	c.curve(b.X0, b.Y0+ky, b.X0+kx, b.Y0, b.X0+rx, b.Y0)
	c.path.ClosePath()
}

// diagonal adds a diagonal line with round ends to the path. It goes from the left down to the
// right if `down` is 1, and up to the right if `down` is -1. r is half the line's width.
func (c *Canvas) diagonal(x, y, half, r, down float32) {
	const slant = 0.70710678 // length along x and y of a diagonal of length 1
	n, k := r*slant, r*round*slant
	// at returns a point with an offset from one of the line's ends.
	at := func(end, dx, dy float32) (float32, float32) { return x + end + dx, y + down*(end+dy) }
	curve := func(end, dx1, dy1, dx2, dy2, dx3, dy3 float32) {
		x1, y1 := at(end, dx1, dy1)
		x2, y2 := at(end, dx2, dy2)
		x3, y3 := at(end, dx3, dy3)
		c.curve(x1, y1, x2, y2, x3, y3)
	}
	c.move(at(-half, n, -n))
	c.line(at(half, n, -n))
	curve(half, n+k, -n+k, n+k, n-k, n, n)
	curve(half, n-k, n+k, -n+k, n+k, -n, n)
	c.line(at(-half, -n, n))
	curve(-half, -n-k, n-k, -n-k, -n+k, -n, -n)
	curve(-half, -n+k, -n-k, n-k, -n-k, n, -n)
	c.path.ClosePath()
}

func (c *Canvas) begin(b Box) {
	c.restrict(b)
	c.path.Reset(c.area.Dx(), c.area.Dy())
}

func (c *Canvas) restrict(b Box) {
	left, top := c.pixel(b.X0, b.Y0)
	right, bottom := c.pixel(b.X1, b.Y1)
	box := image.Rect(int(left)-1, int(top)-1, int(right)+2, int(bottom)+2)
	c.area = box.Add(c.window.Min).Intersect(c.window)
}

// stencil returns a mask for the current area. Its origin is the area's top left corner. It is not cleared: it still
// has pixels of earlier shapes.
func (c *Canvas) stencil() *image.Alpha {
	wide, high := c.area.Dx(), c.area.Dy()
	if wide*high > len(c.mask) {
		c.mask = make([]uint8, wide*high)
	}
	return &image.Alpha{Pix: c.mask[:wide*high], Stride: wide, Rect: image.Rect(0, 0, wide, high)}
}

func (c *Canvas) paint(ink color.NRGBA) {
	mask := c.stencil()
	c.path.DrawOp = draw.Src
	c.path.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	c.blend(mask, ink)
}

// blend draws a colour over the current area, where a mask covers it. The result differs from draw.DrawMask's by
// at most 1 of 255. It saves work: most pixels of a mask are not covered, or repeat the covered pixel before them.
func (c *Canvas) blend(mask *image.Alpha, ink color.NRGBA) {
	var covered uint8         // of the last covered pixel; 0 before the first
	var under, mixed [4]uint8 // that pixel before and after it was drawn over
	for y := range mask.Rect.Dy() {
		row := mask.Pix[y*mask.Stride:][:mask.Rect.Dx()]
		pix := c.image.Pix[c.image.PixOffset(c.area.Min.X, c.area.Min.Y+y):]
		for x, cover := range row {
			if cover == 0 {
				continue
			}
			at := (*[4]uint8)(pix[4*x:])
			if cover != covered || *at != under {
				covered, under = cover, *at
				mixed = mix(under, ink, cover)
			}
			*at = mixed
		}
	}
}

// mix draws a colour over a pixel with premultiplied alpha. `cover`, from 0 to 255, is the covered part of the pixel.
func mix(under [4]uint8, ink color.NRGBA, cover uint8) (mixed [4]uint8) {
	const full = 255 * 255
	alpha := uint32(ink.A) * uint32(cover)
	for i, channel := range [4]uint8{ink.R, ink.G, ink.B, 255} {
		mixed[i] = uint8((uint32(channel)*alpha + uint32(under[i])*(full-alpha) + full/2) / full)
	}
	return mixed
}

func (c *Canvas) pixel(x, y float32) (px, py float32) {
	return (x - c.x) * c.scale, (y - c.y) * c.scale
}

func (c *Canvas) px(x float32) float32 { return (x-c.x)*c.scale - float32(c.area.Min.X-c.window.Min.X) }
func (c *Canvas) py(y float32) float32 { return (y-c.y)*c.scale - float32(c.area.Min.Y-c.window.Min.Y) }

func (c *Canvas) move(x, y float32) { c.path.MoveTo(c.px(x), c.py(y)) }
func (c *Canvas) line(x, y float32) { c.path.LineTo(c.px(x), c.py(y)) }
func (c *Canvas) curve(x1, y1, x2, y2, x3, y3 float32) {
	c.path.CubeTo(c.px(x1), c.py(y1), c.px(x2), c.py(y2), c.px(x3), c.py(y3))
}

// A Point is a place in a canvas, in the canvas's units.
type Point struct{ X, Y float32 }

func boxOf(points []Point) Box {
	b := Box{points[0].X, points[0].Y, points[0].X, points[0].Y}
	for _, p := range points {
		b = Box{min(b.X0, p.X), min(b.Y0, p.Y), max(b.X1, p.X), max(b.Y1, p.Y)}
	}
	return b
}

// Area fills a polygon.
func (c *Canvas) Area(points []Point, ink color.NRGBA) {
	c.begin(boxOf(points))
	c.move(points[0].X, points[0].Y)
	for _, p := range points[1:] {
		c.line(p.X, p.Y)
	}
	c.path.ClosePath()
	c.paint(ink)
}

// Line draws a line of a width through points, with round ends and corners. A single point is drawn as a dot.
//
// If pieces of the line overlap, a pixel is covered as much as by the one piece that covers it most. So edges stay
// smooth, even if hundreds of short pieces form one stroke.
func (c *Canvas) Line(points []Point, width float32, ink color.NRGBA) {
	c.restrict(boxOf(points).Inset(-width/2 - 1))
	mask, radius := c.stencil(), float64(width*c.scale)/2
	clear(mask.Pix)
	at := func(p Point) (x, y float64) {
		px, py := c.pixel(p.X, p.Y)
		return float64(px) + float64(c.window.Min.X-c.area.Min.X), float64(py) + float64(c.window.Min.Y-c.area.Min.Y)
	}
	x0, y0 := at(points[0])
	cover(mask, x0, y0, 0, 0, radius)
	for _, p := range points[1:] {
		x1, y1 := at(p)
		// The line is cut into short parts, which have small bounding boxes, so that few pixels are visited in vain.
		parts := math.Ceil(max(math.Abs(x1-x0), math.Abs(y1-y0)) / 16)
		dx, dy := (x1-x0)/max(parts, 1), (y1-y0)/max(parts, 1)
		for i := range int(parts) {
			cover(mask, x0+float64(i)*dx, y0+float64(i)*dy, dx, dy, radius)
		}
		x0, y0 = x1, y1
	}
	c.blend(mask, ink)
}

// cover adds the pixels within a radius of the straight line from (x, y) to (x+dx, y+dy) to a mask.
// It uses 16 shades: enough for smooth edges, and few enough for a small palette.
func cover(mask *image.Alpha, x, y, dx, dy, radius float64) {
	reach := radius + 1
	box := image.Rect(
		int(math.Floor(min(x, x+dx)-reach)), int(math.Floor(min(y, y+dy)-reach)),
		int(math.Ceil(max(x, x+dx)+reach)), int(math.Ceil(max(y, y+dy)+reach)),
	).Intersect(mask.Rect)
	square, edge := max(dx*dx+dy*dy, 1e-9), (radius+0.5)*(radius+0.5)
	for row := box.Min.Y; row < box.Max.Y; row++ {
		left, right := box.Min.X, box.Max.X
		if math.Abs(dy) > 1 { // a steep line is near only a few pixels of the row
			middle, half := x+(float64(row)+0.5-y)*dx/dy, reach*math.Sqrt(square)/math.Abs(dy)
			left, right = max(left, int(math.Floor(middle-half))), min(right, int(math.Ceil(middle+half)))
		}
		for col := left; col < right; col++ {
			px, py := float64(col)+0.5-x, float64(row)+0.5-y
			along := min(max((px*dx+py*dy)/square, 0), 1)
			px, py = px-along*dx, py-along*dy
			if away := px*px + py*py; away < edge {
				covered := min(radius+0.5-math.Sqrt(away), 1)
				i := mask.PixOffset(col, row)
				mask.Pix[i] = max(mask.Pix[i], 0x11*uint8(covered*15+0.5))
			}
		}
	}
}
