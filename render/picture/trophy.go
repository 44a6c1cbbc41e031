package picture

import (
	"image"
	"image/color"
	"image/draw"

	"noughts/render/tiles"
)

// Trophy returns the picture of a golden cup on an opaque background. `size` is its width and height in pixels.
func Trophy(size int, t Theme) *image.RGBA {
	const units = 100 // width and height of the drawing in units
	gold, shade := color.NRGBA{0xF2, 0xB7, 0x05, 0xFF}, color.NRGBA{0xC4, 0x8A, 0x00, 0xFF}
	drawn := image.NewRGBA(image.Rect(0, 0, size, size))
	draw.Draw(drawn, drawn.Rect, image.NewUniform(t.Ground), image.Point{}, draw.Src)
	canvas := tiles.NewCanvas(drawn)
	canvas.Window(drawn.Rect, float32(size)/units, 0, 0)
	canvas.Ring(26, 31, 13, 6, shade) // the handles
	canvas.Ring(74, 31, 13, 6, shade)
	canvas.Fill(tiles.Box{X0: 45, Y0: 58, X1: 55, Y1: 80}, 2, shade)
	canvas.Fill(tiles.Box{X0: 28, Y0: 14, X1: 72, Y1: 24}, 5, gold)
	canvas.Area([]tiles.Point{
		{X: 29, Y: 20}, {X: 71, Y: 20}, {X: 70, Y: 40}, {X: 66, Y: 52}, {X: 59, Y: 61}, {X: 50, Y: 65},
		{X: 41, Y: 61}, {X: 34, Y: 52}, {X: 30, Y: 40},
	}, gold)
	canvas.Fill(tiles.Box{X0: 36, Y0: 72, X1: 64, Y1: 80}, 3, gold)
	canvas.Fill(tiles.Box{X0: 29, Y0: 79, X1: 71, Y1: 90}, 3, shade)
	return drawn
}
