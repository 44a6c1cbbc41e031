package match

import (
	"slices"
	"strings"
	"time"

	"noughts/game"
)

const (
	// MaxQueue is how many members can wait to play the winner.
	MaxQueue = 10
	// HillClock is the time for a move against the winner where the first game had no
	// clock: others wait.
	HillClock = 2 * time.Minute
	// LeastRecord is the shortest row of games that is a record of a server.
	LeastRecord = 3
)

// A Hill is what a match is to the members who wait to play its winner. Of a match that followed
// another one O's player is the king, who has stayed; X's was next in the queue. The zero Hill is
// that of a match without a queue.
type Hill struct {
	Queue []string `json:"queue,omitempty"` // members, in order, at most MaxQueue; never changed in place
	// Game is the number of games on the hill before this one: 0 for the first, which has no king.
	// Streak is how many of them the king has won in a row.
	Game   int `json:"game,omitempty"`
	Streak int `json:"streak,omitempty"`
	// Stays is who plays the next once the match is over, Empty if nobody does, and Won how
	// many games in a row that player has won then, this one among them.
	Stays game.Mark `json:"stays,omitempty"`
	Won   int       `json:"won,omitempty"`
}

func (h Hill) isZero() bool {
	return len(h.Queue) == 0 && h.Game == 0 && h.Streak == 0 && h.Stays == game.Empty && h.Won == 0
}

// IsHill says whether members wait, or have waited, to play the winner.
func (m Match) IsHill() bool {
	return len(m.Hill.Queue) > 0 || m.Hill.Game > 0 || m.Hill.Stays != game.Empty
}

// King returns the side of the king, Empty where nobody is.
func (m Match) King() game.Mark {
	if m.Hill.Game > 0 {
		return game.O
	}
	return game.Empty
}

// CanQueue says whether members can wait to play the winner: two persons play from the start, no series,
// and the game is not over.
func (m Match) CanQueue() bool {
	return m.Status == Playing && !m.InSeries() && len(m.Given) == 0 && m.Players[0].IsPerson() && m.Players[1].IsPerson()
}

// Queued says whether a member waits to play the winner.
func (m Match) Queued(member string) bool { return slices.Contains(m.Hill.Queue, member) }

// Join has a member wait to play the winner. It is no change of the game. Errors:
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

// Leave has a member wait no longer. While the winner waits only the member who is next can
// leave, and makes room for the one behind. Errors: ErrNotQueued, ErrOver.
func (m Match) Leave(member string, now time.Time) (Match, error) {
	switch at := slices.Index(m.Hill.Queue, member); {
	case at < 0:
		return m, ErrNotQueued
	case m.Status == Over && at > 0:
		return m, ErrOver
	case m.Status == Over:
		return m.waitedEnough(now), nil
	}
	m = m.around()
	m.Hill.Queue = without(m.Hill.Queue, member)
	return m, nil
}

// without returns a queue without a member, nil when nobody is left.
func without(queue []string, member string) []string {
	left := slices.DeleteFunc(slices.Clone(queue), func(other string) bool { return other == member })
	if len(left) == 0 {
		return nil
	}
	return left
}

// stay says who plays the next on the hill: the winner; after a draw the king, and without
// one whoever went second; of a game that was left before it counted, whoever did not leave.
// A draw adds nothing to a row of wins, and ends none.
func (m *Match) stay(left game.Mark) {
	if !m.IsHill() {
		return
	}
	h := &m.Hill
	switch {
	case m.Result.Winner != game.Empty:
		h.Stays = m.Result.Winner
	case m.Result.Counts():
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

// check checks a hill that a match is.
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
