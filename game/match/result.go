package match

import (
	"time"

	"noughts/game"
)

// Reason says how a match ended.
type Reason uint8

// How matches end. The last five have no winner and are no draw: nothing counts.
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

// A Result is how a match ended. The zero Result is a match in progress.
type Result struct {
	Winner game.Mark `json:"winner,omitempty"` // Empty for a draw and when nothing counts
	Reason Reason    `json:"reason,omitempty"`
}

// Decided reports whether the result is a win or a draw.
func (r Result) Decided() bool { return r.Reason != Unfinished && r.Reason < Aborted }

// A HeadToHead is how many games of one variant two players have won and drawn against each other.
type HeadToHead struct {
	Wins  [2]int `json:"wins,omitzero"` // of the player of X, and of O, in the match that holds the score
	Draws int    `json:"draws,omitempty"`
}

// HeadToHeadSince returns from when on games count for the HeadToHead of a finished match: the start of its
// day in UTC.
func (m Match) HeadToHeadSince() time.Time { return m.Changed.UTC().Truncate(day) }

// HasHeadToHead reports whether a finished match gets a HeadToHead: it is decided, a member played for
// themselves, and it began from the start position.
func (m Match) HasHeadToHead() bool { return m.Result.Decided() && !m.Hosted() && len(m.Given) == 0 }

// With returns the score after another match of the same players, or after m itself.
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

// An Effect is what a finished match did for one player. The zero Effect is none, as for the computer.
type Effect struct {
	// Before and After are the player's rating in whole points, 0 if the match was not rated.
	// Provisional reports whether After is.
	Before      int  `json:"before,omitempty"`
	After       int  `json:"after,omitempty"`
	Provisional bool `json:"provisional,omitempty"`
	// Rated is how many rated games of the pool the player has, with this one; 0 if unknown.
	Rated int `json:"rated,omitempty"`
	// Unrated is the rating.Verdict that says why the match was not rated, or "".
	Unrated string `json:"unrated,omitempty"`
	// Streak is how many rated games of the pool the player has won in a row, with this one.
	Streak int `json:"streak,omitempty"`
	// Earned are the names of the achievements that the player earned with it.
	Earned []string `json:"earned,omitempty"`
}
