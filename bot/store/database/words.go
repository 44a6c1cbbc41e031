package database

import (
	"fmt"
	"slices"
	"strings"

	"noughts/game"
	"noughts/game/match"
)

// Words are how the values of a small type are written in a column: the word at
// a value's place. A word that has been written must keep its value for ever.
type words[T ~uint8] []string

// write returns a value's word. A value without one gets a word that nothing
// reads.
func (w words[T]) write(v T) string {
	if int(v) < len(w) {
		return w[v]
	}
	return fmt.Sprint("unknown ", uint8(v))
}

// read returns the value of a word.
func (w words[T]) read(text string) (T, error) {
	i := slices.Index(w, text)
	if i < 0 {
		return 0, fmt.Errorf("%.20q is none of %q", text, []string(w))
	}
	return T(i), nil
}

var (
	marks    = words[game.Mark]{game.Empty: "", game.X: "x", game.O: "o"}
	firsts   = words[match.First]{match.FirstX: "x", match.FirstO: "o", match.FirstRandom: "random"}
	statuses = words[match.Status]{match.Challenge: "challenge", match.Playing: "playing", match.Over: "over"}
	reasons  = words[match.Reason]{
		match.Unfinished: "", match.ByLine: "line", match.ByFullBoard: "full board",
		match.ByResignation: "resignation", match.ByTimeout: "timeout", match.ByAgreement: "agreement",
		match.Aborted: "aborted", match.Declined: "declined", match.Withdrawn: "withdrawn", match.Expired: "expired",
	}
)

// writeMoves returns moves in notation with spaces between them.
func writeMoves(moves []game.Square) string {
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

// readMoves reads what writeMoves writes.
func readMoves(text string) ([]game.Square, error) {
	if text == "" {
		return nil, nil
	}
	moves := make([]game.Square, 0, len(text)/3+1)
	for word := range strings.SplitSeq(text, " ") {
		move, err := game.ParseSquare(word)
		if err != nil {
			return nil, err
		}
		moves = append(moves, move)
	}
	return moves, nil
}
