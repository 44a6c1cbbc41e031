package puzzle

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"time"
)

// The daily puzzle depends only on the date, so all bots show the same puzzle. daily.txt has one line per week,
// starting at firstWeek: the IDs of the seven puzzles from Monday to Sunday, easy puzzles first. The week after the
// last line uses the first line again, and so on. daily.txt has more than 53 lines and no duplicate ID, so a puzzle
// never returns within a year.
//
// New puzzles in the bank do not change daily.txt. To extend daily.txt, append lines before the week of its last line
// is over. Lines that are appended later would change the puzzles of past days. To withdraw a puzzle, replace its ID by
// another one.

//go:embed daily.txt
var calendar string

// firstWeek is the Monday of the first line of daily.txt.
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
