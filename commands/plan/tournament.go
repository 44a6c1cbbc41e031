package plan

import (
	"noughts/game/match"
	"noughts/game/tournament"
)

// NewTournament begins a tournament where the request was made, with a style for its boards, and shows it in a
// new message. Begin may be called more than once.
type NewTournament struct {
	Style string
	Begin func(Facts) (tournament.Tournament, error)
}

// OnTournament decides on a stored tournament. The decision has no effects, because it is called again with the
// newer tournament if another request was saved first.
type OnTournament struct {
	Tournament match.ID
	Decide     func(tournament.Record, Facts) (TournamentDecision, error)
}

// A TournamentDecision is what becomes of a tournament, and the answer to the member.
type TournamentDecision struct {
	Next   *tournament.Tournament // the tournament to save; nil to leave it unchanged
	Show   As                     // how to show the saved tournament; 0 for Answer
	Answer Answer
}
