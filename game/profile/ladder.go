package profile

import (
	"slices"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// A Ladder is the levels of a game (its rungs, weakest first) which a member beats one after another.
type Ladder struct {
	Of     game.Variant // its levels are the rungs
	Beaten []string     // the rungs that the member has beaten, weakest first
}

// ladders are the variants that have a ladder of their own. Other variants with ratings against levels share largerBoards.
var (
	largerBoards = game.InARow(5, 4)
	ladders      = []game.Variant{game.Classic(3), largerBoards, game.Ultimate, rules.Vanishing}
)

// LadderOf returns the ladder, without beaten rungs, that games of a variant climb, and false if they climb none.
func LadderOf(v game.Variant) (Ladder, bool) {
	switch {
	case slices.Contains(ladders, v):
		return Ladder{Of: v}, true
	case PoolFor(v, true) == LargerClassic.AgainstComputer():
		return Ladder{Of: largerBoards}, true
	}
	return Ladder{}, false
}

// Rungs returns the levels of the ladder, weakest first.
func (l Ladder) Rungs() []string { return ai.Levels(l.Of) }

// Beats reports whether a score beats a level: a win, and on classic boards a draw with the strongest level, which hardly ever
// loses there. The strongest level of boards with full lines has another name, so that an easy draw with it does not count.
func (l Ladder) Beats(level string, score HalfPoints) bool {
	rungs := l.Rungs()
	return score == Win || score == Draw && l.Of.Kind == game.Classic(3).Kind && len(rungs) > 0 && level == rungs[len(rungs)-1]
}

// With returns the ladder after a game against a level. Levels of other boards that the ladder lacks are no rungs.
func (l Ladder) With(level string, score HalfPoints) Ladder {
	rung, ok := ai.LookUp(l.Of, level)
	if ok && !slices.Contains(l.Beaten, rung) && l.Beats(level, score) {
		rungs := l.Rungs()
		l.Beaten = append(slices.Clone(l.Beaten), rung)
		slices.SortFunc(l.Beaten, func(a, b string) int { return slices.Index(rungs, a) - slices.Index(rungs, b) })
	}
	return l
}

// Has reports whether a level's rung is climbed. The rungs below the level that members begin with are climbed with the
// first stronger one.
func (l Ladder) Has(level string) bool {
	rungs := l.Rungs()
	rung, ok := ai.LookUp(l.Of, level)
	if !ok || len(l.Beaten) == 0 {
		return false
	}
	at, strongest := slices.Index(rungs, rung), slices.Index(rungs, l.Beaten[len(l.Beaten)-1])
	return slices.Contains(l.Beaten, rung) || at < strongest && at < slices.Index(rungs, ai.DefaultLevel(l.Of))
}

// Climbed returns the number of climbed rungs.
func (l Ladder) Climbed() (n int) {
	for _, rung := range l.Rungs() {
		if l.Has(rung) {
			n++
		}
	}
	return n
}

// IsWhole reports whether all rungs are climbed.
func (l Ladder) IsWhole() bool { return l.Climbed() == len(l.Rungs()) }

// Next returns the level of a variant to play after `level`: the weakest stronger one that is not climbed, or else the
// weakest one of all, and false if there is none. For "" it goes on from the strongest beaten level, or begins where members do.
func (l Ladder) Next(v game.Variant, level string) (string, bool) {
	levels := ai.Levels(v)
	at := slices.Index(levels, level) + 1
	switch {
	case level != "":
	case len(l.Beaten) > 0:
		at = slices.Index(levels, l.Beaten[len(l.Beaten)-1]) + 1
	default:
		at = slices.Index(levels, ai.DefaultLevel(v))
	}
	for _, next := range slices.Concat(levels[at:], levels[:at]) {
		if _, isRung := ai.LookUp(l.Of, next); isRung && !l.Has(next) {
			return next, true
		}
	}
	return "", false
}
