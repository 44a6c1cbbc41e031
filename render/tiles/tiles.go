// Package tiles has the bot's own set of emoji for boards. Tiles touch each other, and contain the
// gap between local boards. The package has the list of tiles, their names and their pictures.
package tiles

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"strconv"
	"strings"

	"noughts/game"
)

// Version grows when the tiles look different: 1 to 35. A Face has the same meaning in all versions.
const Version = 4

// Size is the width and the height of a tile in pixels.
const Size = 128

// A Tile is one emoji of the set.
type Tile struct {
	Name  string // 4 or 5 characters; longer if screen readers read it
	Stage int    // tiles are installed stage by stage, from 1; the first stage is enough for boards, later stages improve them
	Piece
}

// stages lists the tiles in the order of installation, one line for each stage. Each entry is a face and a cell; *
// means all cells. A tile that is listed twice belongs to the earlier stage.
var stages = []string{
	"d* x* o* 11 22 33 44 55 66 77 88 99 l5 y5 p5 z5 q5 N5 V5 m5",
	"K5 L5 Q5 R5 S5 T5",
	"U*",
	"a* f* m* l* 15 25 35 45 65 75 85 95 Y5",
	"y* p* k* j* t5 v5 w5 n5 P5 W5",
	"c* h* b* g* 71 82 93 17 28 39",
	"e* i* r* s*",
	"1* 2* 3* 4*",
	"5* 6* 7* 8* 9*",
	"M5 X5 O5 A5 B5 C5 D5 E5 F5 G5 H5 I5 J5",
	"M* X* O*",
	"A* B* C* D* E*",
	"F* G* H* I* J*",
	"Z5 u5 05 _5 (5 )5 [* ]*",
}

var all = func() (list []Tile) {
	listed := map[string]bool{}
	for i, stage := range stages {
		for _, word := range strings.Fields(stage) {
			for _, cell := range cellsOf(Face(word[0]), word[1:]) {
				tile := Tile{Stage: i + 1, Piece: Piece{Face(word[0]), cell}}
				tile.Name = tile.NameIn(Version)
				if !listed[tile.Name] {
					list, listed[tile.Name] = append(list, tile), true
				}
			}
		}
	}
	return list
}()

func cellsOf(f Face, listed string) (cells []int) {
	most := 9
	if wide := widths[f]; wide > 0 {
		most = wide * wide
	}
	for cell := 1; cell <= most; cell++ {
		if listed == "*" || listed == strconv.Itoa(cell) {
			cells = append(cells, cell)
		}
	}
	return cells
}

// All returns the tiles in the order of installation: stage by stage.
func All() []Tile { return slices.Clone(all) }

// NameIn returns a tile's emoji name, with an underscore and the small letter for a capital: case tells no names apart.
// A name that screen readers read ends with the version: "a1_free_t4".
func (p Piece) NameIn(version int) string {
	prefix := "t" + strconv.FormatInt(int64(version), 36)
	switch name, wide := spokenNames[p.Face], widths[p.Face]; {
	case wide > 0:
		return game.At((p.Cell-1)%wide, (p.Cell-1)/wide).String() + "_" + name + "_" + prefix
	case name != "":
		return name + "_" + prefix
	}
	face := string(rune(p.Face))
	if small := strings.ToLower(face); small != face {
		face = "_" + small
	}
	return prefix + face + strconv.Itoa(p.Cell)
}

// Parse returns the version of the tile with an emoji name. It returns false if the name is not the name of a tile.
func Parse(name string) (version int, ok bool) {
	if len(name) < 4 {
		return 0, false
	}
	digit := name[len(name)-1:] // of a name that screen readers read
	if name[0] == 't' {
		digit = name[1:2]
	}
	v, err := strconv.ParseInt(digit, 36, 0)
	return int(v), err == nil && v > 0 && slices.ContainsFunc(all, func(t Tile) bool { return t.NameIn(int(v)) == name })
}

// PNG returns the picture of a tile on a transparent background.
func (t Tile) PNG() ([]byte, error) {
	picture := image.NewRGBA(image.Rect(0, 0, Size, Size))
	NewPainter(picture).Paint(picture.Bounds(), t.Piece)
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
