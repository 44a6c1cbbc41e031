package match

import (
	"time"

	"noughts/game"
)

// Anonymous is the player id that replaces a forgotten member. It is no member's id: Discord's are
// large numbers.
const Anonymous = "0"

// IsAnonymous says whether the player has asked to be forgotten.
func (p Player) IsAnonymous() bool { return p.ID == Anonymous }

// Forget returns the match with an anonymous player in the member's place, at
// the same version: nothing about the game changes. It is for matches that are
// over, as nobody can play on in the anonymous player's name.
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

// ForgetNext returns a match without its pending successor, because one of its players will be
// forgotten, and whether it had one.
func (m Match) ForgetNext(member string) (Match, bool) {
	if !m.GoesOn() || m.Side(member) == game.Empty {
		return m, false
	}
	m = m.around()
	m.Deadline, m.Hill.Queue = time.Time{}, nil
	return m, true
}

// ForgetQueued returns the match with a member waiting no longer to play its winner, and
// whether the member did.
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

// LeaveForGood ends an open match for a member who leaves forever: a challenge is withdrawn or
// declined, a game is resigned. Errors: as of Withdraw, Decline and Resign.
func (m Match) LeaveForGood(member string, now time.Time) (Match, error) {
	switch {
	case m.Status != Challenge:
		return m.Resign(member, now)
	case member == m.Owner:
		return m.Withdraw(member, now)
	}
	return m.Decline(member, now)
}
