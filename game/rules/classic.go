package rules

import (
	"fmt"
	"slices"
	"strings"

	"noughts/game"
)

// A ClassicPosition is a classic board with the side to move. It is an immutable value: it can be copied and compared, and
// Play returns a new one. The zero value is invalid.
type ClassicPosition struct {
	size   uint8
	length uint8 // number of squares of a line
	toMove game.Mark
	ply    uint8
	marks  [game.MaxSize * game.MaxSize]game.Mark
	winner game.Mark
}

// ClassicRules are the rules on square boards of 1 to 9 columns. A player wins with a line: a whole row, column or main
// diagonal. A full board without a line is a draw.
var ClassicRules = squareRules(func(n, k int) bool { return k == n })

// InARowRules are ClassicRules, but a line is any k adjacent squares of a row, column or diagonal.
var InARowRules = squareRules(func(n, k int) bool { return k >= game.LeastInARow && k < n })

func squareRules(have func(n, k int) bool) game.Rules {
	var variants []game.Variant
	for n := 1; n <= game.MaxSize; n++ {
		for k := 1; k <= n; k++ {
			if have(n, k) {
				variants = append(variants, game.InARow(n, k))
			}
		}
	}
	start := func(v game.Variant) ClassicPosition { return StartInARow(v.N, v.Length()) }
	return game.NewRules(variants, start, parseClassic)
}

// StartClassic returns the empty board of a size from 1 to game.MaxSize with X to move.
func StartClassic(size int) ClassicPosition { return StartInARow(size, size) }

// StartInARow is StartClassic with k in a row to win, for k from game.LeastInARow to size.
func StartInARow(size, k int) ClassicPosition {
	return ClassicPosition{size: uint8(size), length: uint8(k), toMove: game.X}
}

// Beginning returns p with m to move. Use it on an empty board, to let O begin.
func (p ClassicPosition) Beginning(m game.Mark) ClassicPosition {
	p.toMove = m
	return p
}

// Variant returns the variant with the board's size and length of lines.
func (p ClassicPosition) Variant() game.Variant { return game.InARow(int(p.size), int(p.length)) }

// Size returns the number of columns, which equals the number of rows.
func (p ClassicPosition) Size() int { return int(p.size) }

// ToMove returns the side whose turn it is.
func (p ClassicPosition) ToMove() game.Mark { return p.toMove }

// Ply returns the number of moves made.
func (p ClassicPosition) Ply() int { return int(p.ply) }

// At returns the mark on a square.
func (p ClassicPosition) At(s game.Square) game.Mark {
	if int(s) >= len(p.marks) {
		return game.Empty
	}
	return p.marks[s]
}

// Outcome returns the winner, or a draw for a full board without a line.
func (p ClassicPosition) Outcome() game.Outcome {
	switch {
	case p.winner != game.Empty:
		return game.Won(p.winner)
	case int(p.ply) == p.Size()*p.Size():
		return game.Draw
	}
	return game.Outcome{}
}

// Moves returns the empty squares in reading order, none after the end.
func (p ClassicPosition) Moves() []game.Square {
	if p.Outcome().Over {
		return nil
	}
	moves := make([]game.Square, 0, p.Size()*p.Size()-int(p.ply))
	for _, s := range squares[p.size] {
		if p.marks[s] == game.Empty {
			moves = append(moves, s)
		}
	}
	return moves
}

// Check returns nil if a move on s is legal, and otherwise the error that Play would return.
func (p ClassicPosition) Check(s game.Square) error {
	switch {
	case p.Outcome().Over:
		return game.ErrGameOver
	case !s.On(p.Size()):
		return game.ErrNotASquare
	}
	return game.Occupied(p.marks[s], p.toMove)
}

// Play returns the position after a move, or the error of Check.
func (p ClassicPosition) Play(s game.Square) (game.Position, error) {
	if err := p.Check(s); err != nil {
		return nil, err
	}
	return p.After(s), nil
}

// After returns the position after a legal move, which it does not check.
func (p ClassicPosition) After(s game.Square) ClassicPosition {
	p.marks[s] = p.toMove
	p.ply++
	if slices.ContainsFunc(p.LinesThrough(s), p.complete) {
		p.winner = p.toMove
	}
	p.toMove = p.toMove.Opponent()
	return p
}

func (p ClassicPosition) lines() [][]game.Square { return lines[p.size][p.length] }

func (p ClassicPosition) complete(line []game.Square) bool {
	mark := p.marks[line[0]]
	for _, s := range line[1:] {
		if p.marks[s] != mark {
			return false
		}
	}
	return mark != game.Empty
}

// WinningLine returns the squares of all complete lines in reading order, or nil if there is none.
func (p ClassicPosition) WinningLine() []game.Square {
	if p.winner == game.Empty {
		return nil
	}
	var squares []game.Square
	for _, line := range p.lines() {
		if p.complete(line) {
			squares = append(squares, line...)
		}
	}
	slices.Sort(squares)
	return slices.Compact(squares)
}

// String returns the position in notation, such as "3/1x1/o2 x".
func (p ClassicPosition) String() string {
	return game.FormatRows(p.Size(), p.At) + " " + p.toMove.String()
}

// squares[n] has the squares of the n×n board in reading order, lines[n][k] its lines of k squares,
// and through[n][k][s] the lines that contain square s.
var squares, lines, through = func() (
	squares [game.MaxSize + 1][]game.Square,
	lines [game.MaxSize + 1][game.MaxSize + 1][][]game.Square,
	through [game.MaxSize + 1][game.MaxSize + 1][game.MaxSize * game.MaxSize][][]game.Square,
) {
	for n := 1; n <= game.MaxSize; n++ {
		for i := range n * n {
			squares[n] = append(squares[n], game.At(i%n, i/n))
		}
		for k := min(n, game.LeastInARow); k <= n; k++ {
			lines[n][k] = makeLines(n, k)
			for _, line := range lines[n][k] {
				for _, s := range line {
					through[n][k][s] = append(through[n][k][s], line)
				}
			}
		}
	}
	return squares, lines, through
}()

// Lines returns the winning lines of a board with `size` columns, in this order: the columns from the left, the rows
// from the top, the main diagonal from the top left, the main diagonal from the top right. The squares of a row run
// from the left, those of other lines from the top. The caller must not change the result.
func Lines(size int) [][]game.Square { return lines[size][size] }

// LinesInARow returns the lines of k squares on a board with `size` columns. k is from game.LeastInARow to `size`. The
// lines come in this order: columns, rows, diagonals down to the right, diagonals down to the left. Within a column,
// row or diagonal each line starts one square after the previous line. The caller must not change the result.
func LinesInARow(size, k int) [][]game.Square { return lines[size][k] }

// LinesThrough returns the lines that a square of the board lies on. The caller must not change them.
func (p ClassicPosition) LinesThrough(s game.Square) [][]game.Square {
	return through[p.size][p.length][s]
}

// makeLines returns a line of k squares from every square that has enough squares after it, in each direction.
func makeLines(n, k int) (all [][]game.Square) {
	cut := func(col, row, right, down int) {
		var whole []game.Square
		for ; col >= 0 && col < n && row < n; col, row = col+right, row+down {
			whole = append(whole, game.At(col, row))
		}
		for i := range max(len(whole)-k+1, 0) {
			all = append(all, whole[i:i+k:i+k])
		}
	}
	for col := range n {
		cut(col, 0, 0, 1)
	}
	for row := range n {
		cut(0, row, 1, 0)
	}
	for i := 1 - n; i < n; i++ { // a diagonal begins on the left or the top edge
		cut(max(i, 0), max(-i, 0), 1, 1)
	}
	for i := 1 - n; i < n; i++ {
		cut(n-1-max(i, 0), max(-i, 0), -1, 1)
	}
	return all
}

// parseClassic accepts exactly the positions that a game can reach, whichever side began.
func parseClassic(v game.Variant, text string) (ClassicPosition, error) {
	rows, side, _ := strings.Cut(text, " ")
	toMove, err := game.ParseToMove(side)
	if err != nil {
		return ClassicPosition{}, err
	}
	p := StartInARow(v.N, v.Length()).Beginning(toMove)
	count := map[game.Mark]int{}
	err = game.ParseRows(v.N, rows, func(s game.Square, m game.Mark) {
		p.marks[s] = m
		p.ply++
		count[m]++
	})
	if err != nil {
		return ClassicPosition{}, err
	}
	if err := game.CheckTurn(count[game.X], count[game.O], toMove); err != nil {
		return ClassicPosition{}, err
	}
	return p.withWinner()
}

// withWinner sets the winner. It returns an error if no single move can have completed all complete lines.
func (p ClassicPosition) withWinner() (ClassicPosition, error) {
	if !p.anyLine() {
		return p, nil
	}
	last := p.toMove.Opponent()
	for s, m := range p.marks {
		before := p
		before.marks[s] = game.Empty
		if m == last && !before.anyLine() {
			p.winner = last
			return p, nil
		}
	}
	return ClassicPosition{}, fmt.Errorf("%w: no single move of %s can have completed all lines on the board", game.ErrNotation, last)
}

func (p ClassicPosition) anyLine() bool { return slices.ContainsFunc(p.lines(), p.complete) }
