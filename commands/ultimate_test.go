package commands

import (
	"strings"
	"testing"
)

func TestUltimateMoveRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(ann).types("ultimate", "opponent", ben)
	w.as(ben).presses("/m/m1/1/accept")
	w.moves("m1", "e5 d5")
	r := w.as(ann).types("move", "square", "i9")
	refused(t, r, "refuse.wrong_board")
	says(t, r, "You must play in the middle left board.")
	refused(t, w.as(ann).types("move", "square", "e5"), "refuse.own_square")
	refused(t, w.as(ann).types("move", "square", "d5"), "refuse.opponent_square")

	w = newWorld(t)
	w.as(ann).types("ultimate", "opponent", ben)
	w.as(ben).presses("/m/m1/1/accept")
	w.moves("m1", "b1 d1 c1 g1 a1") // the top left board is won, and the last move sends ben to that board
	r = w.as(ben).types("move", "square", "b2")
	refused(t, r, "refuse.closed_board")
	says(t, r, "Choose a square in any open board.")
	says(t, w.board("m1"), "to move in any open board: the top left board is closed (a1 is the top left square)")
	offers(t, w.board("m1"), "board-2", "board-3", "board-4", "board-5", "board-6", "board-7", "board-8", "board-9", "more")
}

// Choosing a board and going back move no row, so that a second press meets what the member sees.
func TestChoosingABoardMovesNoRow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(ann).types("ultimate", "opponent", ben)
	w.as(ben).presses("/m/m1/1/accept")
	boards := w.board("m1")
	board := accepted(t, w.as(ann).on(boards, "board-5"))
	for what, other := range map[string]answer{"a chosen board": board, "the boards again": accepted(t, w.as(ann).on(board, "boards"))} {
		if want, got := strings.Count(script(boards), "\n  row\n"), strings.Count(script(other), "\n  row\n"); got != want || want == 0 {
			t.Errorf("%s: %d rows, want %d\n%s", what, got, want, script(other))
		}
	}
}
