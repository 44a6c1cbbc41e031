package match

import (
	"cmp"
	"slices"
)

// The special results of Match.Poll. Other results are the number of the move that a team votes on, from 1.
const (
	NoPoll    = -1 // there is no vote
	PollOnEnd = 0  // guesses of the winner of a match between two computers
)

// The choices for guesses of the result of a match between two computers.
const (
	GuessX    = "x"
	GuessO    = "o"
	GuessDraw = "draw"
)

const (
	// Members can guess during the first moves: as many moves as a third (1/guessShare) of the number of squares, but
	// at least two. Later the result may be clear.
	guessShare = 3
	leastGuess = 2
)

// A Vote is a member's vote for a team's move, or a guess of the result of a match between two
// computers. Votes do not change the version of the match.
type Vote struct {
	Member string
	Choice string // a square in notation, or GuessX, GuessO or GuessDraw
}

// Votes are the votes in a match.
type Votes struct {
	Cast int    `json:"cast,omitempty"` // number of votes ever cast, changed or withdrawn in the match; it never decreases
	Now  []Vote `json:"-"`              // current votes on Match.Poll, one per member, the oldest first
}

// A VoteCount is the number of votes for a choice.
type VoteCount struct {
	Choice string
	Votes  int
}

// Tally counts the votes. The choice with the most votes comes first. If two choices have the same number of votes, the
// choice that reached this number first comes first.
func (v Votes) Tally() []VoteCount {
	var counts []VoteCount
	reached := map[string]int{} // for each choice, the index of its last vote
	for i, vote := range v.Now {
		at := slices.IndexFunc(counts, func(c VoteCount) bool { return c.Choice == vote.Choice })
		if at < 0 {
			at = len(counts)
			counts = append(counts, VoteCount{Choice: vote.Choice})
		}
		counts[at].Votes++
		reached[vote.Choice] = i
	}
	slices.SortFunc(counts, func(a, b VoteCount) int {
		return cmp.Or(cmp.Compare(b.Votes, a.Votes), cmp.Compare(reached[a.Choice], reached[b.Choice]))
	})
	return counts
}

// Of returns a member's choice, or "" if the member has not voted.
func (v Votes) Of(member string) string {
	for _, vote := range v.Now {
		if vote.Member == member {
			return vote.Choice
		}
	}
	return ""
}

// With returns the votes with `vote` added. If the same member has voted before, `vote` replaces the earlier vote.
func (v Votes) With(vote Vote) Votes {
	others := slices.DeleteFunc(slices.Clone(v.Now), func(o Vote) bool { return o.Member == vote.Member })
	return Votes{Cast: v.Cast + 1, Now: append(others, vote)}
}

// Poll returns the subject of the current vote: PollOnEnd if two computers play, the number of the
// move while a team has the move, otherwise NoPoll.
func (m Match) Poll() int {
	switch {
	case m.Watched():
		return PollOnEnd
	case m.VoteRuns():
		return len(m.Moves) + 1
	}
	return NoPoll
}

// Guesses returns the number of moves during which members can guess the result of a match between two computers.
func (m Match) Guesses() int {
	size := m.Options.Variant.Size()
	return max(leastGuess, size*size/guessShare)
}

// MayGuess reports whether members can guess now.
func (m Match) MayGuess() bool {
	return m.Watched() && m.Status == Playing && len(m.Moves) < m.Guesses()
}

// Guessed returns the members who guessed the result, in order of their guesses. It returns nil if
// the match is not over or does not count.
func (r Record) Guessed() (right []string) {
	result := r.Match.Result
	if !r.Match.Watched() || !result.Decided() {
		return nil
	}
	ended := cmp.Or(result.Winner.String(), GuessDraw)
	for _, vote := range r.Votes.Now {
		if vote.Choice == ended {
			right = append(right, vote.Member)
		}
	}
	return right
}

// Revision returns a number that grows with every version of the match and with every vote. These are the changes that
// a message shows.
func (r Record) Revision() int { return r.Match.Version + r.Votes.Cast }
