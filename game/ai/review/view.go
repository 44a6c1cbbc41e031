package review

import (
	"slices"

	"noughts/game"
	"noughts/game/rules"
)

type view struct {
	side, rival game.Mark
	move        game.Square
	known       Known
	before      board
	after       board
	misere      bool // the side that completes a line loses
	vanishing   bool // no line is spoiled for long, and there are no double threats
}

func newView(p game.Position, move game.Square, k Known) (*view, bool) {
	after, err := p.Play(move)
	if err != nil {
		return nil, false
	}
	_, misere := p.(rules.MiserePosition)
	_, vanishing := p.(game.Vanishing)
	lines := linesOf(p)
	return &view{
		side: p.ToMove(), rival: p.ToMove().Opponent(), move: move, known: k,
		before: newBoard(p, lines), after: newBoard(after, lines), misere: misere, vanishing: vanishing,
	}, true
}

// flat reports whether the game is on one board where a line wins: neither Ultimate nor misère.
func (v *view) flat() bool { return v.before.nested == nil && !v.misere }

// nested reports whether the game has local boards and is not over after the move.
func (v *view) nested() bool { return v.after.nested != nil && !v.after.Outcome().Over }

func linesOf(p game.Position) [][]game.Square {
	nested, ok := p.(game.Nested)
	if !ok {
		return rules.LinesInARow(p.Variant().Size(), p.Variant().Length())
	}
	all := make([][]game.Square, 0, 9*8)
	for local := range 9 {
		for _, cells := range rules.Lines(3) {
			line := make([]game.Square, len(cells))
			for i, cell := range cells {
				line[i] = nested.Join(local, cell.Row()*3+cell.Col())
			}
			all = append(all, line)
		}
	}
	return all
}

type board struct {
	game.Position
	nested game.Nested // the position if it has local boards, else nil
	lines  [][]game.Square
	gaps   [3]squares // by side: the empty squares that complete a line; none on closed local boards
	// going has the square, by side, whose mark the side's next move takes away, and NoSquare for none.
	going [3]game.Square
}

func newBoard(p game.Position, lines [][]game.Square) board {
	b := board{Position: p, lines: lines, going: goingFrom(p)}
	b.nested, _ = p.(game.Nested)
	for _, line := range lines {
		for _, side := range []game.Mark{game.X, game.O} {
			if held, gap := b.held(line, side); held == len(line)-1 && gap != NoSquare {
				b.gaps[side].add(gap)
			}
		}
	}
	return b
}

func goingFrom(p game.Position) [3]game.Square {
	going := [3]game.Square{NoSquare, NoSquare, NoSquare}
	vanishing, ok := p.(game.Vanishing)
	if !ok {
		return going
	}
	var marks [3]int
	for _, s := range slices.Backward(vanishing.Ages()) {
		side := p.At(s)
		if marks[side]++; marks[side] == rules.MostMarks {
			going[side] = s
		}
	}
	return going
}

// held counts a side's marks on a line that stay with its next move. It also returns the line's last square that will then be
// empty and not closed, or NoSquare.
func (b board) held(line []game.Square, side game.Mark) (n int, gap game.Square) {
	gap = NoSquare
	for _, s := range line {
		switch mark := b.At(s); {
		case mark == side && s != b.going[side]:
			n++
		case mark == game.Empty && b.open(s), s == b.going[side.Opponent()] && side != b.ToMove():
			gap = s
		}
	}
	return n, gap
}

func (b board) open(s game.Square) bool { return b.nested == nil || b.nested.Open(b.localOf(s)) }

// localOf returns the local board that a square lies on, or NoBoard if the game has no local boards.
func (b board) localOf(s game.Square) int {
	if b.nested == nil {
		return NoBoard
	}
	local, _ := b.nested.Split(s)
	return local
}

func (b board) free(line []game.Square, of game.Mark) bool {
	return !slices.ContainsFunc(line, func(s game.Square) bool { return b.At(s) == of })
}

func (b board) through(s game.Square, test func(line []game.Square) bool) (n int) {
	for _, line := range b.lines {
		if slices.Contains(line, s) && test(line) {
			n++
		}
	}
	return n
}

// decides reports whether a side that wins a local board wins the game.
func (b board) decides(local int, side game.Mark) bool {
	var won uint16
	for i := range 9 {
		if b.nested.Local(i).Winner == side {
			won |= 1 << i
		}
	}
	return b.nested.Open(local) && rules.Gaps(won)>>local&1 != 0
}

func (b board) completed(through game.Square, side game.Mark) (all []game.Square) {
	for _, line := range b.lines {
		if held, _ := b.held(line, side); held == len(line) && slices.Contains(line, through) {
			all = append(all, line...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

type squares [2]uint64

func (s *squares) add(sq game.Square)            { s[sq/64] |= 1 << (sq % 64) }
func (s squares) has(sq game.Square) bool        { return s[sq/64]>>(sq%64)&1 != 0 }
func (s squares) not(t squares) squares          { return squares{s[0] &^ t[0], s[1] &^ t[1]} }
func (s squares) without(sq game.Square) squares { s[sq/64] &^= 1 << (sq % 64); return s }
func (s squares) count() int                     { return len(s.list()) }

func (s squares) only(test func(game.Square) bool) (kept squares) {
	for _, sq := range s.list() {
		if test(sq) {
			kept.add(sq)
		}
	}
	return kept
}

func (s squares) list() (all []game.Square) {
	for sq := range game.Square(game.MaxSize * game.MaxSize) {
		if s.has(sq) {
			all = append(all, sq)
		}
	}
	return all
}
