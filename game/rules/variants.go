// Package rules has the rules of all variants: ClassicRules, InARowRules, MisereRules, VanishingRules and UltimateRules. It
// starts, parses and replays their games, and reads squares that members type.
package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"noughts/game"
)

// all are the rules of every kind. Add a new kind here, and its words in commands/card/words.go.
var all = []game.Rules{ClassicRules, UltimateRules, MisereRules, InARowRules, VanishingRules}

// The list of all variants, and maps from a variant to its rules and from its name to the variant.
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
				named[fmt.Sprint(v, " ", v.N)] = v // so that "classic 4 4" is "classic 4"
			}
		}
	}
}

// Variants returns every variant: kind by kind, the smallest board first.
func Variants() []game.Variant { return slices.Clone(variants) }

// Valid reports whether v is a variant with rules.
func Valid(v game.Variant) bool { return rulesOf[v] != nil }

// ParseVariant reads the output of Variant.String. Without a size it returns the 3×3 board: "classic" is "classic 3".
// The number in a row may be given even if it equals the size: "classic 4 4" is "classic 4".
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

// Start returns the first position of a game of v, which must be valid. The side `begins` moves first.
func Start(v game.Variant, begins game.Mark) game.Position {
	r := rulesOf[v]
	if r == nil {
		panic(fmt.Sprintf("rules: %q is not a variant", v))
	}
	return r.Start(v, begins)
}

// Parse reads a position in notation. Errors, also for what contradicts the rules, wrap game.ErrNotation.
func Parse(v game.Variant, text string) (game.Position, error) {
	r := rulesOf[v]
	if r == nil {
		return nil, fmt.Errorf("%w: unknown variant", game.ErrNotation)
	}
	return r.Parse(v, text)
}

// Replay returns the position after `moves`, or before the first illegal one, with an error that has its number.
func Replay(from game.Position, moves []game.Square) (game.Position, error) {
	r := rulesOf[from.Variant()]
	if r == nil {
		return from, fmt.Errorf("rules: %q is not a variant", from.Variant())
	}
	return r.Replay(from, moves)
}

// Perft returns the number of move sequences of exactly `depth` plies from p, 1 if depth is below 1, or less if ctx
// ends.
func Perft(ctx context.Context, p game.Position, depth int) (total int64) {
	if depth < 1 {
		return 1
	}
	moves := p.Moves()
	if depth == 1 {
		return int64(len(moves))
	}
	for _, move := range moves {
		if depth > 4 && ctx.Err() != nil { // a shallower count takes no time
			break
		}
		if next, err := p.Play(move); err == nil {
			total += Perft(ctx, next, depth-1)
		}
	}
	return total
}

// IsDead reports whether neither side can complete a line any more. Such a game can only end in a draw.
func IsDead(p game.Position) bool {
	if p.Outcome().Over {
		return p.Outcome().Drawn()
	}
	if nested, ok := p.(game.Nested); ok {
		return !mayWinBoards(nested, game.X) && !mayWinBoards(nested, game.O)
	}
	if _, ok := p.(game.Vanishing); ok {
		return false // no mark stays
	}
	v := p.Variant()
	return !slices.ContainsFunc(LinesInARow(v.N, v.Length()), func(line []game.Square) bool {
		has := func(m game.Mark) bool {
			return slices.ContainsFunc(line, func(s game.Square) bool { return p.At(s) == m })
		}
		return !has(game.X) || !has(game.O)
	})
}

func mayWinBoards(p game.Nested, side game.Mark) bool {
	var possible uint16 // the local boards that the side has won or can still win, one bit per board
	for board := range 9 {
		if p.Local(board).Winner == side || p.Open(board) && HasLine(^p.Marks(side.Opponent(), board)) {
			possible |= 1 << board
		}
	}
	return HasLine(possible)
}
