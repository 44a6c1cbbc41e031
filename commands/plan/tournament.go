package plan

import (
	"noughts/game/match"
	"noughts/game/tournament"
)

// NewTournament begins a tournament where the request was made, whose boards have a style,
// and shows it anew. Begin may be called more than once.
type NewTournament struct {
	Style string
	Begin func(Facts) (tournament.Tournament, error)
}

// OnTournament decides on a stored tournament. Like a Decide, its function has no effects, and
// is called again with a newer tournament when somebody else has saved first.
type OnTournament struct {
	Tournament match.ID
	Decide     func(tournament.Record, Facts) (TournamentDecision, error)
}

// A TournamentDecision is what becomes of a tournament and what the member is answered.
type TournamentDecision struct {
	Next   *tournament.Tournament // to be saved; nil when it stays as it is
	Show   As                     // how the tournament is shown, as it is then; 0 for Answer
	Answer Answer
}
