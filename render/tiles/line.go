package tiles

import (
	"image"
	"image/color"
	"math"
)

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
