package view

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

// A cell is the content of one square of a board.
type cell byte

const (
	cellFree   cell = '.' // an open square: empty, or with a number to choose it by
	cellX      cell = 'x'
	cellO      cell = 'o'
	cellClosed cell = '-' // a square of a closed local board that shows neither X nor O
)

// A Board is a board as members see it, drawn with emoji or made of buttons. The zero Board means that a message shows
// no board.
type Board struct {
	rows   []string // from the top, one byte for each square
	locals bool     // whether the board consists of local boards, as in Ultimate
}

// emojiCells lists the Unicode emoji that draw boards. It lacks keycap emoji, which are a digit and two more code
// points: isKeycap recognizes them.
var emojiCells = []struct {
	emoji string
	shows cell
}{
	{"❌", cellX}, {"❎", cellX}, {"🟥", cellX}, {"🔵", cellO}, {"⏺️", cellO}, {"⏺", cellO}, {"🟦", cellO},
	{"🔲", cellClosed}, {"🟫", cellFree}, {"🟪", cellFree},
}

// tile matches a tile, which is one of the bot's own emoji. A letter or digit in the tile's name says what the tile
// shows. If the tile is part of a large mark, which covers a local board, the letter is in the first group of the
// match. Otherwise the letter or digit is in the second group.
var tile = regexp.MustCompile(`^<:t.(?:([abcefghimrs])|([a-z1-9]))\d:\d+>`)

// tileCells maps the letter in a tile's name to what the tile shows. Letters and digits that are not in the map show
// free squares, except v, k and j, which label columns and rows.
var tileCells = map[string]cell{
	"x": cellX, "y": cellX, "z": cellX, "w": cellX, "a": cellX, "b": cellX, "c": cellX, "e": cellX,
	"o": cellO, "p": cellO, "q": cellO, "n": cellO, "f": cellO, "g": cellO, "h": cellO, "i": cellO,
	"m": cellClosed, "r": cellClosed, "s": cellClosed,
}

// keycap is the rest of a keycap emoji after its digit. thinLine separates local boards from each other, and the number
// of a row from its squares.
const (
	keycap   = "\ufe0f\u20e3"
	thinLine = "│"
)

// readBoard returns the board that a message shows in tiles, in emoji or with buttons. It returns the zero Board if the
// message shows no board, or a board in a style that readBoard cannot read.
func readBoard(m discordtest.Message) Board {
	var b Board
	for line := range strings.Lines(discordtest.Text(m)) {
		row, parted := readRow(strings.TrimSpace(line))
		if row != "" && (len(b.rows) == 0 || len(row) == len(b.rows[0])) {
			b.rows = append(b.rows, row)
			b.locals = b.locals || parted
		}
	}
	if len(b.rows) == 0 || len(b.rows) != len(b.rows[0]) {
		return buttonBoard(m)
	}
	return b
}

// buttonBoard returns the board that a message shows with one button per square. A button without X or O is a free
// square.
func buttonBoard(m discordtest.Message) (b Board) {
	var row []byte
	for _, c := range discordtest.Buttons(m) {
		read, ok := ReadControl(c)
		name, taken := strings.CutPrefix(read.Action, "taken-")
		switch {
		case !ok || !square.MatchString(name):
			continue
		case name[0] == 'a' && len(row) > 0:
			b.rows, row = append(b.rows, string(row)), nil
		}
		shown, says := cellFree, c.Label
		if c.Emoji != nil {
			says = c.Emoji.Name
		}
		for sign, mark := range signs {
			if taken && strings.Contains(says, sign) {
				shown = mark
			}
		}
		row = append(row, byte(shown))
	}
	if len(row) > 0 {
		b.rows = append(b.rows, string(row))
	}
	if len(b.rows) == 0 || len(b.rows) != len(row) { // for example the buttons of a single local board
		return Board{}
	}
	return b
}

// signs maps a text in a button's label, or in the name of its emoji, to the mark on the square. `square` matches the
// action of a square's button, such as "b2".
var (
	signs  = map[string]cell{"𝗫": cellX, "𝗢": cellO, "_x": cellX, "_o": cellO}
	square = regexp.MustCompile("^[a-i][1-9]$")
)

// readRow returns the squares that one line of a message shows, or "" if the line is not part of a board. `parted`
// reports whether the line shows local boards: it then contains separators or parts of large marks.
func readRow(line string) (row string, parted bool) {
	if label, rest, ok := strings.Cut(line, thinLine); ok && isKeycap(label) {
		line = rest // drop the row's number
	}
	var cells []byte
	for line != "" {
		if parts := tile.FindStringSubmatch(line); parts != nil {
			line = line[len(parts[0]):]
			switch shows := parts[1] + parts[2]; shows {
			case "v", "k":
				return "", false // the column letters
			case "j": // the row's number
			default:
				cells, parted = append(cells, byte(cmp.Or(tileCells[shows], cellFree))), parted || parts[1] != ""
			}
			continue
		}
		if rest, ok := strings.CutPrefix(line, thinLine); ok {
			line, parted = rest, true
			continue
		}
		shown, rest := readCell(line)
		if shown == 0 {
			return "", false
		}
		cells, line = append(cells, byte(shown)), rest
	}
	return string(cells), parted
}

func isKeycap(text string) bool {
	digit, rest := text[:min(1, len(text))], text[min(1, len(text)):]
	return rest == keycap && "0" <= digit && digit <= "9"
}

// readCell returns the cell at the start of a line and the rest of the line. It returns 0 and the whole line if the
// line does not start with a cell.
func readCell(line string) (cell, string) {
	if n := 1 + len(keycap); len(line) >= n && isKeycap(line[:n]) {
		return cellFree, line[n:]
	}
	for _, e := range emojiCells {
		if rest, ok := strings.CutPrefix(line, e.emoji); ok {
			return e.shows, rest
		}
	}
	return 0, line
}

// Equal reports whether two boards show the same cells.
func (b Board) Equal(other Board) bool { return slices.Equal(b.rows, other.rows) }

// String returns the rows, separated by slashes.
func (b Board) String() string { return strings.Join(b.rows, "/") }

// None reports whether the board is the zero Board, because a message showed no board.
func (b Board) None() bool { return len(b.rows) == 0 }

// Keeps reports whether b still has every mark of an earlier board. The marks in a local board may be missing if b
// shows that local board closed, because a large mark can cover them.
func (b Board) Keeps(earlier Board) bool {
	if len(b.rows) != len(earlier.rows) {
		return false
	}
	for y, row := range earlier.rows {
		for x := range row {
			before, after := cell(row[x]), cell(b.rows[y][x])
			kept := before == cellFree || after == before
			if !kept && !(b.locals && b.closed(x/3*3, y/3*3)) {
				return false
			}
		}
	}
	return true
}

// largeMarks lists what can cover a closed local board: the winner's large mark, or only cellClosed after a draw. Bit i
// of `cells` says whether the mark covers the i-th cell, in reading order. The other cells show cellClosed. Marks made
// of tiles cover all nine cells.
var largeMarks = []struct {
	cells uint16
	shows cell
}{
	{0o525, cellX}, {0o757, cellO}, {0o777, cellClosed}, {0o777, cellX}, {0o777, cellO},
}

// closed reports whether the local board with the given left column and top row is covered by a large mark. One cell
// may differ from the mark, because the square of the last move stays visible.
func (b Board) closed(left, top int) bool {
	for _, mark := range largeMarks {
		wrong := 0
		for i := range 9 {
			want := cellClosed
			if mark.cells>>i&1 != 0 {
				want = mark.shows
			}
			if cell(b.rows[top+i/3][left+i%3]) != want {
				wrong++
			}
		}
		if wrong <= 1 {
			return true
		}
	}
	return false
}
