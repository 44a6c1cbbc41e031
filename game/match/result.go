package match

import (
	"time"

	"noughts/game"
)

// Reason says how a match ended.
type Reason uint8

// How matches end. The last five have neither winner nor draw: nothing counts.
const (
	Unfinished  Reason = iota
	ByLine             // won with a line
	ByFullBoard        // drawn: no move is left
	ByResignation
	ByTimeout   // the loser's clock ran out
	ByAgreement // drawn
	Aborted     // ended with fewer than two moves made, or stopped by the owner of one that is Hosted
	Declined
	Withdrawn
	Expired
	Abandoned // nobody touched it for IdleLife
)

// A Result is how a match ended. The zero Result is that of a match in progress.
type Result struct {
	Winner game.Mark `json:"winner,omitempty"` // Empty for a draw and when nothing counts
	Reason Reason    `json:"reason,omitempty"`
}

// Counts says whether the result is a win or a draw, rather than a match that
// never came to one.
func (r Result) Counts() bool { return r.Reason != Unfinished && r.Reason < Aborted }

// A HeadToHead is how many games of one variant two players have won and drawn against each other.
type HeadToHead struct {
	Wins  [2]int `json:"wins,omitzero"` // of who plays X in the match that the score is of, and of who plays O
	Draws int    `json:"draws,omitempty"`
}

// ScoreSince returns the start of the day, in UTC, whose games count for the score of a match that
// is over.
func (m Match) ScoreSince() time.Time { return m.Changed.UTC().Truncate(day) }

// Scored says whether there is a score for the match: its result counts, and a member has
// played, for themselves and from the start.
func (m Match) Scored() bool { return m.Result.Counts() && !m.Hosted() && len(m.Given) == 0 }

// With returns the score of a match after another one between its players, which may be
// the match itself.
func (s HeadToHead) With(m, other Match) HeadToHead {
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

// An Effect is what a match that is over has done for one of its players. The zero Effect is
// nothing, as for a level of the computer.
type Effect struct {
	// Before and After are the player's rating in whole points, 0 where the match did not
	// count for it. Provisional is that of After.
	Before      int  `json:"before,omitempty"`
	After       int  `json:"after,omitempty"`
	Provisional bool `json:"provisional,omitempty"`
	// Rated is how many games of the pool have counted for the player, this one among them; 0 where nobody knows.
	Rated int `json:"rated,omitempty"`
	// Unrated says why the match did not count for ratings, "" where it did: the text of a
	// rating.Verdict.
	Unrated string `json:"unrated,omitempty"`
	// Streak is how many rated games of the pool the player has won in a row, this one among
	// them.
	Streak int `json:"streak,omitempty"`
	// Earned are the names of what the player has achieved with it for the first time.
	Earned []string `json:"earned,omitempty"`
}
