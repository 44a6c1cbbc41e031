// Package transcript writes a game as a text file, for people and programs, and reads it back:
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
// The first line names the format. The variant is required; names, date, first player and result are optional. Without
// "begins", X begins. Moves are numbered from 1, in the notation of squares. After a move there may be its value for
// the side that made the move, and its mark. The value is from 0.00 to 1.00 or, if it is proven, "win 3", "loss 4"
// (plies to the end) or "draw". The mark is best, good, doubtful, mistake or blunder.
//
// Read checks the game strictly but accepts looser forms: it also reads a plain list of moves after
// the name of the variant, such as "ultimate: e5 e4 d2".
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

// MaxSize is the largest text that Read accepts, in bytes.
const MaxSize = 64 << 10

// A Sheet is the content of a file: one game.
type Sheet struct {
	Variant game.Variant
	Begins  game.Mark
	Players [2]Player // X and O
	Date    time.Time // midnight UTC of the day of the game; zero if unknown
	Moves   []Move
	// Result is the result of the game. It is zero if the game is not over, or ended without a win or a draw.
	Result match.Result
}

// A Player is the player of a side. The zero Player is an unknown player.
type Player struct {
	Name     string // one line; for a computer, its level
	Computer bool
}

// A Move is a move of the game.
type Move struct {
	Square game.Square
	// Rated reports whether the move has a Value, for the side that made it, and a Mark.
	Rated bool
	Value ai.Score
	Mark  review.Grade
}

// Played returns the game as an ai.History, the form used by computer players and reviews.
func (g Sheet) Played() ai.History {
	return ai.History{Start: rules.Start(g.Variant, g.Begins), Moves: g.squares()}
}

func (g Sheet) squares() (all []game.Square) {
	for _, m := range g.Moves {
		all = append(all, m.Square)
	}
	return all
}

// Rated returns the game with the values and marks of its review, or g unchanged for a review of another game.
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

// Of returns moves without values for a list of squares.
func Of(moves []game.Square) (all []Move) {
	for _, s := range moves {
		all = append(all, Move{Square: s})
	}
	return all
}

// form is the first line of a file. Its number is the version of the format.
const form = "noughts game 1"

// The keys of the lines before the moves.
const (
	keyForm    = "noughts"
	keyVariant = "variant"
	keyX       = "x"
	keyO       = "o"
	keyDate    = "date"
	keyBegins  = "begins"
	keyResult  = "result"
)

var keys = []string{keyForm, keyVariant, keyX, keyO, keyDate, keyBegins, keyResult}

const computer = "(computer)"

// Write returns the game as a file. Names are written on one line: without line breaks or unprintable characters, at
// most 80 characters long, and without a final "(computer)", which marks computers.
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
	result := resultText(g.Result)
	if g.Variant == rules.Vanishing {
		result = strings.Replace(result, fullBoard, repetition, 1)
	}
	line(keyResult, result)
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

func (p Player) text() string {
	name := clean(p.Name)
	if p.Computer {
		return strings.TrimSpace(name + " " + computer)
	}
	return name
}

const longestName = 80

// clean returns a name without line breaks and invisible characters. The result never ends with the mark of a computer.
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

// The two draws by the rules: where marks vanish, the board is never full.
const (
	fullBoard  = "full board"
	repetition = "repetition"
)

var reasons = map[match.Reason]string{
	match.ByLine:        "line",
	match.ByFullBoard:   fullBoard,
	match.ByResignation: "resignation",
	match.ByTimeout:     "time",
	match.ByAgreement:   "agreement",
	match.ByLeaving:     "leaving",
}

const drawn = "draw"

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
