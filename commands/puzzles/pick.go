package puzzles

import (
	"cmp"
	"slices"
	"strings"

	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/puzzle"
	"noughts/game/rating"
	"noughts/game/solving"
)

const (
	// nearest is of how many puzzles the ratings are asked for, those whose first ratings are nearest to
	// the member's, and fitting how many of them may come.
	nearest = 60
	fitting = 8
	// streakFirst is the rating in points of the first puzzle of a streak, and streakStep how much more
	// each next one has.
	streakFirst = 1050
	streakStep  = 50
)

// wanted reports whether a puzzle is as a member has asked for.
func wanted(p puzzle.Puzzle, want solving.Want) bool {
	isUltimate := p.Variant() == game.Ultimate
	switch {
	case want.Difficulty != 0 && p.Difficulty != want.Difficulty,
		want.Variant == "ultimate" && !isUltimate, want.Variant == "classic" && isUltimate:
		return false
	}
	return want.Theme == "" || slices.Contains(p.Themes(), puzzle.Theme(want.Theme))
}

// next decides on the next puzzle for a member: one as they want it, whose rating fits theirs, and
// which they have not seen. Among those that fit one is drawn.
func next(s solving.Record, want solving.Want, pick func(int) int, then func(plan.Solver) (plan.Plan, error)) (plan.PuzzleDecision, error) {
	target := s.Strength().Points()
	if want.Streak {
		target = streakFirst
		if s.Now.Want.Streak && s.Now.State == solving.Solved && s.Now.Mistakes == 0 {
			target += streakStep * s.Row
		}
	}
	found := slices.DeleteFunc(puzzle.Practice(), func(p puzzle.Puzzle) bool { return !wanted(p, want) })
	if len(found) == 0 {
		return plan.PuzzleDecision{}, plan.Refuse(refuseNoPuzzle)
	}
	fits := len(found)
	found = unseen(found, s.Seen)
	if want == (solving.Want{}) {
		found = first(found, s.Solved+s.Failed)
	}
	sortByDistance(found, target, nil)
	found = found[:min(nearest, len(found))]
	ids := make([]string, len(found))
	for i, p := range found {
		ids[i] = p.ID
	}
	return plan.PuzzleDecision{Ask: plan.Ask(plan.PuzzleRatings{Puzzles: ids}, func(known map[string]rating.Rating) (plan.PuzzleDecision, error) {
		sortByDistance(found, target, known)
		begun := s.Begin(found[pick(min(fitting, len(found)))].ID, want, fits)
		return plan.PuzzleDecision{Next: &begun, Then: then}, nil
	})}, nil
}

// first returns those of some puzzles that are for members who have tried so few: two lines on 3×3 to complete, two more
// puzzles there, and two of one or two moves in Ultimate. After them it returns all.
func first(all []puzzle.Puzzle, tried int) []puzzle.Puzzle {
	isFirst := func(p puzzle.Puzzle) bool {
		switch tried {
		case 0, 1:
			return p.Variant() == game.Classic(3) && p.Plies == 1
		case 2, 3:
			return p.Variant() == game.Classic(3) && p.Plies != 1 && p.Plies <= 3
		case 4, 5:
			return p.Variant() == game.Ultimate && p.Kind == puzzle.Win && p.Plies <= 3 && p.Difficulty == puzzle.Easiest
		}
		return true
	}
	if some := slices.DeleteFunc(slices.Clone(all), func(p puzzle.Puzzle) bool { return !isFirst(p) }); len(some) > 0 {
		return some
	}
	return all
}

// unseen returns the puzzles that the member has not seen; if all were, those that were seen
// longest ago.
func unseen(all []puzzle.Puzzle, seen []string) []puzzle.Puzzle {
	fresh := slices.DeleteFunc(slices.Clone(all), func(p puzzle.Puzzle) bool { return slices.Contains(seen, p.ID) })
	if len(fresh) > 0 {
		return fresh
	}
	slices.SortStableFunc(all, func(a, b puzzle.Puzzle) int { return cmp.Compare(slices.Index(seen, a.ID), slices.Index(seen, b.ID)) })
	return all[:(len(all)+1)/2]
}

// sortByDistance sorts puzzles by how far their ratings are from one in points.
func sortByDistance(all []puzzle.Puzzle, from int, known map[string]rating.Rating) {
	distance := func(p puzzle.Puzzle) int {
		points := p.Rating()
		if r, ok := known[p.ID]; ok {
			points = r.Points()
		}
		return max(points-from, from-points)
	}
	slices.SortStableFunc(all, func(a, b puzzle.Puzzle) int {
		return cmp.Or(cmp.Compare(distance(a), distance(b)), strings.Compare(a.ID, b.ID))
	})
}
