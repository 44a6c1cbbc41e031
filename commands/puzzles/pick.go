package puzzles

import (
	"cmp"
	"slices"
	"strings"

	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

const (
	// A puzzle is chosen in two steps. The first step keeps the puzzles whose initial ratings are nearest to the wanted
	// rating. The second step keeps those of them whose current ratings are nearest. One of these is picked at random.
	nearest = 60 // puzzles after the first step
	fitting = 8  // puzzles after the second step
	// streakFirst is the rating of the first puzzle of a streak, in points. streakStep is added for
	// each further puzzle.
	streakFirst = 1050
	streakStep  = 50
)

func matchesWant(p puzzle.Puzzle, want puzzle.Wish) bool {
	if want.Difficulty != 0 && p.Difficulty() != want.Difficulty || !slices.Contains(kindsOf(want.Variant), p.Variant().Kind) {
		return false
	}
	return want.Theme == "" || slices.Contains(p.Themes(), puzzle.Theme(want.Theme))
}

// kindsOf returns the kinds of variants that a choice of the option game means. Other rules come only when asked for.
func kindsOf(choice string) []string {
	if choice == "" {
		return []string{game.Ultimate.Kind, game.Classic(3).Kind}
	}
	return []string{choice}
}

// next chooses the member's next puzzle at random. It chooses among puzzles that the member asked for and has not seen,
// and whose rating is near the member's strength. In a streak the rating rises from puzzle to puzzle instead. For a
// member who has seen all puzzles, see unseenOrOldest.
func next(r *plan.Request, s puzzle.Progress, want puzzle.Wish, pick func(int) int) (plan.PuzzleDecision, error) {
	target := s.Strength().Points()
	if want.Streak {
		target = streakFirst
		if s.Now.Want.Streak && s.Now.State == puzzle.Solved && s.Now.Mistakes == 0 {
			target += streakStep * s.Row
		}
	}
	found := slices.DeleteFunc(puzzle.Practice(), func(p puzzle.Puzzle) bool { return !matchesWant(p, want) })
	if len(found) == 0 {
		return plan.PuzzleDecision{}, plan.Refuse("refuse.no_puzzle")
	}
	fits := len(found)
	found = unseenOrOldest(found, s.Seen)
	if want == (puzzle.Wish{}) {
		found = first(found, s.Solved+s.Failed)
	}
	sortByDistance(found, target, nil)
	found = found[:min(nearest, len(found))]
	ids := make([]string, len(found))
	for i, p := range found {
		ids[i] = p.ID
	}
	known, err := r.Read.PuzzleRatings(ids)
	if err != nil {
		return plan.PuzzleDecision{}, err
	}
	sortByDistance(found, target, known)
	return begun(s, found[pick(min(fitting, len(found)))].ID, want, fits, practice.show(r, firstLook, "")), nil
}

// begun returns the decision to begin a puzzle. It fails the rated attempt that the puzzle replaces.
func begun(s puzzle.Progress, id string, want puzzle.Wish, fits int, show func(plan.Solver) (plan.Answer, error)) plan.PuzzleDecision {
	left, _ := puzzle.ByID(s.Now.Puzzle)
	after := s.Begin(id, want, fits)
	return plan.PuzzleDecision{Next: &after, Rate: result(s, left, false), Show: show}
}

// first selects easy puzzles for a member who has tried fewer than six puzzles. The member's first two puzzles complete
// a line on 3×3. The next two are longer puzzles on 3×3, and the last two are puzzles of Ultimate that are won within
// two own moves. For other members, or if `all` has no such puzzle, first returns `all`.
func first(all []puzzle.Puzzle, tried int) []puzzle.Puzzle {
	isFirst := func(p puzzle.Puzzle) bool {
		switch tried {
		case 0, 1:
			return p.Variant() == game.Classic(3) && p.Plies == 1
		case 2, 3:
			return p.Variant() == game.Classic(3) && p.Plies != 1 && p.Plies <= 3
		case 4, 5:
			return p.Variant() == game.Ultimate && p.Kind == puzzle.Win && p.Plies <= 3
		}
		return true
	}
	if some := slices.DeleteFunc(slices.Clone(all), func(p puzzle.Puzzle) bool { return !isFirst(p) }); len(some) > 0 {
		return some
	}
	return all
}

// unseenOrOldest returns the puzzles that the member has not seen. If the member has seen all puzzles, it sorts `all`
// in place and returns the half that the member saw longest ago.
func unseenOrOldest(all []puzzle.Puzzle, seen []string) []puzzle.Puzzle {
	fresh := slices.DeleteFunc(slices.Clone(all), func(p puzzle.Puzzle) bool { return slices.Contains(seen, p.ID) })
	if len(fresh) > 0 {
		return fresh
	}
	slices.SortStableFunc(all, func(a, b puzzle.Puzzle) int { return cmp.Compare(slices.Index(seen, a.ID), slices.Index(seen, b.ID)) })
	return all[:(len(all)+1)/2]
}

// sortByDistance sorts puzzles by the distance between their ratings and `from`, in points. `known` holds current
// ratings by puzzle id; other puzzles have their initial rating.
func sortByDistance(all []puzzle.Puzzle, from int, known map[string]profile.Rating) {
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
