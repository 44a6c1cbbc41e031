// Package transcript writes a game as a text file, for people and programs, and
// reads it back:
//
//	noughts game 1
//	variant ultimate
//	x Alice
//	o champion (computer)
//	date 2026-11-23
//	begins x
//	result o resignation
//
//	1 e5 0.52 best
//	2 e4 0.31 blunder
//
// The first line names the form. Of the others but the variant's each may be left out. Without
// names the first player is X; date, names and result are optional. The moves are numbered from 1,
// in the notation of squares. After one may stand what it was worth to the side that made it, from
// 0.00 to 1.00 or as "win 3", "loss 4" and "draw" when it is proven, plies to the
// end, and how good it was: best, good, doubtful, mistake or blunder.
//
// Read is as strict about the game as the rules are, and generous about how it is
// written: it also reads a list of moves after the name of the variant, such as
// "ultimate: e5 e4 d2".
package transcript

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/rules"
)

// MaxSize is the size in bytes of the longest text that is read.
const MaxSize = 64 << 10

// A Sheet is what a file says of a game.
type Sheet struct {
	Variant game.Variant
	Begins  game.Mark
	Players [2]Player // X and O
	Date    time.Time // midnight in UTC of the day of the game; zero if unknown
	Moves   []Move
	// Result is how it ended, zero if it has not or came to nothing.
	Result match.Result
}

// A Player is who played a side. The zero Player is not known.
type Player struct {
	Name     string // of one line; the level of a computer
	Computer bool
}

// A Move is one of the game's.
type Move struct {
	Square game.Square
	// Rated says that the move has a Value, for the side that made it, and a Mark.
	Rated bool
	Value ai.Score
	Mark  review.Mark
}

// Played returns the game as the computer's players and reviews take it.
func (g Sheet) Played() ai.Game {
	played := ai.Game{Start: rules.Start(g.Variant, g.Begins)}
	for _, m := range g.Moves {
		played.Moves = append(played.Moves, m.Square)
	}
	return played
}

// Rated returns the game with the values and marks of a review of it. Of another
// game's review it takes nothing.
func (g Sheet) Rated(r review.Review) Sheet {
	if played := g.Played(); r.Game.Start != played.Start || !slices.Equal(r.Game.Moves, played.Moves) {
		return g
	}
	g.Moves = slices.Clone(g.Moves)
	for i, m := range r.Moves {
		g.Moves[i].Rated, g.Moves[i].Value, g.Moves[i].Mark = true, m.Value, m.Mark
	}
	return g
}

// Of returns the moves of a game as the file has them.
func Of(moves []game.Square) (all []Move) {
	for _, s := range moves {
		all = append(all, Move{Square: s})
	}
	return all
}

// form begins a file, with the number of the form.
const form = "noughts game 1"

// The names of the lines before the moves.
const (
	keyForm    = "noughts"
	keyVariant = "variant"
	keyX       = "x"
	keyO       = "o"
	keyDate    = "date"
	keyBegins  = "begins"
	keyResult  = "result"
)

// computer ends the line of a player that is one.
const computer = "(computer)"

// Write returns the game as a file. Names lose what does not belong in one line.
func Write(g Sheet) []byte {
	var b bytes.Buffer
	line := func(key, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s %s\n", key, text)
		}
	}
	b.WriteString(form + "\n")
	line(keyVariant, g.Variant.String())
	line(keyX, g.Players[0].text())
	line(keyO, g.Players[1].text())
	if !g.Date.IsZero() {
		line(keyDate, g.Date.UTC().Format(time.DateOnly))
	}
	line(keyBegins, g.Begins.String())
	line(keyResult, resultText(g.Result))
	b.WriteString("\n")
	for i, m := range g.Moves {
		fmt.Fprintf(&b, "%d %s", i+1, m.Square)
		if m.Rated {
			fmt.Fprintf(&b, " %s %s", m.Value, m.Mark)
		}
		b.WriteString("\n")
	}
	return b.Bytes()
}

// text returns a player as the file has it.
func (p Player) text() string {
	name := clean(p.Name)
	if p.Computer {
		return strings.TrimSpace(name + " " + computer)
	}
	return name
}

// longestName is how many characters of a name are kept.
const longestName = 80

// clean returns a name in one line, without characters that cannot be seen, and
// not to be taken for that of a computer.
func clean(name string) string {
	visible := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, name)
	for {
		runes := []rune(strings.Join(strings.Fields(visible), " "))
		text := strings.TrimSpace(string(runes[:min(len(runes), longestName)]))
		shorter := strings.TrimSuffix(strings.Trim(text, "` "), computer)
		if shorter == visible {
			return shorter
		}
		visible = shorter
	}
}

// reasons are the words for how games end.
var reasons = map[match.Reason]string{
	match.ByLine:        "line",
	match.ByFullBoard:   "full board",
	match.ByResignation: "resignation",
	match.ByTimeout:     "time",
	match.ByAgreement:   "agreement",
}

// drawn stands for the winner of a game that nobody has won.
const drawn = "draw"

// resultText returns a result as the file has it, "" for none.
func resultText(r match.Result) string {
	switch reason := reasons[r.Reason]; {
	case reason == "":
		return ""
	case r.Winner == game.Empty:
		return drawn + " " + reason
	default:
		return r.Winner.String() + " " + reason
	}
}
