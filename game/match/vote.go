package match

import (
	"cmp"
	"slices"
)

// Subjects of votes: Match.Poll.
const (
	NoPoll    = -1 // nothing
	PollOnEnd = 0  // who wins, where two computers play; any other is a move, by its number from 1
)

// The votes on how a match between two computers ends.
const (
	GuessX    = "x"
	GuessO    = "o"
	GuessDraw = "draw"
)

const (
	// guessShare is how many squares of the board one move is for while members may say who
	// wins, and leastGuess how many moves that is at least: so nobody says it who sees it.
	guessShare = 3
	leastGuess = 2
)

// A Vote is what a member wants that a team plays, or says how a match between two
// computers ends. It changes no version of the match.
type Vote struct {
	Member string
	Choice string // a square in notation, or GuessX, GuessO or GuessDraw
}

// Votes are those of a match.
type Votes struct {
	Cast int    `json:"cast,omitempty"` // how often members have voted in the match; it only grows
	Now  []Vote `json:"-"`              // those that stand on what Match.Poll names, one a member, the oldest first
}

// A Count says how many have voted for something.
type Count struct {
	Choice string
	Votes  int
}

// Tally counts the votes, those for one thing before those for others with fewer votes; of
// things with as many votes first the one that had them first.
func (v Votes) Tally() []Count {
	var counts []Count
	reached := map[string]int{} // the place of the last vote for it
	for i, vote := range v.Now {
		at := slices.IndexFunc(counts, func(c Count) bool { return c.Choice == vote.Choice })
		if at < 0 {
			at = len(counts)
			counts = append(counts, Count{Choice: vote.Choice})
		}
		counts[at].Votes++
		reached[vote.Choice] = i
	}
	slices.SortFunc(counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Votes, a.Votes), cmp.Compare(reached[a.Choice], reached[b.Choice]))
	})
	return counts
}

// Of returns what a member has voted for, "" for nothing.
func (v Votes) Of(member string) string {
	for _, vote := range v.Now {
		if vote.Member == member {
			return vote.Choice
		}
	}
	return ""
}

// With returns the votes with one more, which takes the place of the member's before.
func (v Votes) With(vote Vote) Votes {
	others := slices.DeleteFunc(slices.Clone(v.Now), func(o Vote) bool { return o.Member == vote.Member })
	return Votes{Cast: v.Cast + 1, Now: append(others, vote)}
}

// Without returns the votes without a member's, if there is one.
func (v Votes) Without(member string) Votes {
	if v.Of(member) == "" {
		return v
	}
	return Votes{Cast: v.Cast + 1, Now: slices.DeleteFunc(slices.Clone(v.Now), func(o Vote) bool { return o.Member == member })}
}

// Poll names what members vote on in the match: PollOnEnd throughout a match of two computers, the
// number of the move while a team is to move, else NoPoll.
func (m Match) Poll() int {
	switch {
	case m.Watched():
		return PollOnEnd
	case m.VoteRuns():
		return len(m.Moves) + 1
	}
	return NoPoll
}

// Guesses returns how many moves two computers make while members may say who wins.
func (m Match) Guesses() int {
	size := m.Options.Variant.Size()
	return max(leastGuess, size*size/guessShare)
}

// MayGuess says whether members may say now how the match ends.
func (m Match) MayGuess() bool {
	return m.Watched() && m.Status == Playing && len(m.Moves) < m.Guesses()
}

// Guessed returns the members who have said how the match between two computers ends and
// were right, the first first; nobody unless it is over and counts.
func (r Record) Guessed() (right []string) {
	result := r.Match.Result
	if !r.Match.Watched() || !result.Counts() {
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

// Revision grows with every change of what shows the match: each version, and each vote.
func (r Record) Revision() int { return r.Match.Version + r.Votes.Cast }
