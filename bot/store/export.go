package store

import (
	"cmp"
	"encoding/json"
	"slices"

	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
	"noughts/game/tournament"
)

// An export is a member's data in the JSON form that the member receives.
type export struct {
	Member   string         `json:"member"`
	Settings match.Member   `json:"settings"`
	Matches  []match.Record `json:"matches"`
	Votes    []MemberVote   `json:"votes,omitempty"`
	// Tournaments are the member's tournaments as they are stored.
	Tournaments []tournament.Record `json:"tournaments,omitempty"`
	Played
	// Puzzles is the member's progress with puzzles, and Days are the member's daily puzzles.
	Puzzles *puzzle.Progress `json:"puzzles,omitempty"`
	Days    []DailyResult    `json:"daily_puzzles,omitempty"`
	Roles   []WornRole       `json:"roles,omitempty"` // roles that the bot has given to the member
}

// Played is a member's stored results, ratings, tallies, achievements and places on leaderboards,
// without the matches themselves.
type Played struct {
	Standings []profile.Standing `json:"ratings,omitempty"` // without the History
	Results   []PlayedResult     `json:"results,omitempty"` // in the order of counting
	Tallies   []PlayedTally      `json:"tallies,omitempty"`
	Earned    []profile.Earned   `json:"achievements,omitempty"`
	Boards    []BoardPlace       `json:"leaderboards,omitempty"` // the leaderboards with a row of the member, even if the member is unlisted
}

// A PlayedResult is a result with the id of its match.
type PlayedResult struct {
	Match match.ID `json:"match"`
	profile.MemberResult
}

// A PlayedTally is a tally with its key.
type PlayedTally struct {
	profile.TallyKey
	profile.Tally
}

// A BoardPlace is a row of a leaderboard.
type BoardPlace struct {
	Pool   profile.Pool `json:"pool"`
	Server string       `json:"server,omitempty"` // "" for the leaderboard of all servers
	Left   bool         `json:"left,omitempty"`   // the member has left the server
}

// sort sorts the lists that stores return in no particular order.
func (p Played) sort() {
	slices.SortFunc(p.Tallies, func(a, b PlayedTally) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Variant.String(), b.Variant.String()), cmp.Compare(a.Key, b.Key))
	})
	slices.SortFunc(p.Boards, func(a, b BoardPlace) int { return cmp.Or(cmp.Compare(a.Pool, b.Pool), cmp.Compare(a.Server, b.Server)) })
}

// A MemberVote is a vote in a member's export.
type MemberVote struct {
	Match  match.ID `json:"match"`
	Move   int      `json:"move,omitempty"` // the number of the team's move, absent for a vote on how the match ends
	Choice string   `json:"choice"`
}

// Kept is everything that a store keeps about a member.
type Kept struct {
	Member      match.Member
	Matches     []match.Record
	Tournaments []tournament.Record
	Played      Played
	Votes       []MemberVote
	Puzzles     puzzle.Progress
	Days        []DailyResult // oldest first
	Roles       []WornRole
}

// Export returns the JSON text that a Store's Export returns.
func (k Kept) Export() ([]byte, error) {
	k.Played.sort()
	matches := append([]match.Record{}, k.Matches...)
	for i, rec := range matches {
		matches[i].Match = rec.Match.KnownTo(k.Member.ID)
	}
	e := export{
		Member: k.Member.ID, Settings: k.Member, Matches: matches, Tournaments: k.Tournaments, Votes: k.Votes,
		Played: k.Played, Days: k.Days, Roles: k.Roles,
	}
	if k.Puzzles.Revision > 0 {
		e.Puzzles = &k.Puzzles
	}
	return json.MarshalIndent(e, "", " ")
}
