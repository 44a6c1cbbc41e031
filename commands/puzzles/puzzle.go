package puzzles

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/puzzle"
)

var stars = [...]string{"", "★☆☆☆☆", "★★☆☆☆", "★★★☆☆", "★★★★☆", "★★★★★"}

// puzzleCommand declares /puzzle, which privately shows a position with one right move. If the
// member has an open puzzle without a wrong try, the command shows that puzzle.
func (p Pages) puzzleCommand() card.Declaration {
	difficulty := p.Declare.Option(discordgo.ApplicationCommandOptionInteger, "difficulty")
	for d := puzzle.Easiest; d <= puzzle.Hardest; d++ {
		difficulty.Choices = append(difficulty.Choices, p.Declare.Choice(d, func(*texts.Language) string { return stars[d] }))
	}
	var themes []string
	for _, t := range puzzle.Themes() {
		themes = append(themes, string(t))
	}
	return card.Declaration{
		Declaration: p.Declare.Slash("puzzle", difficulty,
			p.Declare.Choose("theme", themes...), p.Declare.Choose("game", puzzle.Kinds()...),
			p.Declare.Choose("mode", "fitting", "streak", "mine")),
		Run: func(r *plan.Request) (plan.Plan, error) {
			want, err := readWant(r)
			switch {
			case err != nil:
				return nil, err
			case r.Options.Text("mode") == "mine":
				return p.mine(r)
			}
			return begin(r, want), nil
		},
	}
}

func readWant(r *plan.Request) (puzzle.Wish, error) {
	want := puzzle.Wish{Variant: r.Options.Text("game"), Theme: r.Options.Text("theme")}
	mode := r.Options.Text("mode")
	var err error
	if want.Difficulty, err = r.Options.Number("difficulty", 0); err != nil {
		return want, err
	}
	want.Streak = mode == "streak"
	for _, option := range []struct {
		name, value string
		ok          bool
	}{
		{"game", want.Variant, want.Variant == "" || slices.Contains(puzzle.Kinds(), want.Variant)},
		{"theme", want.Theme, want.Theme == "" || slices.Contains(puzzle.Themes(), puzzle.Theme(want.Theme))},
		{"mode", mode, slices.Contains([]string{"", "fitting", "streak", "mine"}, mode)},
		{"difficulty", texts.Ordinal(want.Difficulty), 0 <= want.Difficulty && want.Difficulty <= puzzle.Hardest},
	} {
		if !option.ok {
			return want, plan.RefuseOption(option.name, option.value)
		}
	}
	return want, nil
}

// begin shows the user's puzzle if it is unfinished. Otherwise begin shows a new puzzle that matches `want`.
func begin(r *plan.Request, want puzzle.Wish) plan.Plan {
	return plan.OnPuzzle{Decide: func(s plan.Solver, facts plan.Facts) (plan.PuzzleDecision, error) {
		if unfinished(s) {
			return goOn(r, s, want), nil
		}
		return next(r, s.Progress, want, facts.Pick)
	}}
}

// unfinished reports whether the user's puzzle is open and has no wrong try.
func unfinished(s plan.Solver) bool {
	_, ok := puzzle.ByID(s.Now.Puzzle)
	return ok && s.Now.IsOpen() && s.Now.Mistakes == 0
}

// goOn shows the user's unfinished puzzle, although they asked for `want`.
func goOn(r *plan.Request, s plan.Solver, want puzzle.Wish) plan.PuzzleDecision {
	note := texts.Key("")
	if want != (puzzle.Wish{}) && want != s.Now.Want {
		note = "puzzle.finish"
	}
	return plan.PuzzleDecision{Show: practice.show(r, firstLook, note)}
}

// mine asks for the own mistake or the failed puzzle that waits longest.
func (p Pages) mine(r *plan.Request) (plan.Plan, error) {
	return plan.OnPuzzle{Decide: func(s plan.Solver, facts plan.Facts) (plan.PuzzleDecision, error) {
		m, ok := s.DueMistake(puzzle.DayAt(facts.Now))
		want := puzzle.Wish{Mine: true}
		switch {
		case !ok:
			return plan.PuzzleDecision{}, plan.Refuse("refuse.no_mistake")
		case m.IsPuzzle() && unfinished(s):
			return goOn(r, s, want), nil
		}
		after := s.Ask(m)
		if m.IsPuzzle() {
			return begun(after, m.Game, want, 0, practice.show(r, firstLook, "")), nil
		}
		return plan.PuzzleDecision{Next: &after, Handle: func(r *plan.Request) (plan.Plan, error) {
			return p.Practice(r, m.Game, m.Ply, p.mine)
		}}, nil
	}}, nil
}

// pressNext begins the next puzzle of the kind that the member asked for, or one that fits if no mistake of theirs waits
// any more. If the current puzzle is unfinished, it shows that puzzle again instead: the member must first give it up.
func (p Pages) pressNext(r *plan.Request, s plan.Solver, _ puzzle.Puzzle, facts plan.Facts) (plan.PuzzleDecision, error) {
	want := s.Now.Want
	switch _, waits := s.DueMistake(puzzle.DayAt(facts.Now)); {
	case unfinished(s):
		return goOn(r, s, want), nil
	case want.Mine && waits:
		return plan.PuzzleDecision{Handle: p.mine}, nil
	}
	want.Mine = false
	return next(r, s.Progress, want, facts.Pick)
}
