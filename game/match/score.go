package match

import "time"

// A Score is how many games two players have won and drawn against each other.
type Score struct {
	Wins  [2]int // of who plays X in the match that the score is of, and of who plays O
	Draws int
}

// ScoreSince returns from when on games count for the score of a match that is over:
// the beginning of the day, in UTC, on which it ended.
func (m Match) ScoreSince() time.Time { return m.Changed.UTC().Truncate(day) }

// Scored says whether there is a score for the match: its result counts, and a member has
// played.
func (m Match) Scored() bool { return m.Result.Counts() && !m.Watched() }

// With returns the score of a match after another one between its players, which may be
// the match itself.
func (s Score) With(m, other Match) Score {
	switch winner := other.Player(other.Result.Winner); winner {
	case Player{}:
		s.Draws++
	case m.Players[0]:
		s.Wins[0]++
	default:
		s.Wins[1]++
	}
	return s
}
