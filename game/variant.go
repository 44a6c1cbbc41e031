package game

import (
	"fmt"
	"strconv"
	"strings"
)

// A Variant names the rules of a game: Ultimate, or classic on a board of a
// given size. The zero Variant is none.
type Variant uint8

// Ultimate is Ultimate tic-tac-toe: nine local 3×3 boards in a 3×3 grid.
const Ultimate Variant = MaxSize + 1

// Classic returns the variant of classic tic-tac-toe with size columns, size
// rows and size in a row to win. It returns the zero Variant unless size is
// between 1 and MaxSize.
func Classic(size int) Variant {
	if size < 1 || size > MaxSize {
		return 0
	}
	return Variant(size)
}

// Variants returns every variant: classic by size, then Ultimate.
func Variants() []Variant {
	all := make([]Variant, 0, Ultimate)
	for v := Classic(1); v <= Ultimate; v++ {
		all = append(all, v)
	}
	return all
}

// Valid says whether v names rules.
func (v Variant) Valid() bool { return v >= 1 && v <= Ultimate }

// Size returns the number of columns, which is the number of rows.
func (v Variant) Size() int {
	if v == Ultimate {
		return MaxSize
	}
	return int(v)
}

// String returns the variant in notation: "ultimate" or "classic N".
func (v Variant) String() string {
	if v == Ultimate {
		return "ultimate"
	}
	return "classic " + strconv.Itoa(int(v))
}

// ParseVariant reads what String writes; "classic" alone is classic 3×3.
func ParseVariant(text string) (Variant, error) {
	switch text {
	case "ultimate":
		return Ultimate, nil
	case "classic":
		return Classic(3), nil
	}
	if digits, ok := strings.CutPrefix(text, "classic "); ok && len(digits) == 1 {
		if v := Classic(int(digits[0]) - '0'); v != 0 {
			return v, nil
		}
	}
	return 0, fmt.Errorf("%.24q is no variant: ultimate, or classic 1 to classic 9", text)
}
