package puzzle

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"noughts/game"
)

// The daily puzzle depends only on the date, so all bots show the same puzzle. daily.txt has one line per week,
// starting at firstWeek: the IDs of the seven puzzles from Monday to Sunday, easy puzzles first. The week after the
// last line uses the first line again, and so on. daily.txt has more than 53 lines and no duplicate ID, so a puzzle
// never returns within a year.
//
// New puzzles in the bank do not change daily.txt. To extend daily.txt, append lines before the week of its last line
// is over. Lines that are appended later would change the puzzles of past days. To withdraw a puzzle, replace its ID by
// another one.

// Weekdays are the difficulties of the daily puzzles from Monday to Sunday.
var Weekdays = [7]int{1, 2, 2, 3, 3, 4, 5}

//go:embed daily.txt
var calendar string

var firstWeek = DayAt(time.Date(2026, time.November, 23, 0, 0, 0, 0, time.UTC))

var days = sync.OnceValue(func() (all []Puzzle) {
	for _, id := range strings.Fields(calendar) {
		if p, ok := ByID(id); ok { // a test checks that all IDs exist
			all = append(all, p)
		}
	}
	return all
})

// Practice returns the puzzles that are not in daily.txt, so that practice spoils none. The caller owns the slice.
func Practice() []Puzzle {
	onCalendar := map[string]bool{}
	for _, p := range days() {
		onCalendar[p.ID] = true
	}
	return slices.DeleteFunc(All(), func(p Puzzle) bool { return onCalendar[p.ID] })
}

// FirstDay returns when the first day of daily.txt begins.
func FirstDay() time.Time { return firstWeek.Start() }

// Daily returns the puzzle of the UTC day of a time. It is the zero Puzzle only if the embedded bank could not be read.
func Daily(at time.Time) Puzzle {
	all := days()
	if len(all) == 0 {
		return Puzzle{}
	}
	n := int(DayAt(at)-firstWeek) % len(all)
	return all[(n+len(all))%len(all)]
}

const (
	// Tries is how many tries a member has at a daily puzzle.
	Tries = 3
	// RowOfDays is the number of solved days in a row that earns an achievement.
	RowOfDays = 10
	// DaysPerFreeze is for streaks: one day without a solved daily puzzle in this number of days does not break a streak
	// (see Daily.saves).
	DaysPerFreeze = 7
	// dayLength is the length of every UTC day in Unix time, which has no leap seconds.
	dayLength = 24 * time.Hour
)

// A Day counts UTC days since 1970-01-01, which is day 0. Daily puzzles exist from day 1 on.
type Day int

// DayAt returns the day of a time.
func DayAt(t time.Time) Day {
	return Day(t.UTC().Truncate(dayLength).Unix() / int64(dayLength/time.Second))
}

// Start returns when a day begins.
func (d Day) Start() time.Time { return time.Unix(int64(d)*int64(dayLength/time.Second), 0).UTC() }

// String returns the day in the form 2026-11-23.
func (d Day) String() string { return d.Start().Format(time.DateOnly) }

// Week returns the Monday and the Sunday of a day's ISO week.
func (d Day) Week() (monday, sunday Day) {
	// 1970-01-01 was a Thursday.
	monday = d - (d+3)%7
	return monday, monday + 6
}

// A DailyProgress is a member's progress with daily puzzles: the attempt at the latest puzzle they began, and their
// streak.
type DailyProgress struct {
	Attempt MemberAttempt `json:"attempt,omitzero"` // Attempt.Number is the Day
	Tries   Marks         `json:"tries,omitempty"`
	Began   int64         `json:"began,omitempty"` // when the member first saw the puzzle, in milliseconds since 1970
	Ended   int64         `json:"ended,omitempty"` // when the puzzle was solved or the last try failed, in milliseconds since 1970; 0 before
	Posted  bool          `json:"posted,omitempty"`
	Row     int           `json:"row,omitempty"` // number of solved days in the streak that the day Last belongs to
	BestRow int           `json:"best_row,omitempty"`
	Last    Day           `json:"last,omitempty"`  // the latest solved day, 0 for none
	Days    int           `json:"days,omitempty"`  // number of solved days
	Frozen  Day           `json:"saved,omitempty"` // the latest unsolved day that did not break the streak, 0 for none
	// UsedTries is how many tries the member had used on UsedDay when their data was deleted. It is
	// kept so that members cannot get new tries by deleting their data.
	UsedDay   Day `json:"used_day,omitempty"`
	UsedTries int `json:"used_tries,omitempty"`
}

// Marks are the results of the tries at a daily puzzle, one letter each.
type Marks string

// The results of a try.
const (
	Found Marks = "g" // right
	Close Marks = "y" // wrong, but the first square of the solution was found or the move does not lose
	Miss  Marks = "b" // wrong
)

// String returns the tries as coloured squares, which do not reveal the solution: 🟩 found, 🟨 close, 🟥 a miss.
func (m Marks) String() string {
	return strings.NewReplacer(string(Found), "🟩", string(Close), "🟨", string(Miss), "🟥").Replace(string(m))
}

// Solved reports whether the last try found the solution.
func (m Marks) Solved() bool { return strings.HasSuffix(string(m), string(Found)) }

// Points returns the points for the champion of the week: 3, 2 or 1 if solved at the first, second or third try.
func (m Marks) Points() int {
	if !m.Solved() {
		return 0
	}
	return max(0, Tries+1-len(m))
}

// Day returns the day of the latest puzzle that the member began, 0 for none.
func (d DailyProgress) Day() Day { return Day(d.Attempt.Number) }

// Over reports whether the member has finished the latest puzzle they began.
func (d DailyProgress) Over() bool { return d.Attempt.Puzzle != "" && d.Attempt.State != Open }

// Used returns the latest day on which the member used tries, and their number. A finished puzzle counts as all.
func (d DailyProgress) Used() (Day, int) {
	switch {
	case d.UsedDay > d.Day():
		return d.UsedDay, d.UsedTries
	case d.Over():
		return d.Day(), Tries
	}
	return d.Day(), len(d.Tries)
}

// Took returns the time from the first look at the puzzle to its end, 0 before the end.
func (d DailyProgress) Took() time.Duration {
	return time.Duration(max(0, d.Ended-d.Began)) * time.Millisecond
}

// Streak returns the number of solved days in the member's streak, as of a day. An unsolved day breaks the streak only
// after that day is over. One unsolved day in DaysPerFreeze days does not break it.
func (d DailyProgress) Streak(on Day) int {
	if d.Last < on-1 && !d.freezes(on-1) {
		return 0
	}
	return d.Row
}

// freezes reports whether an unsolved day after a solved one is the first such day in DaysPerFreeze days.
func (d DailyProgress) freezes(unsolved Day) bool {
	return d.Last == unsolved-1 && unsolved-d.Frozen >= DaysPerFreeze
}

// FrozenYesterday reports whether the latest puzzle was solved, and the unsolved day before did not break the streak.
func (d DailyProgress) FrozenYesterday() bool { return d.Last == d.Day() && d.Frozen == d.Day()-1 }

// UsedUp reports whether the member had used all tries of a day when their data was deleted.
func (d DailyProgress) UsedUp(day Day) bool { return d.UsedDay == day && d.UsedTries == Tries }

// BeginDaily returns the progress after the member first saw a day's puzzle. It changes nothing if the member has seen
// it already. Tries used on that day before the member's data was deleted count as misses. The day must not be UsedUp.
func (r Progress) BeginDaily(day Day, puzzle string, now time.Time) Progress {
	d := &r.Daily
	if d.Day() == day {
		return r
	}
	d.Attempt = MemberAttempt{Number: int(day), Puzzle: puzzle}
	d.Tries, d.Began, d.Ended, d.Posted = "", now.UnixMilli(), 0, false
	if d.UsedDay == day {
		d.Tries = Marks(strings.Repeat(string(Miss), min(d.UsedTries, Tries)))
	}
	d.UsedDay, d.UsedTries = 0, 0
	return r
}

// RightDaily returns the progress after a right try at the daily puzzle.
func (r Progress) RightDaily(moves game.Moves, solved bool, now time.Time) Progress {
	d := &r.Daily
	d.Attempt = d.Attempt.right(moves, solved)
	if !solved {
		return r
	}
	d.Tries += Found
	d.Ended = now.UnixMilli()
	d.solve(d.Day())
	return r
}

// solve counts a solved day, which must be later than d.Last.
func (d *DailyProgress) solve(day Day) {
	d.Row = d.Streak(day) + 1
	if d.Row > 1 && d.Last < day-1 {
		d.Frozen = day - 1
	}
	d.BestRow = max(d.BestRow, d.Row)
	d.Last = day
	d.Days++
}

// ServerStreak returns the streak, as of a day, of a server whose members have solved the puzzles of the given days, in
// ascending order. It follows the rules for members. `frozen` reports that the day before was unsolved and did not break
// the streak.
func ServerStreak(solved []Day, on Day) (streak int, frozen bool) {
	var d DailyProgress
	for _, day := range solved {
		d.solve(day)
	}
	streak = d.Streak(on)
	return streak, streak > 0 && d.Last < on-1
}

// WrongDaily returns the progress after a wrong try, which may be the last. `lost` is set if the move loses the game.
func (r Progress) WrongDaily(refuted game.Moves, lost bool, now time.Time) Progress {
	d := &r.Daily
	mark := Miss
	if !lost || len(d.Attempt.Line) > 0 {
		mark = Close
	}
	d.Attempt = d.Attempt.wrong(refuted, lost)
	d.Tries += mark
	if len(d.Tries) >= Tries {
		d.Attempt.State = Shown
		d.Ended = now.UnixMilli()
	}
	return r
}

// ShowDaily returns the progress of a finished puzzle after `moves`, the rest of its solution, were shown.
func (r Progress) ShowDaily(moves game.Moves) Progress {
	d := &r.Daily
	d.Attempt = d.Attempt.Resumed()
	d.Attempt.Line = slices.Concat(d.Attempt.Line, moves)
	return r
}

func (d DailyProgress) validate() error {
	if strings.Trim(string(d.Tries), string(Found+Close+Miss)) != "" || len(d.Tries) > Tries ||
		d.Row < 0 || d.BestRow < d.Row || d.Last < 0 || d.Frozen < 0 || d.Days < 0 || d.Began < 0 || d.Ended < 0 ||
		d.UsedDay < 0 || d.UsedTries < 0 || d.UsedTries > Tries {
		return fmt.Errorf("%w: a member's puzzle of the day", ErrInvalid)
	}
	return d.Attempt.validate()
}

// A TableRow is a member's result in a Table, the daily results of a server's members.
type TableRow struct {
	Member string        `json:"member"`
	Tries  Marks         `json:"tries,omitempty"`
	Over   bool          `json:"over"`
	Took   time.Duration `json:"took,omitempty"`
}

// A Table has the daily results of a server's members.
type Table struct {
	Entries []TableRow // entries of members who are listed
	Players int        // number of members who began the puzzle, including unlisted members
	Tried   int        // how many of these members made a try
	Solved  int        // how many of these members solved the puzzle
}

// Members returns the members with entries.
func (t Table) Members() []string {
	members := make([]string, len(t.Entries))
	for i, e := range t.Entries {
		members[i] = e.Member
	}
	return members
}

// A Champion is a member with their total results in the daily puzzles that they solved, in a server over several days.
type Champion struct {
	Member string        // the member's id
	Points int           // see Marks.Points
	Took   time.Duration // total time
	Days   int           // number of solved puzzles
	Tries  int           // total number of tries
	Streak int           // the member's longest streak on one of the days
}

// CompareSolved orders members for the leaderboard: most solved puzzles first, then fewest tries, then longest streak.
func CompareSolved(a, b Champion) int {
	return cmp.Or(cmp.Compare(b.Days, a.Days), cmp.Compare(a.Tries, b.Tries), cmp.Compare(b.Streak, a.Streak), cmp.Compare(a.Member, b.Member))
}
