package solving

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	// Tries is how many tries a member has at the puzzle of a day.
	Tries = 3
	// RowOfDays is how many days in a row are worth an achievement.
	RowOfDays = 10
	// dayLength is a day of UTC, which has no leap seconds here.
	dayLength = 24 * time.Hour
)

// A Day counts the days of UTC since 1970-01-01, which is day 0. No puzzle is of a day before 1.
type Day int

// DayOf returns the day of a time.
func DayOf(t time.Time) Day {
	return Day(t.UTC().Truncate(dayLength).Unix() / int64(dayLength/time.Second))
}

// Start returns when a day begins.
func (d Day) Start() time.Time { return time.Unix(int64(d)*int64(dayLength/time.Second), 0).UTC() }

// String returns the day as 2026-11-23.
func (d Day) String() string { return d.Start().Format(time.DateOnly) }

// Week returns the first day and the last of the ISO week of a day: Monday and Sunday.
func (d Day) Week() (monday, sunday Day) {
	// 1970-01-01 was a Thursday.
	monday = d - (d+3)%7
	return monday, monday + 6
}

// A Daily is what a member has done with the puzzles of days: with the newest one that they have
// begun, and in a row.
type Daily struct {
	Attempt Attempt `json:"attempt,omitzero"` // its Number is the Day
	Tries   Marks   `json:"tries,omitempty"`
	Began   int64   `json:"began,omitempty"` // when the position was first shown, in milliseconds since 1970
	Ended   int64   `json:"ended,omitempty"` // when it was solved, or the last try was wrong; 0 before
	Posted  bool    `json:"posted,omitempty"`
	Row     int     `json:"row,omitempty"` // days in a row that were solved, up to Last
	BestRow int     `json:"best_row,omitempty"`
	Last    Day     `json:"last,omitempty"` // the last day that was solved, 0 for none
	Days    int     `json:"days,omitempty"` // how many were
	// UsedTries is how many tries the member used up on UsedDay before their data was deleted.
	UsedDay   Day `json:"used_day,omitempty"`
	UsedTries int `json:"used_tries,omitempty"`
}

// Marks are tries at a puzzle of a day, a letter each.
type Marks string

// The marks of tries.
const (
	Found Marks = "g" // right
	Close Marks = "y" // wrong, but the first square was found, or the game is not lost by it
	Miss  Marks = "b" // wrong
)

// String returns the tries as squares that say nothing of the puzzle: 🟩 found, 🟨 close, 🟥 a miss.
func (m Marks) String() string {
	return strings.NewReplacer(string(Found), "🟩", string(Close), "🟨", string(Miss), "🟥").Replace(string(m))
}

// Solved says whether the last try was right.
func (m Marks) Solved() bool { return strings.HasSuffix(string(m), string(Found)) }

// Points returns what tries are worth for the champion of a week: 3 for a puzzle that was found at
// once, 2 and 1 with the next tries, 0 for one that was not found.
func (m Marks) Points() int {
	if !m.Solved() {
		return 0
	}
	return max(0, Tries+1-len(m))
}

// Day returns the day of the newest puzzle that was begun, 0 for none.
func (d Daily) Day() Day { return Day(d.Attempt.Number) }

// Over says whether the newest puzzle that was begun has ended for the member.
func (d Daily) Over() bool { return d.Attempt.Puzzle != "" && d.Attempt.State != Open }

// Used returns the last day with tries of the member, and how many: all when the puzzle is over.
func (d Daily) Used() (Day, int) {
	switch {
	case d.UsedDay > d.Day():
		return d.UsedDay, d.UsedTries
	case d.Over():
		return d.Day(), Tries
	}
	return d.Day(), len(d.Tries)
}

// Took returns how long it took until the end, or 0 before that.
func (d Daily) Took() time.Duration {
	return time.Duration(max(0, d.Ended-d.Began)) * time.Millisecond
}

// Streak returns how many days in a row the member has solved, as it stands on a day: it is not
// broken before that day is over.
func (d Daily) Streak(on Day) int {
	if d.Last < on-1 {
		return 0
	}
	return d.Row
}

// BeginDaily returns the record after the puzzle of a day was shown to the member. On the same day
// it changes nothing. Tries that were used up on that day before count as missed.
func (r Record) BeginDaily(day Day, puzzle string, now time.Time) Record {
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
	if len(d.Tries) == Tries {
		d.Attempt.State, d.Ended = Shown, d.Began
	}
	return r
}

// RightDaily returns the record after a right try at the puzzle of the day.
func (r Record) RightDaily(moves Line, solved bool, now time.Time) Record {
	d := &r.Daily
	d.Attempt = d.Attempt.right(moves, solved)
	if !solved {
		return r
	}
	d.Tries += Found
	d.Ended = now.UnixMilli()
	d.Row = d.Streak(d.Day()) + 1
	d.BestRow = max(d.BestRow, d.Row)
	d.Last = d.Day()
	d.Days++
	return r
}

// WrongDaily returns the record after a wrong try at the puzzle of the day: the last one ends it.
// lost says that the try loses the game.
func (r Record) WrongDaily(refuted Line, lost bool, now time.Time) Record {
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

// ShowDaily returns the record after the solution of a puzzle that is over was shown.
func (r Record) ShowDaily(moves Line) Record {
	d := &r.Daily
	d.Attempt = d.Attempt.resumed()
	d.Attempt.Line = slices.Concat(d.Attempt.Line, moves)
	return r
}

// ResumeDaily returns the record with the refutation put away, to try again.
func (r Record) ResumeDaily() Record {
	r.Daily.Attempt = r.Daily.Attempt.resumed()
	return r
}

// PostDaily returns the record after the member has shown everybody how it went.
func (r Record) PostDaily() Record {
	r.Daily.Posted = true
	return r
}

func (d Daily) validate() error {
	if strings.Trim(string(d.Tries), string(Found+Close+Miss)) != "" || len(d.Tries) > Tries ||
		d.Row < 0 || d.BestRow < d.Row || d.Last < 0 || d.Days < 0 || d.Began < 0 || d.Ended < 0 ||
		d.UsedDay < 0 || d.UsedTries < 0 || d.UsedTries > Tries {
		return fmt.Errorf("%w: a member's puzzle of the day", ErrInvalid)
	}
	return d.Attempt.validate()
}

// An Entry is a member's day in the table of a server.
type Entry struct {
	Member string        `json:"member"`
	Tries  Marks         `json:"tries,omitempty"`
	Over   bool          `json:"over"`
	Took   time.Duration `json:"took,omitempty"`
}

// A Table is how members of a server have done on a day.
type Table struct {
	Entries []Entry // of those who are listed
	Players int     // how many have begun, those on no list among them
	Solved  int     // how many of them have solved the puzzle
}

// SortEntries puts entries in the order of a table: most points first, then who was faster, then
// who is not done yet.
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

// A Champion is how a member has done in some days of a server.
type Champion struct {
	Member string
	Points int           // see Marks.Points
	Took   time.Duration // for all that were solved
	Days   int           // that were solved
}

// SortChampions puts them in order: most points first, then who was faster.
func SortChampions(all []Champion) {
	slices.SortFunc(all, func(a, b Champion) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Took, b.Took), cmp.Compare(a.Member, b.Member))
	})
}
