package match

import (
	"slices"
	"time"

	"noughts/game"
)

// Anonymous replaces the id of a member whose data was deleted. No member has this id: Discord's ids are large numbers.
const Anonymous = "0"

// IsAnonymous reports whether the player's data was deleted.
func (p Player) IsAnonymous() bool { return p.ID == Anonymous }

// Forget replaces a member by an anonymous player. It must be called for finished matches only, because an anonymous
// player cannot make moves. The version stays the same, because the game does not change.
func (m Match) Forget(member string) Match {
	if member == "" {
		return m
	}
	for i, p := range m.Players {
		if p.ID == member {
			m.Players[i], m.Looks[i], m.BackAt[i] = Person(Anonymous), Look{}, time.Time{}
		}
	}
	if m.Starter == member {
		m.Starter = Anonymous
	}
	return m
}

// ForgetNext ends the wait for a following match, and empties the queue of waiting members, if the member is a player
// of m. It also returns whether the match changed.
func (m Match) ForgetNext(member string) (Match, bool) {
	if !m.GoesOn() || m.Side(member) == game.Empty {
		return m, false
	}
	m = m.around()
	m.Deadline, m.Hill.Queue = time.Time{}, nil
	return m, true
}

// ForgetQueued returns the match with the member removed from Hill.Queue, the members who wait to play the winner. It
// also returns whether the match changed.
func (m Match) ForgetQueued(member string, now time.Time) (Match, bool) {
	at := slices.Index(m.Hill.Queue, member)
	switch {
	case at < 0:
		return m, false
	case m.Status == Over && at == 0:
		return m.waitedEnough(now), true
	}
	m = m.around()
	m.Hill.Queue = slices.Concat(m.Hill.Queue[:at], m.Hill.Queue[at+1:])
	return m, true
}

// LeaveForGood ends an open match for a member whose data will be deleted: it withdraws or declines
// a challenge, or resigns a game. It returns the errors of Withdraw, Decline and Resign.
func (m Match) LeaveForGood(member string, now time.Time) (Match, error) {
	switch {
	case m.Status != Challenge:
		return m.Resign(member, now)
	case member == m.Starter:
		return m.Withdraw(member, now)
	}
	return m.Decline(member, now)
}

// DropMoves returns a finished match without its moves except the first: profiles can still be computed from the first
// move and the result. DropMoves also returns whether there were moves to drop.
func (m Match) DropMoves() (Match, bool) {
	if m.Status != Over || len(m.Moves) < 2 {
		return m, false
	}
	m = m.around()
	m.Dropped += len(m.Moves) - 1
	m.Moves, m.Undone = m.Moves[:1:1], nil
	return m, true
}

// MovesMade returns the number of moves made, including dropped moves.
func (m Match) MovesMade() int { return len(m.Moves) + m.Dropped }

func (m Match) checkDropped() error {
	size := m.Options.Variant.Size()
	_, vanishing := m.Start().(game.Vanishing) // such games can be longer than the board has squares
	switch {
	case m.Dropped < 0, m.Status != Over, len(m.Moves) != 1, m.MovesMade() > size*size && !vanishing:
		return invalid("%d of its moves are not kept, and %d are", m.Dropped, len(m.Moves))
	case m.Start().Check(m.Moves[0]) != nil:
		return invalid("its first move is %s", m.Moves[0])
	case m.Result.Reason == ByFullBoard && m.Result.Winner != game.Empty:
		return invalid("its result is %+v", m.Result)
	}
	return nil
}
