package puzzle

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"time"
)

// The puzzle of the day is drawn by date alone, so that all bots in the world show
// the same one. daily.txt has a line a week, from the Monday of firstWeek on: the
// IDs of seven puzzles, from Monday's to Sunday's, easy ones first. After its last
// week it begins again. It has more than 53 weeks and no ID twice, so that no
// puzzle comes back within a year.
//
// Puzzles that are added to the bank change no day. Weeks are only ever appended
// to daily.txt, and before the last one has come: who appends later moves the days
// since. A puzzle that has to be taken out is replaced by another one at its place.

//go:embed daily.txt
var calendar string

// firstWeek is the first day of the calendar, a Monday.
var firstWeek = time.Date(2026, time.November, 23, 0, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// days returns the puzzles of the calendar, one a day.
var days = sync.OnceValue(func() (all []Puzzle) {
	for _, id := range strings.Fields(calendar) {
		if p, ok := ByID(id); ok { // a test sees to it
			all = append(all, p)
		}
	}
	return all
})

// Practice returns the puzzles of the bank that are on no day of the calendar: who
// practises with them is shown no day's puzzle before that day. The slice is the
// caller's.
func Practice() []Puzzle {
	onCalendar := map[string]bool{}
	for _, p := range days() {
		onCalendar[p.ID] = true
	}
	return slices.DeleteFunc(All(), func(p Puzzle) bool { return onCalendar[p.ID] })
}

// DayOf returns the number of a time's day in UTC: 0 for the first day of the calendar, negative
// before. One day has one number.
func DayOf(at time.Time) int {
	at = at.UTC()
	midnight := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
	return int(midnight.Sub(firstWeek) / day)
}

// Daily returns the puzzle of a time's day in UTC: the same one everywhere, and not again within a
// year. It is the zero Puzzle only where the program has no bank.
func Daily(at time.Time) Puzzle {
	all := days()
	if len(all) == 0 {
		return Puzzle{}
	}
	n := DayOf(at) % len(all)
	if n < 0 {
		n += len(all)
	}
	return all[n]
}
