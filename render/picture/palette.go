package picture

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"maps"
	"slices"
)

// A Palette is a small set of colours. Frequent ones are exact; a rare one becomes a similar more frequent one.
type Palette struct {
	Colors color.Palette
	index  map[color.RGBA]uint8 // index in Colors of each colour of the pictures
}

// NewPalette returns a palette for the pictures, with up to `most` colours. `most` must not exceed 256.
func NewPalette(most int, pictures ...*image.RGBA) *Palette {
	counts := map[color.RGBA]int{}
	for _, picture := range pictures {
		for s := range runs(picture) {
			counts[s.color] += s.end - s.begin
		}
	}
	byCount := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B), int(a.A)-int(b.A))
	})
	var palette []color.RGBA
	index := make(map[color.RGBA]uint8, len(byCount))
	for _, c := range byCount {
		next, distance := nearest(palette, c)
		if distance > alike && len(palette) < most {
			next, palette = len(palette), append(palette, c)
		}
		index[c] = uint8(next)
	}
	p := &Palette{index: index}
	for _, c := range palette {
		p.Colors = append(p.Colors, c)
	}
	return p
}

// Paletted converts one of the pictures that the palette was made for.
func (p *Palette) Paletted(picture *image.RGBA) *image.Paletted {
	out := image.NewPaletted(picture.Bounds(), p.Colors)
	for s := range runs(picture) {
		if i := p.index[s.color]; i > 0 { // out begins as a picture of colour 0, the most frequent one
			pixels := out.Pix[s.begin:s.end]
			for p := range pixels {
				pixels[p] = i
			}
		}
	}
	return out
}

// alike is the largest difference of two colours that are merged while the palette has room. The difference is that of
// the channel (0 to 255) that differs most.
const alike = 7

func nearest(palette []color.RGBA, c color.RGBA) (index, distance int) {
	distance = 256
	for i, p := range palette {
		d := max(apart(p.R, c.R), apart(p.G, c.G), apart(p.B, c.B), apart(p.A, c.A))
		if d < distance {
			index, distance = i, d
		}
	}
	return index, distance
}

func apart(a, b uint8) int { return int(max(a, b) - min(a, b)) }

// A run is a sequence of adjacent pixels of one colour. Pixels are numbered from the first in the picture.
type run struct {
	color      color.RGBA
	begin, end int
}

func runs(picture *image.RGBA) func(func(run) bool) {
	const chunk = 16 * 4 // bytes; areas of one colour are compared in chunks
	return func(yield func(run) bool) {
		pix := picture.Pix
		for i := 0; i < len(pix); {
			now := run{color: color.RGBA{pix[i], pix[i+1], pix[i+2], pix[i+3]}, begin: i / 4}
			one := binary.LittleEndian.Uint32(pix[i:])
			for i += 4; i+chunk <= len(pix) && bytes.Equal(pix[i:i+chunk], pix[i-4:i-4+chunk]); {
				i += chunk
			}
			for i < len(pix) && binary.LittleEndian.Uint32(pix[i:]) == one {
				i += 4
			}
			now.end = i / 4
			if !yield(now) {
				return
			}
		}
	}
}
