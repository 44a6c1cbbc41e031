package puzzles

import (
	"strconv"
	"strings"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
	"noughts/render"
)

// A flow is the way through puzzles of one kind: the puzzle of the day, or all others.
type flow bool

const (
	practice flow = false
	daily    flow = true
)

func (f flow) path() string {
	if f == daily {
		return "/daily/"
	}
	return "/puzzle/"
}

func (f flow) attempt(s plan.Solver) puzzle.MemberAttempt {
	if f == daily {
		return s.Daily.Attempt
	}
	return s.Now
}

// routes returns the routes of the buttons that both kinds have. A pattern whose last segment is {square} is the
// fallback: it gets the custom ids that no more specific pattern matches.
func (f flow) routes() []plan.Route {
	step := f.path() + "{number}/{step}/"
	return []plan.Route{
		{Pattern: step + "again", Handle: f.pressed(f.tryAgain)},
		{Pattern: step + "solution", Handle: f.pressed(f.showSolution)},
		{Pattern: step + "boards", Handle: f.pressed(f.look)},
		{Pattern: step + "board-{board}", Handle: f.pressed(f.look)},
		{Pattern: step + "from-{first}", Handle: f.pressed(f.trySquare)},
		{Pattern: step + "line-{ply}", Handle: f.pressed(f.look)},
		{Pattern: step + "why-{ply}", Handle: f.pressed(f.look)},
		{Pattern: step + "taken-{square}", Handle: f.pressed(f.look)},
		{Pattern: step + "{square}", Handle: f.pressed(f.trySquare)},
	}
}

type stepDecision func(*plan.Request, plan.Solver, puzzle.Puzzle, plan.Facts) (plan.PuzzleDecision, error)

// pressed returns the handler that calls `decide` if the pressed button belongs to the current step of the attempt.
// Otherwise it shows the current step. It refuses a press on an earlier day's puzzle, unless the member has finished
// that puzzle and has not opened a newer one.
func (f flow) pressed(decide stepDecision) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		number, errNumber := strconv.Atoi(r.Vars["number"])
		step, errStep := strconv.Atoi(r.Vars["step"])
		if errNumber != nil || errStep != nil {
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return plan.OnPuzzle{Decide: func(s plan.Solver, facts plan.Facts) (plan.PuzzleDecision, error) {
			a := f.attempt(s)
			known, ok := puzzle.ByID(a.Puzzle)
			over := !ok || number != a.Number || !s.Daily.Over() && s.Daily.Day() != puzzle.DayAt(facts.Now)
			switch {
			case f == daily && over:
				return plan.PuzzleDecision{}, dayOver(r)
			case !ok: // the record was deleted, or the puzzle no longer exists
				return next(r, s.Progress, puzzle.Wish{}, facts.Pick)
			case number != a.Number:
				return plan.PuzzleDecision{Show: f.show(r, firstLook, "puzzle.newer")}, nil
			case step != a.Step:
				return plan.PuzzleDecision{Show: f.show(r, firstLook, "")}, nil
			}
			return decide(r, s, known, facts)
		}}, nil
	}
}

// show returns a function that shows the member's current puzzle, with a note below it.
func (f flow) show(r *plan.Request, at look, note texts.Key) func(plan.Solver) (plan.Answer, error) {
	return func(s plan.Solver) (plan.Answer, error) {
		a := f.attempt(s)
		known, ok := puzzle.ByID(a.Puzzle)
		if !ok {
			return plan.Answer{}, plan.Refuse(texts.RefuseOldButton)
		}
		view := render.View{Tiles: r.Tiles, Keypad: s.Chosen.Keypad == match.NumericKeypad}
		b, err := attemptBoard(known, a, f.path(), at, card.StyleOf(s.Chosen, r.Server), view)
		if err != nil {
			return plan.Answer{}, err
		}
		b.texts = r.Language
		if f == practice {
			return r.Page(plan.Components(b.puzzlePage(s, note)...)), nil
		}
		page, err := b.dailyPage(r, s)
		return r.Page(plan.Components(page...)), err
	}
}

// A look is the part of a puzzle's page that a member has chosen to see. It is kept only in the
// custom ids of the message.
type look struct {
	board int  // number of the local board that is opened on the button pad, from 1; 0 for none
	ply   int  // number of moves of board.line that the board shows; -1 for the default
	why   bool // whether to show the reasons
}

var firstLook = look{ply: -1}

// look shows another local board on the button pad, steps through the moves of the line shown with the puzzle, such as
// the solution, or shows why the solution is right or the last try was wrong. It does not change the stored attempt.
func (f flow) look(r *plan.Request, _ plan.Solver, _ puzzle.Puzzle, _ plan.Facts) (plan.PuzzleDecision, error) {
	at := firstLook
	at.why = strings.Contains(r.Path, "/why-")
	for name, to := range map[string]*int{"board": &at.board, "ply": &at.ply} {
		text, ok := r.Vars[name]
		if !ok {
			continue
		}
		var err error
		if *to, err = strconv.Atoi(text); err != nil || *to < 0 || *to > 99 {
			return plan.PuzzleDecision{}, plan.Refuse(texts.RefuseOldButton)
		}
	}
	return plan.PuzzleDecision{Show: f.show(r, at, "")}, nil
}

// tryAgain shows the puzzle again for the next try. Before, the page showed why the last try was wrong.
func (f flow) tryAgain(r *plan.Request, s plan.Solver, _ puzzle.Puzzle, _ plan.Facts) (plan.PuzzleDecision, error) {
	d := plan.PuzzleDecision{Show: f.show(r, firstLook, "")}
	if a := f.attempt(s); a.IsOpen() && len(a.Refuted) > 0 {
		after := s.Progress
		if f == daily {
			after.Daily.Attempt = a.Resumed()
		} else {
			after.Now = a.Resumed()
		}
		d.Next = &after
	}
	return d, nil
}

// showSolution shows the solution, which ends the attempt. If the member has made no wrong try, a rated attempt counts
// as failed. The solution to the puzzle of the day is only for members who have no tries left.
func (f flow) showSolution(
	r *plan.Request, s plan.Solver, known puzzle.Puzzle, facts plan.Facts,
) (plan.PuzzleDecision, error) {
	a, d := f.attempt(s), plan.PuzzleDecision{Show: f.show(r, firstLook, "")}
	if f == practice && !a.IsOpen() || f == daily && (a.State != puzzle.Shown || len(a.Refuted) == 0) {
		return d, nil
	}
	line, err := r.Read.SolvePuzzle(puzzle.Attempt{Puzzle: known, Moves: a.Line})
	if err != nil {
		return plan.PuzzleDecision{}, err
	}
	after := s.ShowDaily(line)
	if f == practice {
		after, d.Rate = s.Show(line).Fail(known.ID, puzzle.DayAt(facts.Now)), result(s.Progress, known, false)
	}
	d.Next = &after
	return d, nil
}

func (f flow) trySquare(
	r *plan.Request, s plan.Solver, known puzzle.Puzzle, facts plan.Facts,
) (plan.PuzzleDecision, error) {
	square, err := r.Square()
	if err != nil {
		return plan.PuzzleDecision{}, err
	}
	a, d := f.attempt(s), plan.PuzzleDecision{Show: f.show(r, firstLook, "")}
	if !a.IsOpen() || len(a.Refuted) > 0 {
		return d, nil
	}
	now := puzzle.Attempt{Puzzle: known, Moves: a.Line}
	position, err := now.Position()
	if err == nil {
		err = position.Check(square)
	}
	if err != nil {
		return plan.PuzzleDecision{}, plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	v, err := r.Read.TryPuzzle(now, square)
	if err != nil {
		return plan.PuzzleDecision{}, err
	}
	// The refutation begins with the wrong square. `lost` says that its player then loses the game.
	refutation, lost := append(game.Moves{square}, v.Line...), v.Score.Proof == ai.Loss
	wrong, solved := v.Answer == review.Wrong, v.Answer == review.Solved
	var after puzzle.Progress
	switch moves := v.Attempt.Moves; {
	case f == daily && wrong:
		after = s.WrongDaily(refutation, lost, facts.Now)
	case f == daily:
		after = s.RightDaily(moves[len(now.Moves):], solved, facts.Now)
	case wrong:
		after = s.Wrong(refutation, lost)
	default:
		after = s.Right(moves[len(now.Moves):], solved)
	}
	if f == practice && (wrong || solved) {
		d.Rate = result(s.Progress, known, solved)
	}
	switch today := puzzle.DayAt(facts.Now); {
	case wrong && (f == practice || after.Daily.Over()):
		after = after.Fail(known.ID, today)
	case solved && a.Mistakes == 0:
		after = after.Correct(known.ID, 0, today)
	}
	d.Next = &after
	return d, nil
}

// result returns the result that counts for the ratings of the member and the puzzle. It returns nil if the attempt is
// unrated or has already been counted.
func result(before puzzle.Progress, p puzzle.Puzzle, solved bool) *plan.PuzzleResult {
	if !before.RatesNextTry() {
		return nil
	}
	// The deviation (uncertainty) is large, because the initial rating is only a rough measurement against a few levels of
	// the computer.
	start := profile.NewRating()
	start.Value, start.Deviation = p.Rating()*100, puzzleDeviation
	return &plan.PuzzleResult{Start: start, Solved: solved}
}

// puzzleDeviation is the deviation of a puzzle's initial rating, in hundredths of a point.
const puzzleDeviation = 200_00
