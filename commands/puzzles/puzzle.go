package puzzles

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai/review"
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
		Declaration: p.Declare.Slash("puzzle", difficulty, p.Declare.Choose("theme", themes...), p.Declare.Choose("game", "classic", "ultimate"), p.Declare.Choose("mode", "fitting", "streak", "mine")),
		Run: func(r *plan.Request) (plan.Plan, error) {
			want, err := readWant(r)
			switch {
			case err != nil:
				return nil, err
			case r.Options.Text("mode") == "mine":
				return p.mine(r)
			}
			return p.begin(r, want), nil
		},
	}
}

func readWant(r *plan.Request) (puzzle.Want, error) {
	want := puzzle.Want{Variant: r.Options.Text("game"), Theme: r.Options.Text("theme")}
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
		{"game", want.Variant, slices.Contains([]string{"", "classic", "ultimate"}, want.Variant)},
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

// begin shows the user's puzzle if it is open and has no wrong try. Otherwise begin shows a new puzzle that matches
// `want`.
func (p Pages) begin(r *plan.Request, want puzzle.Want) plan.Plan {
	return plan.Puzzle{Decide: func(s plan.Solver, facts plan.Facts) (plan.PuzzleDecision, error) {
		if _, ok := puzzle.ByID(s.Now.Puzzle); ok && s.Now.IsOpen() && s.Now.Mistakes == 0 {
			note := texts.Key("")
			if want != (puzzle.Want{}) && want != s.Now.Want {
				note = "puzzle.finish"
			}
			return plan.PuzzleDecision{Show: p.show(r, firstLook, note)}, nil
		}
		return next(r, s.Progress, want, facts.Pick, p.show(r, firstLook, ""))
	}}
}

func (p Pages) mine(_ *plan.Request) (plan.Plan, error) {
	return plan.Puzzle{Decide: func(s plan.Solver, facts plan.Facts) (plan.PuzzleDecision, error) {
		m, ok := s.DueMistake(puzzle.DayAt(facts.Now))
		if !ok {
			return plan.PuzzleDecision{}, plan.Refuse("refuse.no_mistake")
		}
		after := s.Ask(m)
		return plan.PuzzleDecision{Next: &after, Handle: func(r *plan.Request) (plan.Plan, error) {
			return p.Practice(r, m.Game, m.Ply, p.mine)
		}}, nil
	}}, nil
}

// show returns a function that shows the member's current puzzle, with a note below it.
func (p Pages) show(r *plan.Request, at look, note texts.Key) func(plan.Solver) (plan.Answer, error) {
	return func(s plan.Solver) (plan.Answer, error) {
		known, ok := puzzle.ByID(s.Now.Puzzle)
		if !ok {
			return plan.Answer{}, plan.Refuse(texts.RefuseOldButton)
		}
		b, err := newBoard(r, s, known, s.Now, "/puzzle/", at)
		if err != nil {
			return plan.Answer{}, err
		}
		b.texts = r.Reader
		return r.Page(plan.Components(b.puzzlePage(s, note)...)), nil
	}
}

// pressed calls `decide` for a press on the member's puzzle if the pressed button belongs to the
// current step of the attempt. Otherwise it shows the current step.
func (p Pages) pressed(r *plan.Request, decide func(plan.Solver, puzzle.Puzzle, plan.Facts) (plan.PuzzleDecision, error)) (plan.Plan, error) {
	saw, err := readPressedStep(r)
	if err != nil {
		return nil, err
	}
	return plan.Puzzle{Decide: func(s plan.Solver, facts plan.Facts) (plan.PuzzleDecision, error) {
		known, ok := puzzle.ByID(s.Now.Puzzle)
		switch {
		case !ok: // the record was deleted, or the puzzle no longer exists
			return next(r, s.Progress, puzzle.Want{}, facts.Pick, p.show(r, firstLook, ""))
		case saw.number != s.Now.Number:
			return plan.PuzzleDecision{Show: p.show(r, firstLook, "puzzle.newer")}, nil
		case saw.step != s.Now.Step:
			return plan.PuzzleDecision{Show: p.show(r, firstLook, "")}, nil
		}
		return decide(s, known, facts)
	}}, nil
}

// pressStep shows another local board on the button pad, steps through the moves of the line shown with the puzzle, such as
// the solution, or shows why the solution is right or the last try was wrong. It does not change the stored attempt.
func (p Pages) pressStep(r *plan.Request) (plan.Plan, error) {
	at, err := readLook(r)
	if err != nil {
		return nil, err
	}
	return p.pressed(r, func(plan.Solver, puzzle.Puzzle, plan.Facts) (plan.PuzzleDecision, error) {
		return plan.PuzzleDecision{Show: p.show(r, at, "")}, nil
	})
}

// pressNext begins the next puzzle of the kind that the member asked for. If the current puzzle is
// open and has no wrong try, it shows that puzzle again instead: the member must first give it up.
func (p Pages) pressNext(r *plan.Request) (plan.Plan, error) {
	return p.pressed(r, func(s plan.Solver, _ puzzle.Puzzle, facts plan.Facts) (plan.PuzzleDecision, error) {
		if s.Now.IsOpen() && s.Now.Mistakes == 0 {
			return plan.PuzzleDecision{Show: p.show(r, firstLook, "")}, nil
		}
		return next(r, s.Progress, s.Now.Want, facts.Pick, p.show(r, firstLook, ""))
	})
}

// pressAgain shows the puzzle again for the next try. Before, the page showed why the last try was wrong.
func (p Pages) pressAgain(r *plan.Request) (plan.Plan, error) {
	return p.pressed(r, func(s plan.Solver, _ puzzle.Puzzle, _ plan.Facts) (plan.PuzzleDecision, error) {
		d := plan.PuzzleDecision{Show: p.show(r, firstLook, "")}
		if s.Now.IsOpen() && len(s.Now.Refuted) > 0 {
			after := s.Progress
			after.Now = after.Now.Resumed()
			d.Next = &after
		}
		return d, nil
	})
}

// pressSolution shows the solution, which ends the attempt. If the member has made no wrong try, a rated attempt counts
// as failed.
func (p Pages) pressSolution(r *plan.Request) (plan.Plan, error) {
	return p.pressed(r, func(s plan.Solver, known puzzle.Puzzle, _ plan.Facts) (plan.PuzzleDecision, error) {
		show := p.show(r, firstLook, "")
		if !s.Now.IsOpen() {
			return plan.PuzzleDecision{Show: show}, nil
		}
		line, err := r.Read.SolvePuzzle(attempt(known, s.Now))
		if err != nil {
			return plan.PuzzleDecision{}, err
		}
		after := s.Show(line)
		return plan.PuzzleDecision{Next: &after, Rate: result(s.Progress, known, false), Show: show}, nil
	})
}

func attempt(p puzzle.Puzzle, a puzzle.MemberAttempt) puzzle.Attempt {
	return puzzle.Attempt{Puzzle: p, Moves: a.Line}
}

// result returns the result that counts for the ratings of the member and the puzzle. It returns nil if the attempt is
// unrated or has already been counted.
func result(before puzzle.Progress, p puzzle.Puzzle, solved bool) *plan.PuzzleResult {
	if !before.RatesNextTry() {
		return nil
	}
	return &plan.PuzzleResult{Start: startOf(p), Solved: solved}
}

func (p Pages) pressPuzzleSquare(r *plan.Request) (plan.Plan, error) {
	square, err := r.Square()
	if err != nil {
		return nil, err
	}
	return p.pressed(r, func(s plan.Solver, known puzzle.Puzzle, _ plan.Facts) (plan.PuzzleDecision, error) {
		show := p.show(r, firstLook, "")
		if !s.Now.IsOpen() || len(s.Now.Refuted) > 0 {
			return plan.PuzzleDecision{Show: show}, nil
		}
		now := attempt(known, s.Now)
		if err := playable(now, square); err != nil {
			return plan.PuzzleDecision{}, err
		}
		v, err := r.Read.TryPuzzle(now, square)
		if err != nil {
			return plan.PuzzleDecision{}, err
		}
		if v.Answer == review.Wrong {
			after := s.Wrong(refutation(square, v))
			return plan.PuzzleDecision{Next: &after, Rate: result(s.Progress, known, false), Show: show}, nil
		}
		d := plan.PuzzleDecision{Show: show}
		solved := v.Answer == review.Solved
		if solved {
			d.Rate = result(s.Progress, known, true)
		}
		after := s.Right(v.Attempt.Moves[len(now.Moves):], solved)
		d.Next = &after
		return d, nil
	})
}

func playable(a puzzle.Attempt, square game.Square) error {
	position, err := a.Position()
	if err == nil {
		err = position.Check(square)
	}
	if err != nil {
		return plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	return nil
}
