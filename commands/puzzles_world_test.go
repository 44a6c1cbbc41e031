package commands

import (
	"slices"
	"testing"

	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

// A puzzleWorld holds the members' puzzle records, the puzzles' ratings, and the table and
// champions of the daily puzzle, who are also its leaders.
type puzzleWorld struct {
	records   map[string]puzzle.Progress
	ratings   map[string]profile.Rating
	table     puzzle.Table
	champions []puzzle.Champion
	asked     string // the last question for the leaderboard of the daily puzzle
}

func (w *world) puzzle(r *plan.Request, p plan.OnPuzzle) (plan.Plan, error) {
	rec := w.solving.records[r.User]
	rec.Member = r.User
	facts := w.facts()
	facts.Pick = func(int) int { return 0 }
	solver := plan.Solver{Progress: rec, Chosen: match.Member{ID: r.User, Style: w.members[r.User].Style}}
	d, err := p.Decide(solver, facts)
	if err != nil {
		return nil, err
	}
	if d.Next != nil {
		rec = *d.Next
		if d.Rate != nil {
			rec, _ = rec.Rate(d.Rate.Start, d.Rate.Solved, w.now)
		}
		rec.Revision++
		w.solving.records[r.User], solver.Progress = rec, rec
	}
	if d.Handle != nil {
		return d.Handle(r)
	}
	return d.Show(solver)
}

// unsearched judges a try without a search. It takes the solution as a complete answer. After any other square the
// opponent replies on the first free square.
func unsearched(t testing.TB, a puzzle.Attempt, s game.Square) review.AttemptResult {
	t.Helper()
	after := a.After(s)
	v := review.AttemptResult{Answer: review.Solved, Score: ai.Score{Proof: ai.Win, Plies: 1}, Attempt: after}
	if s == a.Puzzle.Solution {
		return v
	}
	position, err := after.Position()
	if err != nil {
		t.Fatal(err)
	}
	v.Answer, v.Score = review.Wrong, ai.Score{Proof: ai.Loss, Plies: 2}
	v.Line = slices.Clone(position.Moves()[:min(1, len(position.Moves()))])
	return v
}

func (w *world) atPuzzle(member string, p puzzle.Puzzle, want puzzle.Wish) {
	w.solving.records[member] = puzzle.Progress{Member: member}.Begin(p.ID, want, puzzle.LeastFitting)
}
