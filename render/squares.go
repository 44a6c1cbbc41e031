package render

import (
	"slices"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render/tiles"
)

type facts struct {
	size    int
	tiles   Tiles
	own     [2]string // see View.Marks
	labels  bool      // column and row labels are shown
	noPad   bool      // see View.NoPad
	squares [game.MaxSize * game.MaxSize]square
	nested  game.Nested // nil on a board without local boards
	locals  []local     // the nine local boards of a nested board
}

type square struct {
	mark     game.Mark
	going    bool      // the mark goes with the next move
	ghost    game.Mark // the mark that the last move took away from the square
	last     bool      // the square of the last move
	marked   bool      // see View.Marked
	step     int       // the digit for View.Line or View.Votes; 0 for none
	heated   bool      // see View.Heat
	tenths   int       // value in tenths, 0 to 9, if heated
	winning  bool      // part of the winning line, on a board without local boards
	lost     bool      // part of the line that lost the game
	playable bool      // the side to move may play here
	lit      bool      // stands out as playable: on a nested board every playable square, else a square in View.Lit
	quiet    bool      // playable, but other squares are lit
	pad      int       // number of the button for the square, or for its local board on a free choice; 0 for none
	number   int       // see the function number
}

type local struct {
	outcome game.Outcome
	winning bool // part of the line that won the game
	framed  bool // the board to play on, or part of the winning line
}

func factsOf(v View) *facts {
	p := v.Position
	f := &facts{size: p.Variant().Size(), tiles: v.Tiles, own: v.Marks, labels: !v.NoLabels, noPad: v.NoPad}
	for s := range f.all {
		f.squares[s] = square{mark: p.At(s), number: number(v, s)}
	}
	if v.HasLast && p.At(v.Last) != game.Empty {
		f.squares[v.Last].last = true
	}
	going, gone := Fading(p)
	if going != NoSquare {
		f.squares[going].going = true
	}
	if gone != NoSquare {
		f.squares[gone].ghost = p.ToMove().Opponent()
	}
	for _, s := range v.Marked {
		f.squares[s].marked = s.On(f.size)
	}
	for i, s := range v.Line[:min(len(v.Line), 9)] {
		if p.At(s) != game.Empty || f.squares[s].step != 0 { // where marks vanish, a line comes back to their squares
			break
		}
		f.squares[s].step = i + 1
	}
	f.nested, _ = p.(game.Nested)
	focus := v.Focus()
	var moves []game.Square
	if !v.Ended {
		moves = p.Moves()
	}
	for _, s := range moves {
		sq := &f.squares[s]
		sq.playable = true
		place := slices.Index(v.Lit, s)
		sq.lit = f.nested != nil || place >= 0
		sq.quiet = len(v.Lit) > 0 && !sq.lit
		if worth, ok := v.Heat[s]; ok {
			tenths := min(max(int(worth*tiles.Tenths), 0), tiles.Tenths-1) // 0 below 0.1, up to 9 from 0.9 on
			sq.heated, sq.tenths, sq.marked = true, tenths, false
		}
		numbered := f.size <= 3
		if f.nested != nil {
			board, _ := f.nested.Split(s)
			numbered = board == focus
		}
		switch {
		case v.NoPad:
		case numbered:
			sq.pad = sq.number
		case place >= 0 && v.Votes == nil:
			sq.pad = place + 1
		}
	}
	if f.nested != nil {
		f.locals = localsOf(f.nested, focus)
		if focus == game.FreeChoice && !v.NoPad {
			f.numberBoards(v.Keypad)
		}
		return f
	}
	for s, n := range v.Votes {
		f.squares[s].step = min(n, 9)
	}
	for _, s := range p.WinningLine() {
		f.squares[s].lost = p.At(s) != p.Outcome().Winner
		f.squares[s].winning = !f.squares[s].lost
	}
	return f
}

// NoSquare is no square of any board.
const NoSquare game.Square = 255

// Fading returns the square whose mark the next move takes away, and the square whose mark the last move took away, or NoSquare.
func Fading(p game.Position) (going, gone game.Square) {
	going, gone = NoSquare, NoSquare
	if vanishing, ok := p.(game.Vanishing); ok {
		if s, ok := vanishing.Going(); ok {
			going = s
		}
		if s, ok := vanishing.Gone(); ok {
			gone = s
		}
	}
	return going, gone
}

// numberBoards shows the number of each local board to choose on one of its free squares, the centre if possible.
func (f *facts) numberBoards(keypad bool) {
	for b := range f.locals {
		for _, cell := range [9]int{4, 0, 1, 2, 3, 5, 6, 7, 8} {
			if sq := &f.squares[f.nested.Join(b, cell)]; sq.playable {
				sq.pad = CellNumber(b, keypad)
				break
			}
		}
	}
}

func localsOf(p game.Nested, focus int) []local {
	locals := make([]local, 9)
	for b := range locals {
		locals[b] = local{outcome: p.Local(b), framed: b == focus}
	}
	for _, b := range p.WinningBoards() {
		locals[b].winning, locals[b].framed = true, true
	}
	return locals
}

func (f *facts) all(yield func(game.Square) bool) {
	for row := range f.size {
		for col := range f.size {
			if !yield(game.At(col, row)) {
				return
			}
		}
	}
}

// marks yields the squares whose mark is drawn: every occupied square, but on a closed local board only the last move.
func (f *facts) marks(yield func(game.Square, square) bool) {
	for s := range f.all {
		sq := f.squares[s]
		board, _ := f.local(s)
		seen := sq.last || sq.mark != game.Empty && !board.outcome.Over
		if seen && !yield(s, sq) {
			return
		}
	}
}

// local returns a square's local board and its cell there, or the zero local and 0.
func (f *facts) local(s game.Square) (local, int) {
	if f.nested == nil {
		return local{}, 0
	}
	board, cell := f.nested.Split(s)
	return f.locals[board], cell
}

// Focus returns the local board, from 0, whose squares players can name with one digit: the only board with legal
// moves, or the chosen board. It returns game.FreeChoice if a local board must be chosen first, if there are no local
// boards, and after the end.
func (v View) Focus() int {
	p, ok := v.Position.(game.Nested)
	if !ok || v.Ended {
		return game.FreeChoice
	}
	chosen := v.Chosen - 1
	if only := p.OnlyBoard(); only != game.FreeChoice {
		return only
	}
	if 0 <= chosen && chosen < 9 && p.Playable(chosen) {
		return chosen
	}
	return game.FreeChoice
}

// number returns the number that people type for a square, as rules.ReadSquare reads it. On local boards and boards up
// to 3×3 it is the cell from 1 to 9; on other boards it is the row and the column as two digits.
func number(v View, s game.Square) int {
	if p, ok := v.Position.(game.Nested); ok {
		_, cell := p.Split(s)
		return CellNumber(cell, v.Keypad)
	}
	n := v.Position.Variant().Size()
	if n > 3 {
		return 10*(s.Row()+1) + s.Col() + 1
	}
	return rules.Numbered(n, s.Row()*n+s.Col(), v.Keypad) + 1
}

// CellNumber returns the number from 1 to 9 of a cell from 0. With `keypad` the top row is 7 8 9.
func CellNumber(cell int, keypad bool) int { return rules.Numbered(3, cell, keypad) + 1 }
