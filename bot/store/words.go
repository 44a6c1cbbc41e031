package store

import (
	"fmt"
	"strings"

	"noughts/game"
	"noughts/game/match"
)

// The texts that the values of small types are written as, each at the place of its value.
// A text that has been written must keep its value for ever.
var (
	Marks    = []string{game.Empty: "", game.X: "x", game.O: "o"}
	Firsts   = []string{match.FirstX: "x", match.FirstO: "o", match.FirstRandom: "random"}
	Notices  = []string{match.NoNotice: "", match.Accepted: "accepted", match.YourTurn: "turn", match.TimeShort: "time", match.NextUp: "next"}
	Threads  = []string{match.NoThread: "", match.ThreadWanted: "wanted", match.ThreadOpening: "opening", match.ThreadOpen: "open", match.ThreadClosed: "closed"}
	Statuses = []string{match.Challenge: "challenge", match.Playing: "playing", match.Over: "over"}
	Reasons  = []string{
		match.Unfinished: "", match.ByLine: "line", match.ByFullBoard: "full board",
		match.ByResignation: "resignation", match.ByTimeout: "timeout", match.ByAgreement: "agreement",
		match.Aborted: "aborted", match.Declined: "declined", match.Withdrawn: "withdrawn", match.Expired: "expired",
		match.Abandoned: "abandoned",
	}
)

// Word returns the text that a value of a small type is written as.
func Word[T ~uint8](texts []string, value T) string {
	if int(value) < len(texts) {
		return texts[value]
	}
	return fmt.Sprint("unknown ", value) // which nothing reads
}

// WriteMoves returns moves in notation with spaces between them.
func WriteMoves(moves []game.Square) string {
	var b strings.Builder
	b.Grow(3 * len(moves))
	for i, m := range moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(m.String())
	}
	return b.String()
}
