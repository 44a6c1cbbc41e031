package plan

import (
	"noughts/game/match"
	"noughts/game/tournament"
)

// NewTournament begins a tournament in the place of the request and shows it in a new message.
// Style is the style of its boards. Begin may be called more than once.
type NewTournament struct {
	Style string
	Begin func(Facts) (tournament.Tournament, error)
}

// OnTournament changes a stored tournament, or answers a request about it, as the function Decide decides. Decide must
// have no side effects: if another request was saved first, it is called again with the newer tournament.
type OnTournament struct {
	Tournament match.ID
	Decide     func(tournament.Record, Facts) (TournamentDecision, error)
}

// A TournamentDecision is the new state of a tournament and the answer to the member.
type TournamentDecision struct {
	Next   *tournament.Tournament // the tournament to save; nil to leave it unchanged
	Show   As                     // how to show the saved tournament; 0 to show Answer instead
	Answer Answer
}
