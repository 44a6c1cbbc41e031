package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"noughts/bot/discordtest"
)

type control struct {
	match   string
	version int // counts the changes of the match
	action  string
	discordtest.Component
}

var customID = regexp.MustCompile(`^/m/([^/]+)/(\d+)/(.*)$`)

func readControl(c discordtest.Component) (control, bool) {
	parts := customID.FindStringSubmatch(c.CustomID)
	if parts == nil {
		return control{}, false
	}
	version, err := strconv.Atoi(parts[2])
	return control{parts[1], version, parts[3], c}, err == nil
}

type view struct {
	message  discordtest.Snowflake
	match    string
	version  int
	board    board
	controls []control // enabled controls only
	toMove   string    // id of the player to move, which is the user whom the text mentions last; "" without a mention
}

func readView(m discordtest.Message) (view, bool) {
	v := view{message: m.ID}
	for _, c := range append(discordtest.Buttons(m), discordtest.Menus(m)...) {
		read, ok := readControl(c)
		if !ok {
			continue
		}
		v.match, v.version = read.match, read.version
		if !c.Disabled {
			v.controls = append(v.controls, read)
		}
	}
	if v.match == "" {
		return view{}, false
	}
	v.board = readBoard(m)
	for _, found := range mention.FindAllStringSubmatch(discordtest.Text(m), -1) {
		v.toMove = found[1]
	}
	return v, true
}

var (
	mention = regexp.MustCompile(`<@(\d+)>`)
	square  = regexp.MustCompile(`^[a-i][1-9]$`) // the action of a square's button
	// notMove is an action that does not help to make a move. All others are moves or steps towards a move.
	notMove = regexp.MustCompile(`^(accept|decline|withdraw|(draw|takeback)-(yes|no)|claim|more|` +
		`rematch|again|next|easier|share|stop|boards)$`)
)

func (v view) control(action string) (control, bool) {
	for _, c := range v.controls {
		if c.action == action {
			return c, true
		}
	}
	return control{}, false
}

// moves returns the controls with which the player to move can choose a square, or else those that come before that
// choice, such as the menu of local boards.
func (v view) moves() []control {
	var squares, others []control
	for _, c := range v.controls {
		switch {
		case square.MatchString(c.action):
			squares = append(squares, c)
		case !notMove.MatchString(c.action):
			others = append(others, c)
		}
	}
	if len(squares) > 0 {
		return squares
	}
	return others
}

func (v view) over() bool {
	_, over := v.control("rematch")
	return over || len(v.controls) == 0
}

// A board is as members see it: rows from the top, separated by slashes, with a byte for each square. In Ultimate, a
// "|" separates local boards. It is "" if a message shows none.
type board string

const (
	free    = '.' // an open square: empty, or with a number to choose it by
	markX   = 'x'
	markO   = 'o'
	covered = '-' // a square of a closed local board that shows neither X nor O
)

// boardEmoji lists what draws boards. The digits of keycap emoji show free squares too.
var boardEmoji = []struct {
	emoji string
	shows byte
}{
	{"❌", markX}, {"❎", markX}, {"🟥", markX}, {"🔵", markO}, {"⏺️", markO}, {"⏺", markO}, {"🟦", markO},
	{"🔲", covered}, {"🟫", free}, {"🟪", free}, {thinLine, '|'},
}

const (
	keycap   = "\ufe0f\u20e3" // the rest of a keycap emoji after its digit
	thinLine = "│"            // between local boards, and between the number of a row and its squares
)

func readBoard(m discordtest.Message) board {
	var rows []string
	for line := range strings.Lines(discordtest.Text(m)) {
		row := readRow(strings.TrimSpace(line))
		if row != "" && (len(rows) == 0 || len(row) == len(rows[0])) {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 || len(rows) != len(strings.ReplaceAll(rows[0], "|", "")) {
		rows = buttonRows(m)
	}
	return board(strings.Join(rows, "/"))
}

func readRow(line string) string {
	if label, rest, ok := strings.Cut(line, thinLine); ok && len(label) == len("1"+keycap) {
		line = rest // drop the row's number
	}
	var row []byte
	for line != "" {
		shown, rest := readSquare(line)
		if shown == 0 {
			return ""
		}
		row, line = append(row, shown), rest
	}
	return string(row)
}

// readSquare returns the square at the start of a line, or 0, and the rest of the line.
func readSquare(line string) (shown byte, rest string) {
	if '0' <= line[0] && line[0] <= '9' && strings.HasPrefix(line[1:], keycap) {
		return free, line[len("1"+keycap):]
	}
	for _, e := range boardEmoji {
		if rest, ok := strings.CutPrefix(line, e.emoji); ok {
			return e.shows, rest
		}
	}
	return 0, line
}

// buttonRows returns the rows of a board with one button per square, or nil if the buttons are no whole board.
func buttonRows(m discordtest.Message) (rows []string) {
	for _, button := range discordtest.Buttons(m) {
		c, ok := readControl(button)
		name, taken := strings.CutPrefix(c.action, "taken-")
		if !ok || !square.MatchString(name) {
			continue
		}
		if name[0] == 'a' || len(rows) == 0 {
			rows = append(rows, "")
		}
		shown := string(free)
		switch {
		case taken && strings.Contains(button.Label, "𝗫"):
			shown = string(markX)
		case taken && strings.Contains(button.Label, "𝗢"):
			shown = string(markO)
		}
		rows[len(rows)-1] += shown
	}
	if len(rows) == 0 || len(rows) != len(rows[0]) || len(rows) != len(rows[len(rows)-1]) {
		return nil // for example the buttons of a single local board
	}
	return rows
}

// keeps reports whether b still has every mark of an earlier board. A large mark can cover the marks of a closed local
// board.
func (b board) keeps(earlier board) bool {
	if len(b) != len(earlier) {
		return false
	}
	for i := range earlier {
		if earlier[i] != free && b[i] != earlier[i] && !b.closed(i) {
			return false
		}
	}
	return true
}

// largeMarks lists what can cover a closed local board: the winner's large mark, or nothing after a draw. The bits of
// `squares` say which squares the mark covers, in reading order.
var largeMarks = []struct {
	squares uint16
	mark    byte
}{
	{0o525, markX}, {0o757, markO}, {0, covered},
}

// closed reports whether the i-th byte is in a local board that is covered by a large mark, but for the square of the
// last move.
func (b board) closed(i int) bool {
	const width, local = len("...|...|.../"), len("...|")
	if len(b) != 9*width-1 {
		return false // not Ultimate
	}
	start := i/width/3*3*width + i%width/local*local
	for _, large := range largeMarks {
		wrong := 0
		for n := range 9 {
			want := byte(covered)
			if large.squares>>n&1 != 0 {
				want = large.mark
			}
			if b[start+n/3*width+n%3] != want {
				wrong++
			}
		}
		if wrong <= 1 {
			return true
		}
	}
	return false
}

// A game holds the latest state of one match that Discord has shown, and notices a later message that contradicts it.
// The version must never fall and no mark may disappear, because the members never request a takeback.
type game struct {
	message discordtest.Snowflake // id of the live message; "" before it is known
	match   string                // "" before it is known
	version int
	over    bool
	shown   board  // the last board that was shown
	lost    string // describes the first data that the bot lost
}

func (g *game) check(v view) {
	if wrong := g.contradiction(v); wrong != "" {
		g.noteLoss(wrong)
		return
	}
	g.version, g.over = v.version, v.over()
	if v.board != "" {
		g.shown = v.board
	}
}

func (g *game) noteLoss(what string) {
	if g.lost == "" {
		g.lost = "match " + g.match + ": " + what
	}
}

func (g *game) contradiction(v view) string {
	switch {
	case v.version < g.version:
		return fmt.Sprintf("shown at version %d, then at %d", g.version, v.version)
	case g.over && !v.over():
		return fmt.Sprintf("it had ended at version %d, and goes on", g.version)
	case g.shown == "":
		return ""
	case v.version == g.version && v.board != g.shown:
		return fmt.Sprintf("version %d was shown as %s, then as %s", g.version, g.shown, v.board)
	case !v.board.keeps(g.shown):
		return fmt.Sprintf("shown as %s at version %d, then as %s at %d", g.shown, g.version, v.board, v.version)
	}
	return ""
}

func (g *game) neverBegan() bool { return g.match != "" && g.shown == "" }
