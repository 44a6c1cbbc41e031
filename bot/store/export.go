package store

import (
	"cmp"
	"encoding/json"
	"slices"

	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rating"
	"noughts/game/solving"
	"noughts/game/tournament"
)

// An export is what is kept of a member, for the member to read.
type export struct {
	Member   string         `json:"member"`
	Settings match.Member   `json:"settings"`
	Matches  []match.Record `json:"matches"`
	Votes    []MemberVote   `json:"votes,omitempty"`
	// Tournaments are those of the member, as they are kept.
	Tournaments []tournament.Record `json:"tournaments,omitempty"`
	Played
	// Puzzles are how the member solves them, as it is kept, and Days the puzzles of days.
	Puzzles *solving.Record `json:"puzzles,omitempty"`
	Days    []DailyResult   `json:"daily_puzzles,omitempty"`
}

// Played is what is kept of how a member has played, beside the matches.
type Played struct {
	Standings []profile.Standing `json:"ratings,omitempty"` // without the History
	Results   []PlayedResult     `json:"results,omitempty"` // in the order of counting
	Tallies   []PlayedTally      `json:"tallies,omitempty"`
	Earned    []profile.Earned   `json:"achievements,omitempty"`
	Boards    []BoardPlace       `json:"leaderboards,omitempty"` // with a row of the member, listed or not
}

// A PlayedResult is a result with the match that it is of.
type PlayedResult struct {
	Match match.ID `json:"match"`
	profile.MemberResult
}

// A PlayedTally is a tally with what it counts.
type PlayedTally struct {
	profile.Count
	profile.Tally
}

// A BoardPlace is a row of a leaderboard.
type BoardPlace struct {
	Pool   rating.Pool `json:"pool"`
	Server string      `json:"server,omitempty"` // "" for that of all
	Left   bool        `json:"left,omitempty"`   // the member has left the server
}

// sort orders what has no order in a store.
func (p Played) sort() {
	slices.SortFunc(p.Tallies, func(a, b PlayedTally) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Variant.String(), b.Variant.String()), cmp.Compare(a.Key, b.Key))
	})
	slices.SortFunc(p.Boards, func(a, b BoardPlace) int { return cmp.Or(cmp.Compare(a.Pool, b.Pool), cmp.Compare(a.Server, b.Server)) })
}

// A MemberVote is a vote as its member gets it with all that is kept of them.
type MemberVote struct {
	Match  match.ID `json:"match"`
	Move   int      `json:"move,omitempty"` // the number of the team's move, left out for a vote on how the match ends
	Choice string   `json:"choice"`
}

// Kept is all that is kept of a member.
type Kept struct {
	Member      match.Member
	Matches     []match.Record
	Tournaments []tournament.Record
	Played      Played
	Votes       []MemberVote
	Puzzles     solving.Record
	Days        []DailyResult // oldest first
}

// Export returns a Store's Export.
func (k Kept) Export() ([]byte, error) {
	k.Played.sort()
	e := export{
		Member: k.Member.ID, Settings: k.Member, Matches: append([]match.Record{}, k.Matches...), Tournaments: k.Tournaments, Votes: k.Votes,
		Played: k.Played, Days: k.Days,
	}
	if k.Puzzles.Revision > 0 {
		e.Puzzles = &k.Puzzles
	}
	return json.MarshalIndent(e, "", " ")
}
