package game

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A Variant names the rules of a game and the size of its board. It is a value:
// variants are compared with ==. The zero Variant is none. Which variants there
// are is known to package rules alone.
type Variant struct {
	Kind string // such as "classic": the rules
	N    int    // the columns and rows of the board, 0 for a kind that has one board only
	K    int    // how many in a row decide the game, 0 for as many as the board has columns
}

// Ultimate is Ultimate tic-tac-toe: nine local 3×3 boards in a 3×3 grid.
var Ultimate = Variant{Kind: "ultimate"}

// Classic returns the variant of classic tic-tac-toe with n columns, n rows and
// n in a row to win.
func Classic(n int) Variant { return Variant{Kind: "classic", N: n} }

// LeastInARow is the smallest number in a row that may be asked for.
const LeastInARow = 3

// InARow returns the variant of classic tic-tac-toe with n columns, n rows and k
// in a row to win. With k = n it is Classic(n).
func InARow(n, k int) Variant {
	v := Classic(n)
	if k != n {
		v.K = k
	}
	return v
}

// Length returns the number of squares of a line on a flat board.
func (v Variant) Length() int { return cmp.Or(v.K, v.Size()) }

// Size returns the number of columns, which is the number of rows. A kind with
// one board only has the largest.
func (v Variant) Size() int {
	if v.N == 0 {
		return MaxSize
	}
	return v.N
}

// String returns the variant in notation, such as "ultimate", "classic 3" or
// "classic 7 4".
func (v Variant) String() string {
	text := v.Kind
	for _, number := range []int{v.N, v.K} {
		if number != 0 {
			text += " " + strconv.Itoa(number)
		}
	}
	return text
}

// MarshalText returns the variant in notation, for JSON.
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads a variant in notation. Whether there is such a variant is known to package rules.
func (v *Variant) UnmarshalText(text []byte) error {
	*v = Variant{}
	words := strings.Fields(string(text))
	if len(words) > 3 {
		return fmt.Errorf("%.24q is no variant", text)
	}
	for i, word := range words {
		var err error
		switch i {
		case 0:
			v.Kind = word
		case 1:
			v.N, err = strconv.Atoi(word)
		case 2:
			v.K, err = strconv.Atoi(word)
		}
		if err != nil {
			return fmt.Errorf("%.24q is no variant: %w", text, err)
		}
	}
	return nil
}
