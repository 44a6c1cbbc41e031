package tiles

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"regexp"
	"sync"
	"testing"

	"golang.org/x/image/draw"

	"noughts/game"
	"noughts/render/golden"
)

const (
	maxBytes = 5 << 10 // size of a file, far below Discord's 256 KiB
	maxStage = 45      // tiles per stage; Discord may accept no more than about 50 per hour
)

// grounds are the backgrounds of messages and containers in Discord's dark and light themes.
var grounds = []color.NRGBA{{0x2B, 0x2D, 0x31, 0xFF}, {0x31, 0x33, 0x38, 0xFF}, {0xFF, 0xFF, 0xFF, 0xFF}, {0xF2, 0xF3, 0xF5, 0xFF}}

// drawnOnce caches the decoded pictures of tiles, which several tests need.
var drawnOnce sync.Map

// decoded returns the decoded picture of a tile.
func decoded(t testing.TB, tile Tile) *image.NRGBA {
	t.Helper()
	if known, ok := drawnOnce.Load(tile.Piece); ok {
		return known.(*image.NRGBA)
	}
	file, err := tile.PNG()
	if err != nil {
		t.Fatal(err)
	}
	if len(file) > maxBytes {
		t.Errorf("%s has %d bytes", tile.Name, len(file))
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if picture.Bounds() != image.Rect(0, 0, Size, Size) {
		t.Fatalf("%s covers %v", tile.Name, picture.Bounds())
	}
	plain := image.NewNRGBA(picture.Bounds()) // opaque pictures are decoded to another type
	draw.Copy(plain, image.Point{}, picture, picture.Bounds(), draw.Src, nil)
	drawnOnce.Store(tile.Piece, plain)
	return plain
}

// TestPictures compares all tiles, reduced in size, with a golden file.
func TestPictures(t *testing.T) {
	t.Parallel()
	const side, columns = 32, 18
	list := All()
	sheet := image.NewRGBA(image.Rect(0, 0, columns*side, (len(list)+columns-1)/columns*side))
	for i, tile := range list {
		at := image.Pt(i%columns*side, i/columns*side)
		draw.BiLinear.Scale(sheet, image.Rectangle{at, at.Add(image.Pt(side, side))}, decoded(t, tile), image.Rect(0, 0, Size, Size), draw.Src, nil)
	}
	golden.Picture(t, "tiles.png", sheet)
}

func TestNames(t *testing.T) {
	t.Parallel()
	discord := regexp.MustCompile("^[a-z0-9_]{2,32}$") // lower case only, so that names do not differ only in case
	seen, stages, before := map[string]bool{}, map[int]int{}, 1
	for _, tile := range All() {
		if len(tile.Name) > 5 && tile.Face.OnBoards() || !discord.MatchString(tile.Name) || seen[tile.Name] {
			t.Errorf("the name %q is too long, no name, or there twice", tile.Name)
		}
		if version, ok := Parse(tile.Name); !ok || version != Version {
			t.Errorf("%s is read as version %d, %v", tile.Name, version, ok)
		}
		if version, ok := Parse(tile.NameIn(35)); !ok || version != 35 {
			t.Errorf("%s is read as version %d, %v", tile.NameIn(35), version, ok)
		}
		if tile.Stage < before || tile.Stage > before+1 {
			t.Errorf("%s of stage %d follows one of stage %d", tile.Name, tile.Stage, before)
		}
		seen[tile.Name], before = true, tile.Stage
		stages[tile.Stage]++
	}
	for stage, n := range stages {
		if n > maxStage {
			t.Errorf("stage %d has %d tiles", stage, n)
		}
	}
}

// TestNoTiles checks that Parse refuses names of other emoji.
func TestNoTiles(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "t", "t3", "t3d", "t3d10", "t0d1", "tDd1", "t-d1", "t3d0", "t3D1", "t3u1", "T3d1", "x3d1", "x_t", "x_t0", "x_tA", "f1_free_t4", "a1_free_4", "tada", "noughts"} {
		if version, ok := Parse(name); ok {
			t.Errorf("%q is read as a tile of version %d", name, version)
		}
	}
}

// TestInsteadComesFirst checks that the replacement of a tile belongs to an earlier stage. So the
// first stage is enough for every board.
func TestInsteadComesFirst(t *testing.T) {
	t.Parallel()
	listed := map[Piece]int{} // stage of each piece
	for _, tile := range All() {
		other, ok := tile.Instead()
		switch stage, there := listed[other]; {
		case ok && tile.Stage > 1 && (!there || stage >= tile.Stage):
			t.Errorf("for %s stands %s, of stage %d", tile.Name, other.NameIn(Version), stage)
		case !ok && tile.Stage > 1 && tile.Face != Column && tile.Face != Row && tile.Face != Blank && !inUnicode(tile.Piece):
			t.Errorf("nothing stands for %s, and Unicode has nothing like it", tile.Name)
		}
		listed[tile.Piece] = tile.Stage
	}
}

// inUnicode reports whether a piece has a Unicode emoji or a text as its replacement. Labels are not considered.
func inUnicode(p Piece) bool {
	_, isWorth := p.Face.tenths()
	return !p.Face.OnBoards() || p.Cell == Middle && (isWorth || p.Face == Marked || p.Face == Ten)
}

// TestContrast checks that each tile with a mark, a playable square or a label has enough pixels (see shares) with a
// contrast of at least 3 to each background of Discord.
func TestContrast(t *testing.T) {
	t.Parallel()
	for _, tile := range All() {
		picture, share := decoded(t, tile), shares[tile.Face]
		_, isWorth := tile.Face.tenths()
		switch {
		case '1' <= tile.Face && tile.Face <= '9', tile.Face == Ten, isWorth:
			share = 0.6
		case looks[tile.Face].Button || tile.Face == FreeButton: // they lie on the colours of buttons
			continue
		case tile.Face == Dim || tile.Face == Blank || looks[tile.Face].Large:
			continue // unplayable squares should be visible but not stand out; TestLargeMarksContrast checks large marks
		case share == 0:
			t.Errorf("nobody says how much of %s is to be seen", tile.Name)
		}
		for _, ground := range grounds {
			if got := seen(picture, ground, 3); got < share {
				t.Errorf("%s on %v: %.2f of it have a contrast of 3, want %.2f", tile.Name, ground, got, share)
			}
		}
	}
}

// shares is the least share of a tile's pixels, by face, that must have enough contrast.
var shares = map[Face]float64{
	'x': 0.12, 'o': 0.12, 'y': 0.3, 'p': 0.3, 'z': 0.5, 'q': 0.5, 'w': 0.3, 'n': 0.3, 'N': 0.5, 'P': 0.3, 'V': 0.5, 'W': 0.3,
	'X': 0.3, 'O': 0.3, Marked: 0.2, 'S': 0.2, 'T': 0.2,
	'Z': 0.05, 'u': 0.05, '0': 0.05, '_': 0.05,
	Lit: 0.15, Free: 0.12, Column: 0.035, Row: 0.035,
}

// TestLargeMarksContrast assembles the nine pieces of each large mark and checks that the whole has enough contrast to
// each background.
func TestLargeMarksContrast(t *testing.T) {
	t.Parallel()
	pieces := map[Face][]*image.NRGBA{}
	for _, tile := range All() {
		if looks[tile.Face].Large {
			pieces[tile.Face] = append(pieces[tile.Face], decoded(t, tile))
		}
	}
	for face, nine := range pieces {
		want := 0.15
		if looks[face].Mark == game.Empty {
			want = 0.02
		}
		for _, ground := range grounds {
			var sum float64
			for _, piece := range nine {
				sum += seen(piece, ground, 3)
			}
			if share := sum / 9; len(nine) != 9 || share < want {
				t.Errorf("%c on %v: %d pieces, %.2f of them have a contrast of 3, want %.2f", face, ground, len(nine), share, want)
			}
		}
	}
}

// seen returns the share of a picture's pixels, drawn on a background, that have at least a contrast to it.
func seen(picture *image.NRGBA, ground color.NRGBA, contrast float64) float64 {
	enough, other := 0, luminance(ground)
	for c, n := range colours(picture) {
		own := luminance(over(c, ground))
		if (max(own, other)+0.05)/(min(own, other)+0.05) >= contrast {
			enough += n
		}
	}
	return float64(enough) / (Size * Size)
}

// counted caches the results of the function colours.
var counted sync.Map

// colours returns the number of pixels of each colour in a picture.
func colours(picture *image.NRGBA) map[color.NRGBA]int {
	if known, ok := counted.Load(picture); ok {
		return known.(map[color.NRGBA]int)
	}
	pixels := map[color.NRGBA]int{}
	for i := 0; i < len(picture.Pix); i += 4 {
		pixels[color.NRGBA{picture.Pix[i], picture.Pix[i+1], picture.Pix[i+2], picture.Pix[i+3]}]++
	}
	counted.Store(picture, pixels)
	return pixels
}

// over returns the result of drawing a colour on an opaque background.
func over(c, ground color.NRGBA) color.NRGBA {
	mix := func(a, b uint8) uint8 {
		return uint8((int(a)*int(c.A) + int(b)*(255-int(c.A)) + 127) / 255)
	}
	return color.NRGBA{mix(c.R, ground.R), mix(c.G, ground.G), mix(c.B, ground.B), 0xFF}
}

// luminance returns the relative luminance by WCAG of an opaque colour, 0 to 1.
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return s / 12.92
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
