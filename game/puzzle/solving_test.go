package puzzle_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

var now = time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC) // a Monday

// TestDays compares days and weeks with those of the standard library, over ten years.
func TestDays(t *testing.T) {
	t.Parallel()
	for i := range 3653 {
		at := now.AddDate(0, 0, i-1800)
		day := puzzle.DayAt(at)
		if day.String() != at.Format(time.DateOnly) || puzzle.DayAt(day.Start()) != day || puzzle.DayAt(day.Start().Add(-time.Millisecond)) != day-1 {
			t.Fatalf("%s is day %d, which is %s", at, day, day)
		}
		monday, sunday := day.Week()
		year, week := at.ISOWeek()
		firstYear, firstWeek := monday.Start().ISOWeek()
		if monday.Start().Weekday() != time.Monday || sunday != monday+6 || firstYear != year || firstWeek != week {
			t.Fatalf("%s is in the week from %s to %s", day, monday, sunday)
		}
	}
}

// TestRowsOfDays checks the streak of solved days: one unsolved day in seven does not break it, two
// do, and a day counts only once. A server whose members solve the same days has the same streak.
func TestRowsOfDays(t *testing.T) {
	t.Parallel()
	var r puzzle.Progress
	day := puzzle.DayAt(now)
	var solved []puzzle.Day
	for i, c := range []struct {
		days      puzzle.Day // since the first day
		solved    bool
		row, best int
	}{
		{0, true, 1, 1}, {1, true, 2, 2}, {2, true, 3, 3}, {3, false, 3, 3}, {4, true, 4, 4}, {5, true, 5, 5}, {7, true, 1, 5}, {10, true, 1, 5}, {12, true, 2, 5},
	} {
		r = r.BeginDaily(day+c.days, "p", now)
		before := r
		if r = r.BeginDaily(day+c.days, "q", now.Add(time.Hour)); !reflect.DeepEqual(r, before) {
			t.Fatalf("case %d: a day has begun twice", i)
		}
		for r.Daily.Attempt.IsOpen() {
			if c.solved {
				r = r.RightDaily(game.Moves{1}, true, now.Add(time.Minute))
			} else {
				r = r.WrongDaily(game.Moves{1, 2}, true, now.Add(time.Minute))
			}
		}
		if c.solved {
			solved = append(solved, day+c.days)
		}
		if r.Daily.Row != c.row || r.Daily.BestRow != c.best || r.Daily.Took() != time.Minute || r.Validate() != nil {
			t.Errorf("case %d: %+v", i, r.Daily)
		}
	}
	for after, want := range map[puzzle.Day]int{12: 2, 13: 2, 14: 0, 15: 0} {
		if got := r.Daily.Streak(day + after); got != want {
			t.Errorf("%d days later the row is %d, want %d", after, got, want)
		}
		if streak, frozen := puzzle.ServerStreak(solved, day+after); streak != want || frozen {
			t.Errorf("%d days later the server's row is %d, %t", after, streak, frozen)
		}
	}
	if streak, frozen := puzzle.ServerStreak(solved[:3], day+4); streak != 3 || !frozen {
		t.Errorf("after the first unsolved day the server's row is %d, %t", streak, frozen)
	}
}

// TestMarks checks the coloured squares and the points of tries.
func TestMarks(t *testing.T) {
	t.Parallel()
	for marks, want := range map[puzzle.Marks]struct {
		shown  string
		points int
	}{
		"": {"", 0}, "g": {"🟩", 3}, "bg": {"🟥🟩", 2}, "ybg": {"🟨🟥🟩", 1}, "byb": {"🟥🟨🟥", 0}, "b": {"🟥", 0},
	} {
		if marks.String() != want.shown || marks.Points() != want.points || marks.Solved() != (want.points > 0) {
			t.Errorf("%s is %s, %d points", string(marks), marks, marks.Points())
		}
	}
	// A wrong try is close ("y") if its move does not lose the game, or if the member has already found the first
	// square of the solution. Otherwise it is a miss ("b").
	start := puzzle.Progress{}.BeginDaily(1, "p", now)
	if r := start.WrongDaily(game.Moves{1}, false, now); r.Daily.Tries != "y" {
		t.Errorf("a try that loses nothing is %s", string(r.Daily.Tries))
	}
	if r := start.WrongDaily(game.Moves{1}, true, now); r.Daily.Tries != "b" {
		t.Errorf("a try that loses is %s", string(r.Daily.Tries))
	}
	if r := start.RightDaily(game.Moves{1, 2}, false, now).WrongDaily(game.Moves{3}, true, now); r.Daily.Tries != "y" {
		t.Errorf("a wrong second move is %s", string(r.Daily.Tries))
	}
}

// TestFirstTriesCount checks that only the first of these events decides the rating: a wrong try, finding the solution,
// or showing the solution. It also checks that streaks are unrated.
func TestFirstTriesCount(t *testing.T) {
	t.Parallel()
	begun := puzzle.Progress{}.Begin("p", puzzle.Wish{}, puzzle.LeastFitting)
	if !begun.RatesNextTry() || (puzzle.Progress{}).RatesNextTry() {
		t.Error("a new puzzle does not count, or none does")
	}
	wrong := begun.Wrong(game.Moves{1, 2}, true)
	right := begun.Right(game.Moves{1, 2}, false)
	shown := begun.Show(game.Moves{1})
	streak := puzzle.Progress{}.Begin("p", puzzle.Wish{Streak: true}, puzzle.LeastFitting)
	resumed := wrong
	resumed.Now = resumed.Now.Resumed()
	for name, r := range map[string]puzzle.Progress{"wrong": wrong, "shown": shown, "a streak": streak, "wrong and resumed": resumed} {
		if r.RatesNextTry() {
			t.Errorf("%s counts", name)
		}
	}
	if !right.RatesNextTry() {
		t.Error("after a right move that does not solve it nothing counts any more")
	}
	puzzle := profile.NewRating()
	won, less := right.Right(game.Moves{3}, true).Rate(puzzle, true, now)
	lost, more := wrong.Rate(puzzle, false, now)
	if won.Now.Change.After <= won.Now.Change.Before || less.Value >= puzzle.Value || lost.Now.Change.After >= lost.Now.Change.Before || more.Value <= puzzle.Value ||
		won.Solved != 1 || lost.Failed != 1 || won.RatesNextTry() || lost.RatesNextTry() {
		t.Errorf("won %+v, lost %+v", won, lost)
	}
}

// TestReplacingARatedAttemptFailsIt checks that an open rated attempt is failed by whatever replaces it, and that no
// other attempt is.
func TestReplacingARatedAttemptFailsIt(t *testing.T) {
	t.Parallel()
	rated := puzzle.Progress{}.Begin("p", puzzle.Wish{}, puzzle.LeastFitting)
	others := map[string]puzzle.Progress{
		"of few": puzzle.Progress{}.Begin("p", puzzle.Wish{}, 0), "in a streak": puzzle.Progress{}.Begin("p", puzzle.Wish{Streak: true}, puzzle.LeastFitting),
		"failed": rated.Wrong(game.Moves{1, 2}, true), "given up": rated.Show(game.Moves{1}), "solved": rated.Right(game.Moves{1}, true), "none": {},
	}
	for name, next := range map[string]func(puzzle.Progress) puzzle.Progress{
		"an earlier day's": func(r puzzle.Progress) puzzle.Progress { return r.Begin("q", puzzle.Wish{}, 0) },
		"a rated one":      func(r puzzle.Progress) puzzle.Progress { return r.Begin("q", puzzle.Wish{}, puzzle.LeastFitting) },
		"a streak": func(r puzzle.Progress) puzzle.Progress {
			return r.Begin("q", puzzle.Wish{Streak: true}, puzzle.LeastFitting)
		},
		"itself": func(r puzzle.Progress) puzzle.Progress { return r.Begin("p", puzzle.Wish{}, puzzle.LeastFitting) },
	} {
		left := next(rated)
		after, _ := left.Rate(profile.NewRating(), false, now)
		if left.Rates() != "p" || left.Validate() == nil || after.Failed != 1 || after.Validate() != nil || (after.Now.Change != puzzle.RatingChange{}) {
			t.Errorf("%s: left %q, after it %+v", name, left.Left, after)
		}
		for kind, r := range others {
			if left := next(r); left.Left != "" {
				t.Errorf("%s after one %s fails %q", name, kind, left.Left)
			}
		}
	}
}

// TestKnownPuzzlesAreUnrated checks that a puzzle is rated only the first time that a member gets
// it, and only if at least LeastFitting puzzles fitted the member's wishes.
func TestKnownPuzzlesAreUnrated(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]func(puzzle.Progress) puzzle.Progress{
		"solved":      func(r puzzle.Progress) puzzle.Progress { return r.Right(game.Moves{1}, true) },
		"failed":      func(r puzzle.Progress) puzzle.Progress { return r.Wrong(game.Moves{1, 2}, true) },
		"shown":       func(r puzzle.Progress) puzzle.Progress { return r.Show(game.Moves{1}) },
		"only looked": func(r puzzle.Progress) puzzle.Progress { return r },
	} {
		r := before(puzzle.Progress{}.Begin("p", puzzle.Wish{}, puzzle.LeastFitting))
		for i := range 1000 {
			r = r.Begin("other "+strconv.Itoa(i), puzzle.Wish{}, puzzle.LeastFitting)
		}
		if !r.RatesNextTry() || r.Begin("p", puzzle.Wish{}, puzzle.LeastFitting).RatesNextTry() {
			t.Errorf("a puzzle that was %s counts again, or no other counts", name)
		}
	}
	in := puzzle.Progress{}.Begin("p", puzzle.Wish{Streak: true}, puzzle.LeastFitting).Right(game.Moves{1}, true)
	if in.Begin("p", puzzle.Wish{}, puzzle.LeastFitting).RatesNextTry() {
		t.Error("a puzzle that was solved in a streak counts")
	}
	if (puzzle.Progress{}).Begin("p", puzzle.Wish{}, puzzle.LeastFitting-1).RatesNextTry() {
		t.Error("a puzzle out of few counts")
	}
	if most := len(puzzle.All()); most >= puzzle.MaxSeen {
		t.Errorf("the bank has %d puzzles, more than are remembered", most)
	}
}

// TestStreaks checks that a streak grows with each puzzle solved without a mistake, and ends with a
// mistake or a puzzle outside the streak.
func TestStreaks(t *testing.T) {
	t.Parallel()
	r := puzzle.Progress{}
	solve := func(want puzzle.Wish) { r = r.Begin("p", want, puzzle.LeastFitting).Right(game.Moves{1}, true) }
	streak := puzzle.Wish{Streak: true}
	for range 3 {
		solve(streak)
	}
	if r.Row != 3 || r.BestRow != 3 {
		t.Errorf("three in a row: %d, best %d", r.Row, r.BestRow)
	}
	failed := r.Begin("q", streak, puzzle.LeastFitting).Wrong(game.Moves{1, 2}, true)
	failed.Now = failed.Now.Resumed()
	failed = failed.Right(game.Moves{3}, true)
	if failed.Row != 3 || failed.Begin("r", streak, puzzle.LeastFitting).Row != 0 || failed.Begin("r", streak, puzzle.LeastFitting).BestRow != 3 {
		t.Errorf("after a mistake: %+v", failed)
	}
	if given := r.Begin("q", streak, puzzle.LeastFitting).Show(game.Moves{1}); given.Begin("r", streak, puzzle.LeastFitting).Row != 0 {
		t.Error("giving up does not end a streak")
	}
	if solve(puzzle.Wish{}); r.Row != 0 || r.BestRow != 3 {
		t.Errorf("after another kind of puzzle: %d, best %d", r.Row, r.BestRow)
	}
}

// TestRecordsAreKept checks that a Progress written as JSON is read back equal, and that Validate refuses an invalid
// Progress.
func TestRecordsAreKept(t *testing.T) {
	t.Parallel()
	r := puzzle.Progress{}.Begin("p", puzzle.Wish{Difficulty: 2, Theme: "only"}, puzzle.LeastFitting).Right(game.Moves{game.At(4, 4), game.At(0, 8)}, false).
		BeginDaily(5, "q", now).WrongDaily(game.Moves{3}, true, now)
	text, err := json.Marshal(r)
	var read puzzle.Progress
	if err = errors.Join(err, json.Unmarshal(text, &read)); err != nil || !reflect.DeepEqual(r, read) {
		t.Errorf("%+v is read as %+v, %v", r, read, err)
	}
	for name, wrong := range map[string]func(*puzzle.Progress){
		"a state":      func(r *puzzle.Progress) { r.Now.State = "won" },
		"no puzzle":    func(r *puzzle.Progress) { r.Now.Puzzle = "" },
		"a row":        func(r *puzzle.Progress) { r.BestRow, r.Row = 1, 2 },
		"tries":        func(r *puzzle.Progress) { r.Daily.Tries = "x" },
		"four tries":   func(r *puzzle.Progress) { r.Daily.Tries = "bbbb" },
		"a rating":     func(r *puzzle.Progress) { r.Rating.Value = 5 },
		"a difficulty": func(r *puzzle.Progress) { r.Now.Want.Difficulty = 6 },
	} {
		other := r
		if wrong(&other); !errors.Is(other.Validate(), puzzle.ErrInvalid) || r.Validate() != nil {
			t.Errorf("%s: %v", name, other.Validate())
		}
	}
	many := puzzle.Progress{}
	for i := range puzzle.MaxSeen + 10 {
		many = many.Begin(string(rune('a'+i)), puzzle.Wish{}, puzzle.LeastFitting)
	}
	if len(many.Seen) != puzzle.MaxSeen || many.Now.Number != puzzle.MaxSeen+10 {
		t.Errorf("%d were seen", len(many.Seen))
	}
}
