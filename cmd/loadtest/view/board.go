package view

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

// A cell is what a square of a board shows.
type cell byte

const (
	cellFree   cell = '.' // no mark: empty or numbered
	cellX      cell = 'x'
	cellO      cell = 'o'
	cellClosed cell = '-' // on a local board that is closed, beside its large mark if it has one
)

// A Board is a board, drawn or made of buttons, as its readers see it. The zero Board is
// none.
type Board struct {
	rows   []string // from the top, one cell a square
	locals bool     // there are local boards
}

// emojiCells are the Unicode emoji that boards are drawn with. A keycap is a digit with
// two more code points after it.
var emojiCells = []struct {
	emoji string
	shows cell
}{
	{"❌", cellX}, {"❎", cellX}, {"🟥", cellX}, {"🔵", cellO}, {"⏺️", cellO}, {"⏺", cellO}, {"🟦", cellO},
	{"🔲", cellClosed}, {"🟫", cellFree}, {"🟪", cellFree},
}

// tile matches a tile of the bot's own set, and its groups the letter in its name that says what it shows: as a
// part of a large mark or not.
var tile = regexp.MustCompile(`^<:t.(?:([abcefghimrs])|([a-z1-9]))\d:\d+>`)

// tileCells are the tiles with a mark, or a part of a large one.
var tileCells = map[string]cell{
	"x": cellX, "y": cellX, "z": cellX, "w": cellX, "a": cellX, "b": cellX, "c": cellX, "e": cellX,
	"o": cellO, "p": cellO, "q": cellO, "n": cellO, "f": cellO, "g": cellO, "h": cellO, "i": cellO,
	"m": cellClosed, "r": cellClosed, "s": cellClosed,
}

// keycap is what makes a digit an emoji, thinLine what stands between local
// boards, and between row numbers and cells.
const (
	keycap   = "\ufe0f\u20e3"
	thinLine = "│"
)

// readBoard returns the board that a message shows in tiles, in emoji or with its buttons,
// none when it shows none or one in another style.
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

// buttonBoard returns what rows of squares' buttons show: what is not a mark is free.
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
	if len(b.rows) == 0 || len(b.rows) != len(row) { // such as the squares of one local board
		return Board{}
	}
	return b
}

// signs are the marks on buttons, as letters and in the names of tiles; square the actions of those of squares.
var (
	signs  = map[string]cell{"𝗫": cellX, "𝗢": cellO, "_x": cellX, "_o": cellO}
	square = regexp.MustCompile("^[a-i][1-9]$")
)

// readRow returns the cells of a row of a board, "" for any other line, and
// whether lines part them or one is of a large mark.
func readRow(line string) (row string, parted bool) {
	if label, rest, ok := strings.Cut(line, thinLine); ok && isKeycap(label) {
		line = rest // the row's number
	}
	var cells []byte
	for line != "" {
		if parts := tile.FindStringSubmatch(line); parts != nil {
			line = line[len(parts[0]):]
			switch shows := parts[1] + parts[2]; shows {
			case "v", "k":
				return "", false // the letters of the columns
			case "j": // the number of the row
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

// readCell returns the cell at the start of a line and what follows it, or 0.
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

// Equal reports whether both show the same.
func (b Board) Equal(other Board) bool { return slices.Equal(b.rows, other.rows) }

// String returns the rows, parted by slashes.
func (b Board) String() string { return strings.Join(b.rows, "/") }

// None reports whether there is no board.
func (b Board) None() bool { return len(b.rows) == 0 }

// Keeps reports whether this board has every mark of one that was drawn before. The
// winner's large mark may stand in the place of a local board that has been closed since.
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

// The large marks that cover a closed local board: bit i is its i-th cell in
// reading order. Tiles cover all nine.
var largeMarks = []struct {
	cells uint16
	shows cell
}{
	{0o525, cellX}, {0o757, cellO}, {0o777, cellClosed}, {0o777, cellX}, {0o777, cellO},
}

// closed reports whether the local board at a column and a row is covered by a large
// mark. The square of the last move may show through it.
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
