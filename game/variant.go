package game

import "strconv"

// A Variant names the rules of a game and the size of its board. It is a value:
// variants are compared with ==. The zero Variant is none. Which variants there
// are is known to package rules alone.
type Variant struct {
	Kind string // such as "classic": the rules
	N    int    // the columns and rows of the board, 0 for a kind that has one board only
}

// Ultimate is Ultimate tic-tac-toe: nine local 3×3 boards in a 3×3 grid.
var Ultimate = Variant{Kind: "ultimate"}

// Classic returns the variant of classic tic-tac-toe with n columns, n rows and
// n in a row to win.
func Classic(n int) Variant { return Variant{"classic", n} }

// Size returns the number of columns, which is the number of rows. A kind with
// one board only has the largest.
func (v Variant) Size() int {
	if v.N == 0 {
		return MaxSize
	}
	return v.N
}

// String returns the variant in notation, such as "ultimate" or "classic 3".
func (v Variant) String() string {
	if v.N == 0 {
		return v.Kind
	}
	return v.Kind + " " + strconv.Itoa(v.N)
}
