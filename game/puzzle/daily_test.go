package puzzle_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"noughts/game/puzzle"
)

const dayLength = 24 * time.Hour

var monday = time.Date(2026, time.November, 23, 0, 0, 0, 0, time.UTC)

// TestCalendar checks that daily.txt has whole weeks of puzzles from the bank, no puzzle twice, for more than a year.
func TestCalendar(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("daily.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	weeks := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for _, week := range weeks {
		ids := strings.Split(week, " ")
		if len(ids) != 7 {
			t.Fatalf("a week of %d days: %s", len(ids), week)
		}
		for day, id := range ids {
			p, ok := puzzle.ByID(id)
			if !ok || seen[id] {
				t.Errorf("%q is not in the bank, or comes twice", id)
			}
			if p.Difficulty() != puzzle.Weekdays[day] {
				t.Errorf("%s has %d stars, want %d on day %d of a week", p, p.Difficulty(), puzzle.Weekdays[day], day+1)
			}
			seen[id] = true
		}
	}
	if len(weeks) < 54 {
		t.Errorf("%d weeks, want more than a year's", len(weeks))
	}
}

// TestDaily checks that the puzzle is the same all day, and that no puzzle returns within 366 days,
// also before the first and long after the last week of daily.txt.
func TestDaily(t *testing.T) {
	t.Parallel()
	last := map[string]int{}
	for day := -1000; day < 3000; day++ {
		midnight := monday.Add(time.Duration(day) * dayLength)
		p := puzzle.Daily(midnight)
		if before, ok := last[p.ID]; ok && day-before < 366 {
			t.Fatalf("%s on days %d and %d", p.ID, before, day)
		}
		last[p.ID] = day
		for _, offset := range []int{-11, 0, 13} {
			zone := time.FixedZone("", offset*3600)
			if got := puzzle.Daily(midnight.Add(dayLength - time.Nanosecond).In(zone)); got.ID != p.ID {
				t.Fatalf("day %d begins with %s and ends with %s", day, p.ID, got.ID)
			}
		}
	}
}

// TestPractice checks that practice never shows a daily puzzle, and still has enough puzzles of each difficulty.
func TestPractice(t *testing.T) {
	t.Parallel()
	onDays := map[string]bool{}
	for day := range 3000 {
		onDays[puzzle.Daily(monday.Add(time.Duration(day)*dayLength)).ID] = true
	}
	practice := puzzle.Practice()
	if len(practice)+len(onDays) != len(puzzle.All()) {
		t.Errorf("%d puzzles to practise with and %d of days, want %d in all", len(practice), len(onDays), len(puzzle.All()))
	}
	have := map[int]int{}
	for _, p := range practice {
		if onDays[p.ID] {
			t.Errorf("%s is a day's", p)
		}
		have[p.Difficulty()]++
	}
	for d := puzzle.Easiest; d <= puzzle.Hardest; d++ {
		if have[d] < 30 {
			t.Errorf("%d puzzles of difficulty %d to practise with", have[d], d)
		}
	}
}

// TestTheFirstDaysStay checks that the first week of daily.txt never changes: weeks are appended,
// and a puzzle can only be replaced in place.
func TestTheFirstDaysStay(t *testing.T) {
	t.Parallel()
	const firstWeek = "qhe3sr b3e2y2 qyae4k anso3b pa7dc2 plq72h gtxfqo"
	var shown []string
	for day := range 7 {
		shown = append(shown, puzzle.Daily(monday.Add(time.Duration(day)*dayLength)).ID)
	}
	if got := strings.Join(shown, " "); got != firstWeek {
		t.Errorf("the first week has %s, want %s", got, firstWeek)
	}
}
