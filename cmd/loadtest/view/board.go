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
	cellFree   cell = '.' // no mark: an empty or numbered square
	cellX      cell = 'x'
	cellO      cell = 'o'
	cellClosed cell = '-' // part of a closed local board, but not of the large mark on it
)

// A Board is a board as members see it, drawn with emoji or made of buttons. The zero Board is empty: see None.
type Board struct {
	rows   []string // from the top, one byte for each square
	locals bool     // the board consists of local boards
}

// emojiCells lists the Unicode emoji that draw boards. Keycap emoji, which are a digit and two more
// code points, are read by isKeycap.
var emojiCells = []struct {
	emoji string
	shows cell
}{
	{"❌", cellX}, {"❎", cellX}, {"🟥", cellX}, {"🔵", cellO}, {"⏺️", cellO}, {"⏺", cellO}, {"🟦", cellO},
	{"🔲", cellClosed}, {"🟫", cellFree}, {"🟪", cellFree},
}

// tile matches a tile, one of the bot's own emoji. A letter or digit in the tile's name says what
// the tile shows. The first group holds this letter if the tile is part of a large mark. Otherwise
// the second group holds the letter or digit.
var tile = regexp.MustCompile(`^<:t.(?:([abcefghimrs])|([a-z1-9]))\d:\d+>`)

// tileCells maps the letter of a tile's name to a cell. All other tiles show free squares.
var tileCells = map[string]cell{
	"x": cellX, "y": cellX, "z": cellX, "w": cellX, "a": cellX, "b": cellX, "c": cellX, "e": cellX,
	"o": cellO, "p": cellO, "q": cellO, "n": cellO, "f": cellO, "g": cellO, "h": cellO, "i": cellO,
	"m": cellClosed, "r": cellClosed, "s": cellClosed,
}

// keycap follows a digit in a keycap emoji. thinLine separates local boards, and row numbers from cells.
const (
	keycap   = "\ufe0f\u20e3"
	thinLine = "│"
)

// readBoard returns the board that a message shows in tiles, in emoji or with buttons. It returns
// the zero Board if the message shows no board, or one in another style.
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

// buttonBoard returns the board that the buttons of squares show. A button without a mark is a free square.
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
	if len(b.rows) == 0 || len(b.rows) != len(row) { // not a whole board, such as the squares of one local board
		return Board{}
	}
	return b
}

// signs maps the marks in labels of buttons and in names of tiles. square matches the actions of squares' buttons.
var (
	signs  = map[string]cell{"𝗫": cellX, "𝗢": cellO, "_x": cellX, "_o": cellO}
	square = regexp.MustCompile("^[a-i][1-9]$")
)

// readRow returns the cells of one line of a board, or "" for any other line. parted reports
// whether the line shows local boards, through separators or parts of large marks.
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

// readCell returns the cell at the start of a line and the rest of the line, or 0.
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

// None reports whether the board is empty, because a message showed none.
func (b Board) None() bool { return len(b.rows) == 0 }

// Keeps reports whether b has every mark of an earlier board. A local board that has been closed
// since may show the winner's large mark instead.
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

// largeMarks lists the large marks that cover a closed local board: the winner's mark, or cellClosed after a draw. Bit
// i of cells stands for the i-th cell in reading order. Large marks of tiles cover all nine cells.
var largeMarks = []struct {
	cells uint16
	shows cell
}{
	{0o525, cellX}, {0o757, cellO}, {0o777, cellClosed}, {0o777, cellX}, {0o777, cellO},
}

// closed reports whether a large mark covers the local board with the given left column and top
// row. One cell may differ: the square of the last move shows through the large mark.
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
