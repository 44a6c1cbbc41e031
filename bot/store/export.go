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

// Kept is everything that a store keeps about a member, in the JSON form that the member receives.
type Kept struct {
	Member      string              `json:"member"`
	Settings    match.Member        `json:"settings"`
	Matches     []match.Record      `json:"matches"`
	Votes       []MemberVote        `json:"votes,omitempty"`
	Tournaments []tournament.Record `json:"tournaments,omitempty"`
	Played
	Puzzles *puzzle.Progress `json:"puzzles,omitempty"`       // nil if none is stored
	Days    []DailyResult    `json:"daily_puzzles,omitempty"` // oldest first
	Roles   []WornRole       `json:"roles,omitempty"`         // roles that the bot has given to the member
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

// A MemberVote is a vote in a member's export.
type MemberVote struct {
	Match  match.ID `json:"match"`
	Move   int      `json:"move,omitempty"` // the number of the team's move, absent for a vote on how the match ends
	Choice string   `json:"choice"`
}

// Export returns the JSON text that a Store's Export returns.
func (k Kept) Export() ([]byte, error) {
	slices.SortFunc(k.Tallies, func(a, b PlayedTally) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Variant.String(), b.Variant.String()), cmp.Compare(a.Key, b.Key))
	})
	slices.SortFunc(k.Boards, func(a, b BoardPlace) int { return cmp.Or(cmp.Compare(a.Pool, b.Pool), cmp.Compare(a.Server, b.Server)) })
	k.Matches = append([]match.Record{}, k.Matches...)
	for i, rec := range k.Matches {
		k.Matches[i].Match = rec.Match.KnownTo(k.Member)
	}
	return json.MarshalIndent(k, "", " ")
}
