package match

import (
	"time"

	"noughts/game"
)

// Reason says how a match ended.
type Reason uint8

// The reasons for the end of a match. The last seven mean that there is no winner and no draw: the
// match counts for nothing.
const (
	Unfinished  Reason = iota
	ByLine             // a side completed a line: it won, or in misère lost
	ByFullBoard        // drawn: no move is left
	ByResignation
	ByTimeout   // the loser's clock ran out, or the loser did not move for about a month
	ByAgreement // drawn
	ByLeaving   // the loser has left the server
	Aborted     // given up before there were two moves, or stopped by the starter of a Hosted match
	Declined
	Withdrawn
	Expired
	Abandoned // nobody acted for about a month, and LosesIdle is Empty
	Moderated // a moderator ended it
	Stranded  // the player to move could not move where the match was, for StrandedLife
)

// A Result is the result of a match. The zero Result means that the match is not over.
type Result struct {
	Winner game.Mark `json:"winner,omitempty"` // Empty for a draw, and if the match does not count
	Reason Reason    `json:"reason,omitempty"`
}

// Decided reports whether the result is a win or a draw.
func (r Result) Decided() bool { return r.Reason != Unfinished && r.Reason < Aborted }

// A HeadToHead is a score between two players: the number of wins of each and the number of draws.
type HeadToHead struct {
	Wins  [2]int `json:"wins,omitzero"` // wins of two players: those who play X and O in the match that stores this score
	Draws int    `json:"draws,omitempty"`
}

// HeadToHeadSince returns the start of the day, in UTC, on which a finished match ended. Earlier
// games do not count for its HeadToHead.
func (m Match) HeadToHeadSince() time.Time { return m.Changed.UTC().Truncate(day) }

// IsCounted reports whether a finished match is counted for its players: in the HeadToHead, in results, ratings
// and achievements. The match must be won or drawn, its starter must have played in it, and it must have begun from the
// empty board.
func (m Match) IsCounted() bool { return m.Result.Decided() && !m.Hosted() && len(m.Given) == 0 }

// With adds the result of the match `other` to the score s. The score has the players in the order of m's X and O. Both
// matches have the same players; `other` may be m itself.
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

// An Effect is the effect of a finished match on one player. The zero Effect means no effect, as for the computer.
type Effect struct {
	// Before and After are the player's rating in whole points, 0 if the match was not rated.
	// Provisional reports whether the rating After is provisional.
	Before      int  `json:"before,omitempty"`
	After       int  `json:"after,omitempty"`
	Provisional bool `json:"provisional,omitempty"`
	// RatedGames is the player's number of rated games in the match's pool of variants (see profile.Pool), including this
	// match; 0 if unknown.
	RatedGames int `json:"rated,omitempty"`
	// Unrated is the profile.Verdict that says why the match was not rated, or "".
	Unrated string `json:"unrated,omitempty"`
	// Streak is how many rated games in that pool the player has won in a row, including this match.
	Streak int `json:"streak,omitempty"`
	// Earned are the names of the achievements that the player earned with the match.
	Earned []string `json:"earned,omitempty"`
	// Beaten are the levels that the player has now beaten on the ladder of the match's variant: profile.Ladder.
	Beaten []string `json:"beaten,omitempty"`
}
