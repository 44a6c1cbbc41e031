// Package tiles is the bot's own set of emoji, from which boards are put together: tiles
// that touch, with the gap between local boards inside them. It has the list of the set,
// their names and their pictures.
package tiles

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"strconv"
	"strings"
)

// Version is that of the set. A set that looks different has a new one, from 1 to 35. A Face keeps its
// meaning in all versions.
const Version = 3

// Size is the width and the height of a tile in pixels.
const Size = 128

// A Face is what a tile shows, as a letter or digit of its name. What it shows as a part of
// a local board, or of a large mark, also depends on the cell.
type Face byte

// The faces. Digits from '1' to '9' are faces too: a square to play on, with that number.
const (
	Dim Face = 'd' // a free square that cannot be played now
	Lit Face = 'l' // a free square that can be played

	Free Face = 't' // the same on a flat board, where nearly all can

	X        Face = 'x' // a mark
	LastX    Face = 'y' // the last move
	WonX     Face = 'z' // on the winning line
	WonLastX Face = 'w' // both
	O        Face = 'o'
	LastO    Face = 'p'
	WonO     Face = 'q'
	WonLastO Face = 'n'

	// Pieces of the large mark on a local board that is closed.
	LargeX        Face = 'a'
	LargeLastX    Face = 'b' // with the last move on this cell
	LargeWonX     Face = 'c' // of a board on the winning line
	LargeWonLastX Face = 'e' // both
	LargeO        Face = 'f'
	LargeLastO    Face = 'g'
	LargeWonO     Face = 'h'
	LargeWonLastO Face = 'i'
	Nobody        Face = 'm' // the board belongs to nobody
	NobodyLastX   Face = 'r'
	NobodyLastO   Face = 's'

	Column Face = 'k' // the letter of the column 1 to 9
	Row    Face = 'j' // the number of the row 1 to 9
	Blank  Face = 'v' // nothing, where labels meet
)

// Middle is the cell with the same margin on all sides: the one for squares of flat boards.
const Middle = 5

// A Tile is one emoji of the set.
type Tile struct {
	Name  string // 4 characters
	Stage int    // from 1: the first makes boards by itself, the others make them more beautiful
	Piece
}

// A Piece says what is to be seen on one square.
type Piece struct {
	Face Face
	Cell int // of the local board, from 1 to 9 in reading order; Middle on a flat board
}

// stages lists the tiles by their stages, as faces with cells; * is all nine. What was
// listed before is not repeated.
var stages = []string{
	"d* x* o* 11 22 33 44 55 66 77 88 99 l5 y5 p5 z5 q5 m5",
	"a* f* m* l* 15 25 35 45 65 75 85 95",
	"y* p* k* j* t5 v5 w5 n5",
	"c* h* b* g* 71 82 93 17 28 39",
	"e* i* r* s*",
	"1* 2* 3* 4*",
	"5* 6* 7* 8* 9*",
}

// all is the list of tiles by their stages.
var all = func() (list []Tile) {
	listed := map[string]bool{}
	for i, stage := range stages {
		for _, word := range strings.Fields(stage) {
			cells := word[1:]
			if cells == "*" {
				cells = "123456789"
			}
			for _, digit := range cells {
				tile := Tile{Stage: i + 1, Piece: Piece{Face(word[0]), int(digit - '0')}}
				tile.Name = tile.NameIn(Version)
				if !listed[tile.Name] {
					list, listed[tile.Name] = append(list, tile), true
				}
			}
		}
	}
	return list
}()

// All returns the tiles in the order in which they are best installed: stage after stage.
func All() []Tile { return slices.Clone(all) }

// Stages is the number of stages.
func Stages() int { return len(stages) }

// NameIn returns what the tile that shows a piece is called in a version of the set.
func (p Piece) NameIn(version int) string {
	return "t" + strconv.FormatInt(int64(version), 36) + string(rune(p.Face)) + strconv.Itoa(p.Cell)
}

// Instead returns the piece that stands for one whose tile is not there yet: it says as much, less beautifully.
// It is false for labels, which Unicode has.
func (p Piece) Instead() (Piece, bool) {
	switch p.Face {
	case LargeLastX, NobodyLastX:
		return Piece{LastX, p.Cell}, true
	case LargeLastO, NobodyLastO:
		return Piece{LastO, p.Cell}, true
	case LargeWonLastX:
		return Piece{LargeWonX, p.Cell}, true
	case LargeWonLastO:
		return Piece{LargeWonO, p.Cell}, true
	case LargeWonX, WonLastX:
		return Piece{WonX, Middle}, true
	case LargeWonO, WonLastO:
		return Piece{WonO, Middle}, true
	case LargeX:
		return p.onDiagonals(WonX, p.Cell%2 == 1), true
	case LargeO:
		return p.onDiagonals(WonO, p.Cell != Middle), true
	case Free:
		return Piece{Lit, Middle}, true
	case Column, Row, Blank:
		return Piece{}, false
	}
	if p.Cell != Middle {
		return Piece{p.Face, Middle}, true
	}
	return Piece{p.Face, int(p.Face - '0')}, '1' <= p.Face && p.Face <= '9' // its own number is there from the first stage
}

func (p Piece) onDiagonals(f Face, on bool) Piece {
	if on {
		return Piece{f, Middle}
	}
	return Piece{Dim, p.Cell}
}

// Parse says whether an emoji of a name is a tile of this or another version of the set,
// and of which.
func Parse(name string) (version int, ok bool) {
	if len(name) != 4 || name[0] != 't' || !slices.ContainsFunc(all, func(t Tile) bool { return t.Name[2:] == name[2:] }) {
		return 0, false
	}
	v, err := strconv.ParseInt(name[1:2], 36, 0)
	return int(v), err == nil && v > 0 && name[1:2] == strings.ToLower(name[1:2])
}

// PNG returns the picture of a tile, on transparent ground.
func (t Tile) PNG() ([]byte, error) {
	picture := image.NewRGBA(image.Rect(0, 0, Size, Size))
	NewPainter(picture, Both).Paint(picture.Bounds(), t.Piece)
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
