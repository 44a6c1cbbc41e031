package match

import (
	"cmp"
	"slices"
)

// The polls that Match.Poll returns. Any other number is the number of a move, from 1.
const (
	NoPoll    = -1 // there is no vote
	PollOnEnd = 0  // who wins a match between two computers
)

// The votes on the end of a match between two computers.
const (
	GuessX    = "x"
	GuessO    = "o"
	GuessDraw = "draw"
)

const (
	// Members can guess for one move of every guessShare squares, and at least leastGuess moves, so
	// that they cannot wait until the result is clear.
	guessShare = 3
	leastGuess = 2
)

// A Vote is a member's vote for a team's move, or a guess how a match between two computers ends.
// It does not change the version of the match.
type Vote struct {
	Member string
	Choice string // a square in notation, or GuessX, GuessO or GuessDraw
}

// Votes are the votes in a match.
type Votes struct {
	Cast int    `json:"cast,omitempty"` // how many votes were ever cast or changed in the match; it only grows
	Now  []Vote `json:"-"`              // current votes on Match.Poll, one a member, the oldest first
}

// A VoteCount is the number of votes for a choice.
type VoteCount struct {
	Choice string
	Votes  int
}

// Tally counts the votes, the choice with the most first; among equals the one that reached the number first.
func (v Votes) Tally() []VoteCount {
	var counts []VoteCount
	reached := map[string]int{} // by choice, the index of its last vote
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

// Of returns a member's choice, or "".
func (v Votes) Of(member string) string {
	for _, vote := range v.Now {
		if vote.Member == member {
			return vote.Choice
		}
	}
	return ""
}

// With returns the votes with one more, which replaces the member's earlier vote.
func (v Votes) With(vote Vote) Votes {
	others := slices.DeleteFunc(slices.Clone(v.Now), func(o Vote) bool { return o.Member == vote.Member })
	return Votes{Cast: v.Cast + 1, Now: append(others, vote)}
}

// Without returns the votes without the member's.
func (v Votes) Without(member string) Votes {
	if v.Of(member) == "" {
		return v
	}
	return Votes{Cast: v.Cast + 1, Now: slices.DeleteFunc(slices.Clone(v.Now), func(o Vote) bool { return o.Member == member })}
}

// Poll returns what members vote on: PollOnEnd if two computers play, the number of the move while
// a team has the move, otherwise NoPoll.
func (m Match) Poll() int {
	switch {
	case m.Watched():
		return PollOnEnd
	case m.VoteRuns():
		return len(m.Moves) + 1
	}
	return NoPoll
}

// Guesses returns during how many moves members can guess the end of a match between two computers.
func (m Match) Guesses() int {
	size := m.Options.Variant.Size()
	return max(leastGuess, size*size/guessShare)
}

// MayGuess reports whether members can guess now.
func (m Match) MayGuess() bool {
	return m.Watched() && m.Status == Playing && len(m.Moves) < m.Guesses()
}

// Guessed returns the members who guessed the result, the first first. It returns nobody unless the
// match is over and counts.
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

// Revision grows with every change that a message shows: each version and each vote.
func (r Record) Revision() int { return r.Match.Version + r.Votes.Cast }
