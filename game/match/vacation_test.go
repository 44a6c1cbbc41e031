package match_test

import (
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// TestVacationDays checks that members can be away for 14 days of a calendar year, and that a part
// of a day counts as a day.
func TestVacationDays(t *testing.T) {
	t.Parallel()
	at := func(month time.Month, day int) time.Time { return time.Date(2026, month, day, 12, 0, 0, 0, time.UTC) }
	m := match.Member{ID: "100"}
	left := func(now time.Time, want int) {
		t.Helper()
		if got := m.VacationLeft(now); got != want || m.Validate() != nil {
			t.Errorf("%d days are left, want %d; %+v, %v", got, want, m, m.Validate())
		}
	}
	left(at(5, 1), 14)
	m.GoAway(15, at(5, 1))
	m.GoAway(0, at(5, 1))
	left(at(5, 1), 14)
	m.GoAway(5, at(5, 1))
	if until := m.AwayUntil(at(5, 2)); !until.Equal(at(5, 6)) {
		t.Errorf("away until %v", until)
	}
	m.GoAway(5, at(5, 2)) // no effect, as when Discord delivers a press twice
	left(at(5, 7), 9)
	m.GoAway(3, at(7, 1))
	before := m.Vacations
	m.ComeBack(at(7, 2).Add(time.Hour))
	if !m.AwayUntil(at(7, 2).Add(2*time.Hour)).IsZero() || !before[1].Until.Equal(at(7, 4)) {
		t.Errorf("%v, before %v", m.Vacations, before)
	}
	m.ComeBack(at(7, 3))
	left(at(8, 1), 7)
	left(at(12, 30), 14) // counts as two days of this year and 13 of the next
	m.GoAway(14, at(12, 30))
	left(at(12, 44), 1)
	if m.GoAway(1, at(12, 44)); len(m.Vacations) != 2 {
		t.Errorf("%v", m.Vacations)
	}
	m.Vacations[0], m.Vacations[1] = m.Vacations[1], m.Vacations[0]
	if m.Validate() == nil {
		t.Error("vacations in no order are valid")
	}
}

// TestAVacationStopsTheClock checks that vacations of the player to move delay the deadline, that a move ends the
// mover's vacation, and that a short clock does not stop.
func TestAVacationStopsTheClock(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour
	until := map[string]time.Time{}
	note := func(m match.Match, now time.Time) match.Match {
		t.Helper()
		next := m.WithVacations(func(member string) time.Time { return until[member] }, now)
		if next.Validate() != nil {
			t.Fatal(next.Validate())
		}
		return next
	}
	wants := func(m match.Match, deadline time.Time) {
		t.Helper()
		if !m.Deadline.Equal(deadline) {
			t.Errorf("the deadline is %v, want %v", m.Deadline.Sub(t0), deadline.Sub(t0))
		}
	}
	m := started(t, match.Person(bob), match.Options{Variant: game.Classic(3), Clock: day})
	if same := note(m, t0); same.Version != m.Version {
		t.Errorf("without a vacation it is version %d", same.Version)
	}
	noon := t0.Add(day / 2)
	until[alice], until[bob] = noon.Add(3*day), noon.Add(day)
	m = note(m, noon)
	wants(m, t0.Add(4*day))
	until[alice] = noon.Add(2 * day)
	m = note(m, noon.Add(day/2))
	wants(m, t0.Add(3*day))
	delete(until, alice)
	m = note(m, noon.Add(day))
	wants(m, noon.Add(day+day/2))
	delete(until, bob)
	m = note(m, noon.Add(day))
	until[bob] = noon.Add(5 * day)
	m = note(m, noon.Add(day))
	m = must(t)(m.Play(alice, squares(t, "b2")[0], noon.Add(day)))
	wants(m, noon.Add(6*day))
	if m.AwayUntil(game.O).IsZero() || !m.AwayUntil(game.Empty).IsZero() {
		t.Errorf("away until %v", m.BackAt)
	}
	m = must(t)(m.Play(bob, squares(t, "a1")[0], noon.Add(2*day)))
	wants(m, noon.Add(3*day))
	if m.BackAt != [2]time.Time{} {
		t.Errorf("after his move bob is back at %v", m.BackAt)
	}
	short := started(t, match.Person(bob), match.Options{Variant: game.Classic(3), Clock: time.Hour})
	if same := note(short, t0); same.Version != short.Version {
		t.Error("a short clock stops")
	}
}
