package store

import (
	"context"
	"errors"
	"strings"
	"time"

	"noughts/game/match"
	"noughts/game/tournament"
)

// ErrTournamentOpen is returned for a new tournament in a channel with an open one.
var ErrTournamentOpen = errors.New("store: the channel already has a tournament")

// Tournaments are the part of a Store that keeps tournaments.
type Tournaments interface {
	// SaveTournament stores the next revision of a tournament. The stored revision must be r.Revision; 0 means a new
	// tournament. Like Save, it makes a change only once for each key except "". If the key is stored already, the
	// error is *Done, with Keyed(id) as its Match. Errors: *Done, ErrExists and ErrTournamentOpen for a new tournament,
	// ErrNotFound and ErrVersion for another revision, tournament.ErrInvalid.
	SaveTournament(ctx context.Context, r tournament.Record, key string) (tournament.Record, error)
	// Tournament returns a tournament. Errors: ErrNotFound, ErrCorrupt.
	Tournament(ctx context.Context, id match.ID) (tournament.Record, error)
	// OpenTournament returns the id of a channel's tournament that is not over. Errors: ErrNotFound.
	OpenTournament(ctx context.Context, channel string) (match.ID, error)
	// TournamentsOf returns the ids of the open tournaments that a member plays in or organises.
	TournamentsOf(ctx context.Context, member string) ([]match.ID, error)
	// DueTournaments returns tournaments whose Record.Due is at or before `now`, ordered by that time: the first
	// `limit` that come after the entry `after`.
	DueTournaments(ctx context.Context, now time.Time, after match.Cursor, limit int) ([]match.Cursor, error)
}

// keyed is the prefix of a tournament's id that is stored with an idempotency key. No match's id has this prefix.
const keyed = "t/"

// Keyed returns the id that is stored with the idempotency key of a change of a tournament.
func Keyed(tournament match.ID) match.ID { return keyed + tournament }

// KeyedTournament returns the tournament's id for an id that Keyed has returned. It returns false if `noted` is the id
// of a match.
func KeyedTournament(noted match.ID) (match.ID, bool) {
	id, ok := strings.CutPrefix(string(noted), keyed)
	return match.ID(id), ok
}
