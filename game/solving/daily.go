package solving

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"noughts/game"
)

const (
	// Tries is how many tries a member has at the puzzle of a day.
	Tries = 3
	// RowOfDays is how many solved days in a row earn an achievement.
	RowOfDays = 10
	// DaysPerSave is the least number of days between two missed days that a streak survives.
	DaysPerSave = 7
	// dayLength is the length of a UTC day. Unix time has no leap seconds.
	dayLength = 24 * time.Hour
)

// A Day counts UTC days since 1970-01-01, which is day 0. Daily puzzles exist from day 1 on.
type Day int

// DayOf returns the day of a time.
func DayOf(t time.Time) Day {
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

// A Daily is a member's progress with daily puzzles: the attempt at the newest one they began, and
// their streak.
type Daily struct {
	Attempt Attempt `json:"attempt,omitzero"` // its Number is the Day
	Tries   Marks   `json:"tries,omitempty"`
	Began   int64   `json:"began,omitempty"` // when the member first saw the position, in milliseconds since 1970
	Ended   int64   `json:"ended,omitempty"` // when it was solved or the last try failed, in milliseconds since 1970; 0 before
	Posted  bool    `json:"posted,omitempty"`
	Row     int     `json:"row,omitempty"` // solved days in a row, up to Last; a saved day between them does not count
	BestRow int     `json:"best_row,omitempty"`
	Last    Day     `json:"last,omitempty"`  // the last solved day, 0 for none
	Days    int     `json:"days,omitempty"`  // how many days were solved
	Saved   Day     `json:"saved,omitempty"` // the last unsolved day that the streak survived, 0 for none
	// UsedTries is how many tries the member used on UsedDay before their data was deleted.
	// Deleting data must not give new tries.
	UsedDay   Day `json:"used_day,omitempty"`
	UsedTries int `json:"used_tries,omitempty"`
}

// Marks are the tries at a daily puzzle, one letter each.
type Marks string

// The marks of a try.
const (
	Found Marks = "g" // right
	Close Marks = "y" // wrong, but the first square was found or the move does not lose
	Miss  Marks = "b" // wrong
)

// String returns the tries as colored squares without spoilers: 🟩 found, 🟨 close, 🟥 a miss.
func (m Marks) String() string {
	return strings.NewReplacer(string(Found), "🟩", string(Close), "🟨", string(Miss), "🟥").Replace(string(m))
}

// Solved reports whether the last try found the solution.
func (m Marks) Solved() bool { return strings.HasSuffix(string(m), string(Found)) }

// Points returns the points toward the champion of the week: 3, 2 or 1 for a solution with the
// first, second or third try, otherwise 0.
func (m Marks) Points() int {
	if !m.Solved() {
		return 0
	}
	return max(0, Tries+1-len(m))
}

// Day returns the day of the newest daily puzzle that was begun, 0 for none.
func (d Daily) Day() Day { return Day(d.Attempt.Number) }

// Over reports whether that puzzle is finished for the member.
func (d Daily) Over() bool { return d.Attempt.Puzzle != "" && d.Attempt.State != Open }

// Used returns the last day on which the member used tries, and how many. A finished puzzle counts as all.
func (d Daily) Used() (Day, int) {
	switch {
	case d.UsedDay > d.Day():
		return d.UsedDay, d.UsedTries
	case d.Over():
		return d.Day(), Tries
	}
	return d.Day(), len(d.Tries)
}

// Took returns the time from first sight to the end, 0 before the end.
func (d Daily) Took() time.Duration {
	return time.Duration(max(0, d.Ended-d.Began)) * time.Millisecond
}

// Streak returns the member's streak of solved days, as of a day. An unsolved day breaks it only
// once that day is over, and one in DaysPerSave does not break it.
func (d Daily) Streak(on Day) int {
	if d.Last < on-1 && !d.saves(on-1) {
		return 0
	}
	return d.Row
}

// saves reports whether the streak survives an unsolved day: the days before and after it are solved, and
// no day was saved shortly before.
func (d Daily) saves(unsolved Day) bool {
	return d.Last == unsolved-1 && unsolved-d.Saved >= DaysPerSave
}

// SavedYesterday reports whether the newest daily puzzle was solved after a day that the streak survived.
func (d Daily) SavedYesterday() bool { return d.Last == d.Day() && d.Saved == d.Day()-1 }

// UsedUp reports whether the member used all tries of a day before their data was deleted.
func (d Daily) UsedUp(day Day) bool { return d.UsedDay == day && d.UsedTries == Tries }

// BeginDaily returns the record after the member saw a day's puzzle. On the same day it changes
// nothing. Tries used on that day before a deletion of data count as missed; they must not be UsedUp.
func (r Progress) BeginDaily(day Day, puzzle string, now time.Time) Progress {
	d := &r.Daily
	if d.Day() == day {
		return r
	}
	d.Attempt = Attempt{Number: int(day), Puzzle: puzzle}
	d.Tries, d.Began, d.Ended, d.Posted = "", now.UnixMilli(), 0, false
	if d.UsedDay == day {
		d.Tries = Marks(strings.Repeat(string(Miss), min(d.UsedTries, Tries)))
	}
	d.UsedDay, d.UsedTries = 0, 0
	return r
}

// RightDaily returns the record after a right try at the daily puzzle.
func (r Progress) RightDaily(moves game.Moves, solved bool, now time.Time) Progress {
	d := &r.Daily
	d.Attempt = d.Attempt.right(moves, solved)
	if !solved {
		return r
	}
	d.Tries += Found
	d.Ended = now.UnixMilli()
	d.Row = d.Streak(d.Day()) + 1
	if d.Row > 1 && d.Last < d.Day()-1 {
		d.Saved = d.Day() - 1
	}
	d.BestRow = max(d.BestRow, d.Row)
	d.Last = d.Day()
	d.Days++
	return r
}

// WrongDaily returns the record after a wrong try at the daily puzzle. The last try ends it. lost
// says whether the move loses the game.
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

// ShowDaily returns the record after the solution of a finished puzzle was shown.
func (r Progress) ShowDaily(moves game.Moves) Progress {
	d := &r.Daily
	d.Attempt = d.Attempt.resumed()
	d.Attempt.Line = slices.Concat(d.Attempt.Line, moves)
	return r
}

// ResumeDaily returns the record without the refutation, for the next try.
func (r Progress) ResumeDaily() Progress {
	r.Daily.Attempt = r.Daily.Attempt.resumed()
	return r
}

// PostDaily returns the record after the member shared their result.
func (r Progress) PostDaily() Progress {
	r.Daily.Posted = true
	return r
}

func (d Daily) validate() error {
	if strings.Trim(string(d.Tries), string(Found+Close+Miss)) != "" || len(d.Tries) > Tries ||
		d.Row < 0 || d.BestRow < d.Row || d.Last < 0 || d.Saved < 0 || d.Days < 0 || d.Began < 0 || d.Ended < 0 ||
		d.UsedDay < 0 || d.UsedTries < 0 || d.UsedTries > Tries {
		return fmt.Errorf("%w: a member's puzzle of the day", ErrInvalid)
	}
	return d.Attempt.validate()
}

// An Entry is a member's line in a server's table of a day.
type Entry struct {
	Member string        `json:"member"`
	Tries  Marks         `json:"tries,omitempty"`
	Over   bool          `json:"over"`
	Took   time.Duration `json:"took,omitempty"`
}

// A Table has the results of a server's members on a day.
type Table struct {
	Entries []Entry // of members who are listed
	Players int     // how many members began the puzzle, unlisted ones included
	Solved  int     // how many of them solved it
}

// SortEntries sorts entries for display: most points first, then the fastest; members who are not
// finished come last.
func SortEntries(all []Entry) {
	slices.SortFunc(all, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(b.Tries.Points(), a.Tries.Points()), cmp.Compare(btoi(b.Over), btoi(a.Over)),
			cmp.Compare(a.Took, b.Took), cmp.Compare(a.Member, b.Member))
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A Champion is a member's result over several days in a server.
type Champion struct {
	Member string        // the member's id
	Points int           // see Marks.Points
	Took   time.Duration // for all solved puzzles together
	Days   int           // solved puzzles
}

// SortChampions sorts results: most points first, then the fastest.
func SortChampions(all []Champion) {
	slices.SortFunc(all, func(a, b Champion) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Took, b.Took), cmp.Compare(a.Member, b.Member))
	})
}
