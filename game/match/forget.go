package match

import (
	"time"

	"noughts/game"
)

// Anonymous replaces the id of a member whose data was deleted. No member has this id: Discord's
// ids are large numbers.
const Anonymous = "0"

// IsAnonymous says whether the player's data was deleted.
func (p Player) IsAnonymous() bool { return p.ID == Anonymous }

// Forget returns the match with the member replaced by an anonymous player. The version stays the
// same, as nothing about the game changes. Call it for finished matches only: nobody could play on.
func (m Match) Forget(member string) Match {
	if member == "" {
		return m
	}
	for i, p := range m.Players {
		if p.ID == member {
			m.Players[i], m.Looks[i] = Person(Anonymous), Look{}
		}
	}
	if m.Owner == member {
		m.Owner = Anonymous
	}
	return m
}

// ForgetNext returns the match without its pending next match if the member would play it, and
// whether anything changed.
func (m Match) ForgetNext(member string) (Match, bool) {
	if !m.GoesOn() || m.Side(member) == game.Empty {
		return m, false
	}
	m = m.around()
	m.Deadline, m.Hill.Queue = time.Time{}, nil
	return m, true
}

// ForgetQueued returns the match with the member removed from the hill's queue, and whether they
// were in it.
func (m Match) ForgetQueued(member string, now time.Time) (Match, bool) {
	switch {
	case !m.Queued(member):
		return m, false
	case m.Status == Over && m.Hill.Queue[0] == member:
		return m.waitedEnough(now), true
	}
	m = m.around()
	m.Hill.Queue = without(m.Hill.Queue, member)
	return m, true
}

// LeaveForGood ends an open match for a member whose data will be deleted: it withdraws or declines
// a challenge, or resigns a game. Errors: as of Withdraw, Decline and Resign.
func (m Match) LeaveForGood(member string, now time.Time) (Match, error) {
	switch {
	case m.Status != Challenge:
		return m.Resign(member, now)
	case member == m.Owner:
		return m.Withdraw(member, now)
	}
	return m.Decline(member, now)
}
