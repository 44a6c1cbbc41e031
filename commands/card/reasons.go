package card

import (
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai/review"
)

// Reasons returns one sentence for each reason for or against a move by `side`. The function `called` returns how a
// side is named in the sentences. It can be Letter, for example.
func Reasons(l *texts.Language, side game.Mark, called func(game.Mark) string, reasons []review.Reason) []string {
	said := make([]string, len(reasons))
	for i, r := range reasons {
		said[i] = reason(l, side, called, r)
	}
	return said
}

func reason(l *texts.Language, side game.Mark, called func(game.Mark) string, r review.Reason) string {
	key := texts.Key("why." + r.Kind)
	var args []string
	if r.Board != review.NoBoard {
		args = LocalBoard(l, r.Board)
	}
	args = append(args, "Side", called(side), "Opponent", called(side.Opponent()), "By", l.Decimal(r.By, 2))
	if r.Square != review.NoSquare {
		args = append(args, "Square", r.Square.String())
	}
	var names []string
	for _, s := range r.Squares {
		names = append(names, s.String())
	}
	args = append(args, "Squares", l.And(names))
	if n := r.Plies + r.Lines; n > 0 { // a reason has Plies or Lines but never both
		return l.Count(key, n, args...)
	}
	return l.Say(key, args...)
}

// Hint returns the sentences of a hint's first three steps for the side to move: the kind of thing
// to look for, the part of the board, and the move with its reasons.
func Hint(l *texts.Language, side game.Mark, called func(game.Mark) string, h review.Hint) [3]string {
	why := Reasons(l, side, called, h.Reasons)
	var where string
	switch r := h.Where; {
	case r.Board != review.NoBoard:
		where = l.Say("hint.where.board", LocalBoard(l, r.Board)...)
	case r.Row >= 0:
		where = l.Say("hint.where.row", "Row", texts.Ordinal(r.Row+1))
	default:
		where = l.Say("hint.where.column", "Column", game.At(r.Col, 0).String()[:1])
	}
	return [3]string{
		l.Say(texts.Key("hint.look." + h.Look)),
		where,
		l.Sentences(append([]string{l.Say("hint.move", "Square", h.Move.String())}, why...)),
	}
}
