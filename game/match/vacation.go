package match

import (
	"slices"
	"time"

	"noughts/game"
)

const (
	// MaxVacation is how many days of a calendar year, in UTC, a member can be on vacation.
	MaxVacation = 14
	// vacationClock is the shortest time per move that stops during a vacation.
	vacationClock = day
)

// A Vacation is a period when the member's clocks stop in games with at least a day per move.
type Vacation struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
}

// daysIn returns how many days of a year the vacation takes. A part of a day counts as a day.
func (v Vacation) daysIn(year int) int {
	from, until := v.From, v.Until
	if first := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC); from.Before(first) {
		from = first
	}
	if end := time.Date(year+1, 1, 1, 0, 0, 0, 0, time.UTC); until.After(end) {
		until = end
	}
	return max(0, int((until.Sub(from)+day-1)/day))
}

// AwayUntil returns the end of the member's current vacation, or the zero time if the member is not on vacation.
func (m Member) AwayUntil(now time.Time) time.Time {
	if n := len(m.Vacations); n > 0 && now.Before(m.Vacations[n-1].Until) {
		return m.Vacations[n-1].Until
	}
	return time.Time{}
}

// VacationLeft returns the length in days of the longest vacation that the member can begin now.
func (m Member) VacationLeft(now time.Time) int {
	fits := func(v Vacation, year int) bool {
		days := v.daysIn(year)
		for _, earlier := range m.Vacations {
			days += earlier.daysIn(year)
		}
		return days <= MaxVacation
	}
	now = now.UTC()
	for days := MaxVacation; days > 0; days-- {
		if v := (Vacation{now, now.Add(time.Duration(days) * day)}); fits(v, now.Year()) && fits(v, now.Year()+1) {
			return days
		}
	}
	return 0
}

// GoAway begins a vacation. It does nothing if the member is already on vacation, or if too few days are left.
func (m *Member) GoAway(days int, now time.Time) {
	if days < 1 || days > m.VacationLeft(now) || !m.AwayUntil(now).IsZero() {
		return
	}
	now = now.UTC().Truncate(time.Second)
	m.Vacations = slices.DeleteFunc(slices.Clone(m.Vacations), func(v Vacation) bool { return v.Until.Year() < now.Year() })
	m.Vacations = append(m.Vacations, Vacation{now, now.Add(time.Duration(days) * day)})
}

// ComeBack ends the member's current vacation. It does nothing if there is none.
func (m *Member) ComeBack(now time.Time) {
	if m.AwayUntil(now).IsZero() {
		return
	}
	m.Vacations = slices.Clone(m.Vacations)
	m.Vacations[len(m.Vacations)-1].Until = now.UTC().Truncate(time.Second)
}

// AwayUntil returns when the vacation of a side's player ends, as last set by WithVacations. It
// returns the zero time if the player is not on vacation.
func (m Match) AwayUntil(side game.Mark) time.Time {
	if side == game.Empty || m.Status != Playing {
		return time.Time{}
	}
	return m.BackAt[side-game.X]
}

// WithVacations returns the match after a change of its players' vacations. `until` returns the end of a member's
// vacation, or the zero time if there is none. The clock of a player on vacation stops until then. WithVacations
// returns m itself if nothing has changed, or if the match has no clock of at least a day per move.
func (m Match) WithVacations(until func(member string) time.Time, now time.Time) Match {
	if m.Status != Playing || m.Options.Clock < vacationClock || !m.Stranded.IsZero() {
		return m
	}
	before := m
	for i, p := range m.Players {
		if p.IsPerson() {
			m.BackAt[i] = until(p.ID)
		}
	}
	if m.BackAt == before.BackAt {
		return m
	}
	m = m.around()
	side := m.toMove()
	m.Deadline = m.Deadline.Add(later(now, m.AwayUntil(side)).Sub(later(now, before.AwayUntil(side))))
	return m
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
