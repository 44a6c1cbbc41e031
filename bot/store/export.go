package store

import (
	"encoding/json"

	"noughts/game/match"
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
	exportedPlayed
	// Puzzles are how the member solves them, as it is kept, and Days the puzzles of days.
	Puzzles *solving.Record `json:"puzzles,omitempty"`
	Days    []DailyResult   `json:"daily_puzzles,omitempty"`
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
	e := export{
		Member: k.Member.ID, Settings: k.Member, Matches: append([]match.Record{}, k.Matches...), Tournaments: k.Tournaments, Votes: k.Votes,
		exportedPlayed: k.Played.exported(), Days: k.Days,
	}
	if k.Puzzles.Revision > 0 {
		e.Puzzles = &k.Puzzles
	}
	return json.MarshalIndent(e, "", " ")
}
