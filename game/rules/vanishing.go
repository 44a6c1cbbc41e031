package rules

import (
	"fmt"
	"slices"
	"strings"

	"noughts/game"
)

// Vanishing is the variant of vanishing marks, on 3×3 squares.
var Vanishing = game.Variant{Kind: "vanishing", N: 3}

// VanishingRules are the rules of vanishing marks. Each side has at most three marks: placing a fourth takes the side's oldest
// mark away, after the new one stands, so its square is not free before. Three own marks in a row, after the oldest has gone,
// win. The same position for the third time, with marks of the same ages and the same side to move, is a draw.
var VanishingRules = game.NewRules(
	[]game.Variant{Vanishing},
	func(game.Variant) VanishingPosition { return StartVanishing() },
	func(_ game.Variant, text string) (VanishingPosition, error) { return parseVanishing(text) },
)

// MostMarks is the number of marks that a side can have on the board, and mostMarks that of both together.
const (
	MostMarks = 3
	mostMarks = 2 * MostMarks
)

// A VanishingPosition is a classic 3×3 position with the ages of its marks. Since the sides take turns, the oldest of six marks
// always belongs to the side to move. It is an immutable value, and implements game.Vanishing.
type VanishingPosition struct {
	ClassicPosition                        // its ply is the number of marks
	ages            [mostMarks]game.Square // the squares of the marks, oldest first
	gone            game.Square            // the square whose mark the last move took away, if hasGone
	hasGone         bool
	earlier         *earlierPosition // the last position before this one with all marks; nil if none is known
	drawn           bool             // this is the third time
}

// An earlierPosition is what can repeat of a position with all marks on the board, and a link to the one before it.
type earlierPosition struct {
	ages   [mostMarks]game.Square
	toMove game.Mark
	before *earlierPosition
}

// StartVanishing returns the empty board with X to move.
func StartVanishing() VanishingPosition { return VanishingPosition{ClassicPosition: StartClassic(3)} }

// Variant returns Vanishing.
func (p VanishingPosition) Variant() game.Variant { return Vanishing }

// Beginning returns p with m to move. Use it on an empty board, to let O begin.
func (p VanishingPosition) Beginning(m game.Mark) VanishingPosition {
	p.toMove = m
	return p
}

// Ages returns the squares of the marks on the board, from the oldest to the newest.
func (p VanishingPosition) Ages() []game.Square { return slices.Clone(p.ages[:p.ply]) }

// Going returns the square whose mark the next move takes away, and false if all marks stay.
func (p VanishingPosition) Going() (game.Square, bool) {
	return p.ages[0], p.ply == mostMarks && !p.Outcome().Over
}

// Gone returns the square whose mark the last move took away, and false if it took none away or is not known.
func (p VanishingPosition) Gone() (game.Square, bool) { return p.gone, p.hasGone }

// Outcome returns the winner, or a draw for the third time of a position.
func (p VanishingPosition) Outcome() game.Outcome {
	if p.drawn {
		return game.Draw
	}
	return p.ClassicPosition.Outcome()
}

// Moves returns the free squares in reading order, none after the end.
func (p VanishingPosition) Moves() []game.Square {
	if p.drawn {
		return nil
	}
	return p.ClassicPosition.Moves()
}

// Check returns nil if a move on s is legal, and otherwise the error that Play would return.
func (p VanishingPosition) Check(s game.Square) error {
	if p.drawn {
		return game.ErrGameOver
	}
	return p.ClassicPosition.Check(s)
}

// Play returns the position after a move, or the error of Check.
func (p VanishingPosition) Play(s game.Square) (game.Position, error) {
	if err := p.Check(s); err != nil {
		return nil, err
	}
	return p.After(s), nil
}

// After returns the position after a legal move, which it does not check.
func (p VanishingPosition) After(s game.Square) VanishingPosition {
	p.hasGone = p.ply == mostMarks
	if p.hasGone {
		p.earlier = &earlierPosition{p.ages, p.toMove, p.earlier}
		p.gone = p.ages[0]
		p.marks[p.gone] = game.Empty
		copy(p.ages[:], p.ages[1:])
		p.ply--
	}
	p.ages[p.ply] = s
	p.ClassicPosition = p.ClassicPosition.After(s)
	times := 1
	for e := p.earlier; e != nil; e = e.before {
		if e.ages == p.ages && e.toMove == p.toMove {
			times++
		}
	}
	p.drawn = times >= 3
	return p
}

// String returns the position in notation, such as "x1o/1x1/o2 x a1,c1,b2,a3".
func (p VanishingPosition) String() string {
	if p.ply == 0 {
		return p.ClassicPosition.String() + " -"
	}
	return p.ClassicPosition.String() + " " + strings.ReplaceAll(game.Moves(p.ages[:p.ply]).String(), " ", ",")
}

// parseVanishing accepts exactly the positions that a game can reach, whichever side began.
func parseVanishing(text string) (VanishingPosition, error) {
	fields := strings.SplitN(text, " ", 3)
	if len(fields) != 3 {
		return VanishingPosition{}, fmt.Errorf("%w: rows, side to move and the marks from the oldest to the newest expected", game.ErrNotation)
	}
	marks, err := parseClassic(game.Classic(3), fields[0]+" "+fields[1])
	if err != nil {
		return VanishingPosition{}, err
	}
	p := VanishingPosition{ClassicPosition: marks}
	var words []string
	if fields[2] != "-" {
		words = strings.Split(fields[2], ",")
	}
	if len(words) != p.Ply() || len(words) > mostMarks {
		return VanishingPosition{}, fmt.Errorf("%w: %d marks on the board and %d in the list, at most %d expected", game.ErrNotation, p.Ply(), len(words), mostMarks)
	}
	side := p.toMove // of the mark that is as old as the loop has come, from the newest
	for i, word := range slices.Backward(words) {
		s, err := game.ParseSquare(word)
		side = side.Opponent()
		switch {
		case err != nil:
			return VanishingPosition{}, fmt.Errorf("%w: %w", game.ErrNotation, err)
		case p.At(s) != side:
			return VanishingPosition{}, fmt.Errorf("%w: mark %d in the list should be %s's, which has none on %s", game.ErrNotation, i+1, side, s)
		case slices.Contains(p.ages[i+1:len(words)], s):
			return VanishingPosition{}, fmt.Errorf("%w: %s is twice in the list", game.ErrNotation, s)
		}
		p.ages[i] = s
	}
	return p, nil
}
