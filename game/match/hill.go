package match

import (
	"slices"
	"strings"
	"time"

	"noughts/game"
)

const (
	// MaxQueue is how many members can queue to play the winner.
	MaxQueue = 10
	// HillClock is the clock of the later games of a Hill if the first game had no clock. These games need a clock,
	// because the members in the queue are waiting.
	HillClock = 2 * time.Minute
	// LeastRecord is the shortest winning streak of a Hill that can be a server's record.
	LeastRecord = 3
)

// A Hill is the state of a match with the rule "winner stays on": the winner plays the next member in a queue. In every
// game but the first, O is the king, that is, the player who stayed on, and X came from the queue. The zero Hill
// belongs to a match without a queue.
type Hill struct {
	Queue []string `json:"queue,omitempty"` // waiting members in order, at most MaxQueue; never changed in place
	// Game is the number of earlier games of this Hill. Streak is how many games in a row the king had won before this
	// game. Both are 0 in the first game, which has no king.
	Game   int `json:"game,omitempty"`
	Streak int `json:"streak,omitempty"`
	// Stays is the side that stays on after the match is over, Empty if neither side does. Won is
	// the winning streak of that side's player, this match included.
	Stays game.Mark `json:"stays,omitempty"`
	Won   int       `json:"won,omitempty"`
}

func (h Hill) isZero() bool {
	return len(h.Queue) == 0 && h.Game == 0 && h.Streak == 0 && h.Stays == game.Empty && h.Won == 0
}

// IsHill reports whether the match belongs to a Hill: it has a queue, follows another game of a Hill, or ended with a
// side that stays on.
func (m Match) IsHill() bool {
	return len(m.Hill.Queue) > 0 || m.Hill.Game > 0 || m.Hill.Stays != game.Empty
}

// King returns the side of the king, the player who won the previous game of a Hill and stayed on.
// It returns Empty in the first game.
func (m Match) King() game.Mark {
	if m.Hill.Game > 0 {
		return game.O
	}
	return game.Empty
}

// CanQueue reports whether members can queue to play the winner. They can if two members play and the game is not over.
// The game must also start from the variant's start position and must not be part of a series.
func (m Match) CanQueue() bool {
	return m.Status == Playing && !m.InSeries() && len(m.Given) == 0 && m.BetweenMembers()
}

// BetweenMembers reports whether both players are members.
func (m Match) BetweenMembers() bool { return m.Players[0].IsPerson() && m.Players[1].IsPerson() }

// Queued reports whether a member is in the queue.
func (m Match) Queued(member string) bool { return slices.Contains(m.Hill.Queue, member) }

// Join adds a member to the queue of members who wait to play the winner. It does not change the game. Errors:
// ErrNotStarted, ErrOver, ErrNoQueue, ErrPlays, ErrQueued, ErrQueueFull.
func (m Match) Join(member string) (Match, error) {
	switch {
	case m.Status == Challenge:
		return m, ErrNotStarted
	case m.Status == Over:
		return m, ErrOver
	case !m.CanQueue() || member == "":
		return m, ErrNoQueue
	case m.Side(member) != game.Empty:
		return m, ErrPlays
	case m.Queued(member):
		return m, ErrQueued
	case len(m.Hill.Queue) >= MaxQueue:
		return m, ErrQueueFull
	}
	m = m.around()
	m.Hill.Queue = append(slices.Clone(m.Hill.Queue), member)
	return m, nil
}

// Leave removes a member from the queue. After the end of the match only the first member in the queue can leave; the
// next one then takes their place. Errors: ErrNotQueued, ErrOver.
func (m Match) Leave(member string, now time.Time) (Match, error) {
	at := slices.Index(m.Hill.Queue, member)
	switch {
	case at < 0:
		return m, ErrNotQueued
	case m.Status == Over && at > 0:
		return m, ErrOver
	}
	m, _ = m.ForgetQueued(member, now)
	return m, nil
}

// stayOnHill sets Hill.Stays, the side that stays on for the next game. After a win it is the winner. After a draw it is the
// king or, in the first game, the player who moved second. If a player left the game too early for a result, it is the
// other player; `left` is the side that left, or Empty. A draw neither extends nor ends a winning streak.
func (m *Match) stayOnHill(left game.Mark) {
	if !m.IsHill() {
		return
	}
	h := &m.Hill
	switch {
	case m.Result.Winner != game.Empty:
		h.Stays = m.Result.Winner
	case m.Result.Decided():
		h.Stays = m.Begins.Opponent()
	default:
		h.Stays = left.Opponent()
	}
	switch {
	case h.Stays == game.Empty:
		h.Won = 0
	case h.Stays == m.King():
		h.Won = h.Streak
	}
	if m.Result.Winner != game.Empty {
		h.Won++
	}
}

func (h Hill) check(m Match) error {
	if h.isZero() {
		return nil
	}
	if m.Status == Challenge || !m.Players[0].IsPerson() || !m.Players[1].IsPerson() {
		return invalid("nobody can wait to play its winner: %+v", h)
	}
	switch {
	case h.Game < 0, h.Streak < 0, h.Streak > h.Game, h.Won < 0, h.Won > h.Streak+1, h.Stays > game.O:
		return invalid("what waits for it is %+v", h)
	case m.Status != Over && (h.Stays != game.Empty || h.Won > 0), h.Stays == game.Empty && h.Won > 0:
		return invalid("somebody stays before its end: %+v", h)
	case len(h.Queue) > MaxQueue:
		return invalid("%d members wait", len(h.Queue))
	}
	for i, member := range h.Queue {
		if member == "" || strings.ContainsRune(member, ' ') || m.Side(member) != game.Empty || slices.Contains(h.Queue[:i], member) {
			return invalid("%q waits", member)
		}
	}
	return nil
}
