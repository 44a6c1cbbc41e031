// Package rules is the list of all variants: it starts, parses and replays
// games of any of them, and reads the squares that people type.
package rules

import (
	"fmt"
	"slices"
	"strings"

	"noughts/game"
	"noughts/game/classic"
	"noughts/game/misere"
	"noughts/game/ultimate"
)

// all are the rules of every kind of variants: a new kind is added here, and its
// words in commands/card/words.go.
var all = []game.Rules{classic.Rules, ultimate.Rules, misere.Rules, classic.InARow}

// The variants of all kinds, and the rules and the notation of each.
var (
	variants []game.Variant
	rulesOf  = map[game.Variant]*game.Rules{}
	named    = map[string]game.Variant{}
)

func init() {
	for i := range all {
		for _, v := range all[i].Variants {
			variants = append(variants, v)
			rulesOf[v] = &all[i]
			named[v.String()] = v
			if v == game.Classic(v.N) && v.N >= game.LeastInARow {
				named[fmt.Sprint(v, " ", v.N)] = v // the number in a row said in full
			}
		}
	}
}

// Variants returns every variant: kind by kind, the smallest board first.
func Variants() []game.Variant { return slices.Clone(variants) }

// Valid says whether v names rules.
func Valid(v game.Variant) bool { return rulesOf[v] != nil }

// ParseVariant reads what a variant's String writes. A kind alone is the kind
// on the 3×3 board: "classic" is "classic 3". As many in a row as the board has
// columns may be named, too: "classic 4 4" is "classic 4".
func ParseVariant(text string) (game.Variant, error) {
	for _, written := range []string{text, text + " 3"} {
		if v, ok := named[written]; ok {
			return v, nil
		}
	}
	var known []string
	for _, r := range all {
		first, last := r.Variants[0], r.Variants[len(r.Variants)-1]
		name := first.String()
		switch {
		case first.K != 0:
			name = fmt.Sprintf("%s N K for %d to N in a row", first.Kind, first.K)
		case last != first:
			name += " to " + last.String()
		}
		known = append(known, name)
	}
	return game.Variant{}, fmt.Errorf("%.24q is not a variant: %s", text, strings.Join(known, ", "))
}

// Start returns the first position of a game with the side begins to move. The
// variant must be valid.
func Start(v game.Variant, begins game.Mark) game.Position {
	r := rulesOf[v]
	if r == nil {
		panic(fmt.Sprintf("rules: %q is not a variant", v))
	}
	return r.Start(v, begins)
}

// Parse reads a position of a variant in notation, strictly: it recomputes what
// can be recomputed and refuses contradictions. Every error wraps
// game.ErrNotation.
func Parse(v game.Variant, text string) (game.Position, error) {
	r := rulesOf[v]
	if r == nil {
		return nil, fmt.Errorf("%w: unknown variant", game.ErrNotation)
	}
	return r.Parse(v, text)
}

// Replay returns the position after moves from a position. At a move that the
// rules refuse it stops, and returns the position before it and the refusal with
// the number of the move.
func Replay(from game.Position, moves []game.Square) (game.Position, error) {
	r := rulesOf[from.Variant()]
	if r == nil {
		return from, fmt.Errorf("rules: %q is not a variant", from.Variant())
	}
	return r.Replay(from, moves)
}
