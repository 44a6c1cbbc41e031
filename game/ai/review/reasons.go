package review

import (
	"slices"

	"noughts/game"
	"noughts/game/ai/engine"
)

// Reasons about a move in Ultimate.

func (b board) deciding(side game.Mark) squares {
	return b.gaps[side].only(func(s game.Square) bool { return b.decides(b.localOf(s), side) })
}

// freshLocal returns the squares that complete a line of a local board for the mover's side after the move, and did not
// before the move. It returns none in games without local boards and after the end of the game.
func (v *view) freshLocal() squares {
	if !v.nested() {
		return squares{}
	}
	return v.fresh()
}

func (v *view) ownGaps() squares {
	local := v.after.localOf(v.move)
	return v.after.gaps[v.side].only(func(s game.Square) bool { return v.after.localOf(s) == local })
}

func (v *view) reachable() squares {
	return v.after.gaps[v.rival].only(func(s game.Square) bool {
		return v.nested() && v.after.nested.Playable(v.after.localOf(s))
	})
}

func sendsToBoard(v *view) []Reason {
	if !v.nested() || v.after.nested.OnlyBoard() == game.FreeChoice {
		return nil
	}
	return []Reason{{Square: NoSquare, Board: v.after.nested.OnlyBoard()}}
}

// chooses reports whether the side to move may play on any of several open boards.
func chooses(p game.Nested) bool {
	return p.Forced() == game.FreeChoice && p.OnlyBoard() == game.FreeChoice && !p.Outcome().Over
}

// Reasons about a move on a flat board: one board where a line wins, so neither Ultimate nor misère. The reasons about
// lines through a square also serve misère.

// doubles returns the squares where a side can make a double threat: after its mark there the side can complete a line
// on two squares, and the opponent on none. It returns none if the side can win at once, in Ultimate and misère, after the
// end of the game, and where marks vanish: the two that stay are on one line.
func (v *view) doubles(b board, side game.Mark) (all squares) {
	if !v.flat() || v.vanishing || b.Outcome().Over || b.gaps[side].count() > 0 {
		return all
	}
	made := make(map[game.Square]squares) // by square: the gaps after a mark on the square
	for _, line := range b.lines {
		if held, _ := b.held(line, side); held != len(line)-2 || !b.free(line, side.Opponent()) {
			continue
		}
		empty := slices.DeleteFunc(slices.Clone(line), func(s game.Square) bool { return b.At(s) != game.Empty })
		for i, s := range empty {
			gaps := made[s]
			gaps.add(empty[1-i])
			made[s] = gaps
		}
	}
	for s, gaps := range made {
		if gaps.count() > 1 && b.gaps[side.Opponent()].without(s).count() == 0 {
			all.add(s)
		}
	}
	return all
}

// openTo counts the lines through a square that the side can still complete: before the move they have no mark of the other
// side, or the marks vanish.
func (v *view) openTo(side game.Mark, s game.Square) int {
	return v.before.through(s, func(line []game.Square) bool { return v.vanishing || v.before.free(line, side.Opponent()) })
}

// lines returns a reason with n lines if `is` is true and n is not 0, else nil.
func (v *view) lines(is bool, n int) []Reason {
	return when(is && n > 0, Reason{Square: NoSquare, Board: NoBoard, Lines: n})
}

// extremeLines is `lines` with the lines open through the move, if no other move has more (sign 1) or fewer (sign -1).
func (v *view) extremeLines(is bool, sign int) []Reason {
	own := v.openTo(v.side, v.move)
	beats := func(s game.Square) bool { return sign*(v.openTo(v.side, s)-own) > 0 }
	return v.lines(is && !slices.ContainsFunc(v.before.Moves(), beats), own)
}

// notable is the smallest difference between expected results that is a reason for or against a move.
const notable = 0.05

func (v *view) score() engine.Score {
	c, ok := v.known.of(v.move)
	if !ok {
		return engine.Score{Expected: -1} // less than any real score
	}
	return c.Score
}

// best returns the best known move. It returns false if the value of the explained move (v.move) is unknown.
func (v *view) best() (engine.Choice, bool) {
	if _, ok := v.known.of(v.move); !ok {
		return engine.Choice{}, false
	}
	return v.known[0], true
}

// others reports whether a test is true of the values of all other legal moves. It returns false if
// there are no others, or if some values are unknown.
func (v *view) others(test func(engine.Score) bool) bool {
	for _, c := range v.known {
		if c.Move != v.move && !test(c.Score) {
			return false
		}
	}
	return v.choice() && len(v.known) == len(v.before.Moves())
}

func (v *view) choice() bool { return len(v.before.Moves()) > 1 }

func isLost(s engine.Score) bool { return s.Proof == engine.Loss }

func within(plies int) Reason { return Reason{Square: NoSquare, Board: NoBoard, Plies: plies} }

func instead(c engine.Choice) Reason {
	return Reason{Square: c.Move, Board: NoBoard, Squares: []game.Square{c.Move}}
}

func best(v *view) []Reason {
	best, known := v.best()
	return when(known && v.choice() && best.Score.Expected <= v.score().Expected, plain)
}

// hopeless is a limit for the expected result of the best move. If the result is lower, a move that loses by force is
// no blunder for Warn, because there is little left to lose.
const hopeless = 0.10

// Warn returns reasons against a legal move that is known to cost blunderFrom points, or to lose what was not hopeless.
// For another move it returns none.
func Warn(p game.Position, move game.Square, k Known) []Reason {
	played, ok := k.of(move)
	if !ok {
		return nil
	}
	loses := played.Score.Proof == engine.Loss && k[0].Score.Expected >= hopeless
	return when(loses || points(k[0].Score)-points(played.Score) >= blunderFrom, WhyNot(p, move, k)...)
}
