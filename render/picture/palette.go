package picture

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"slices"
)

// paletted returns a picture with the 256 colours that are most of it, and instead of any other the one
// next to it. Those of the areas are kept; what is lost are some of the many in between at the edges.
func paletted(picture *image.RGBA) *image.Paletted {
	counts := map[color.RGBA]int{}
	for s := range runs(picture) {
		counts[s.color] += s.end - s.begin
	}
	all := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var palette color.Palette
	for _, c := range all[:min(len(all), 256)] {
		palette = append(palette, c)
	}
	index := map[color.RGBA]uint8{}
	for _, c := range all {
		index[c] = uint8(palette.Index(c))
	}
	out := image.NewPaletted(picture.Bounds(), palette)
	for s := range runs(picture) {
		i := index[s.color]
		for p := s.begin; p < s.end; p++ {
			out.Pix[p] = i
		}
	}
	return out
}

// A run is neighbouring pixels of one colour, by their numbers from the first.
type run struct {
	color      color.RGBA
	begin, end int
}

// runs yields the pixels of a picture.
func runs(picture *image.RGBA) func(func(run) bool) {
	return func(yield func(run) bool) {
		pix := picture.Pix
		for i := 0; i < len(pix); {
			now := run{color: color.RGBA{pix[i], pix[i+1], pix[i+2], pix[i+3]}, begin: i / 4}
			for i < len(pix) && pix[i] == now.color.R && pix[i+1] == now.color.G && pix[i+2] == now.color.B && pix[i+3] == now.color.A {
				i += 4
			}
			now.end = i / 4
			if !yield(now) {
				return
			}
		}
	}
}
