// Package store says how matches are kept. Memory is the store of tests and of
// DATABASE_URL=memory:, package database keeps them in SQLite or PostgreSQL.
package store

import (
	"context"
	"slices"
	"time"

	"noughts/game/match"
)

// A Record is a match with where it is played.
type Record struct {
	Match   match.Match
	Guild   string // "" outside servers
	Channel string
	Locale  string
	Style   string // how the board is drawn, "" for the default
	Message string // id of the live message, "" when it is not known
}

// A Cause is what a change was made for: an interaction's id, or "" for the
// bot's own doing. A change is made once for each cause but "".
type Cause string

// CauseLife is how long a store remembers causes at least. Discord delivers an
// interaction again within minutes if ever.
const CauseLife = time.Hour

// A Scope chooses the matches of a member, of a channel or of a guild: exactly
// one of the fields is set.
type Scope struct {
	Member  string
	Channel string
	Guild   string
}

// A Query chooses finished matches: those of a member, in a channel, or both. At
// least one of the two is set.
type Query struct {
	Member  string
	Channel string
	Before  time.Time // only matches that ended before; the zero time for all
	Limit   int       // how many matches at most, above 0
}

// A Store keeps matches. All methods are safe for concurrent use. A change is
// kept when its method returns nil, whatever happens afterwards; after any other
// error than those named it may have been made or not, which Load tells. Times
// are kept in whole milliseconds.
//
// A member's matches are those that the member plays in or owns. Whenever a
// store reads a match that no sequence of changes can have made, it returns
// ErrCorrupt for it; lists leave it out.
type Store interface {
	// Create saves a new match and notes its cause. Errors: ErrExists, *Done.
	Create(ctx context.Context, r Record, cause Cause) error
	// Load returns a match. Errors: ErrNotFound, ErrCorrupt.
	Load(ctx context.Context, id match.ID) (Record, error)
	// Save replaces a match whose stored version is expected, and notes cause with
	// it: both or neither. Errors: ErrNotFound, ErrVersion, *Done.
	Save(ctx context.Context, m match.Match, expected int, cause Cause) error
	// CarriedOut returns the match that a cause created or changed. Errors:
	// ErrNotFound.
	CarriedOut(ctx context.Context, cause Cause) (match.ID, error)
	// SetMessage notes the live message of a match; it is no change of the match.
	// Errors: ErrNotFound.
	SetMessage(ctx context.Context, id match.ID, message string) error
	// Unfinished returns the matches of a channel that are not over, oldest first.
	Unfinished(ctx context.Context, channel string) ([]Record, error)
	// UnfinishedOf returns a member's matches that are not over, oldest first.
	UnfinishedOf(ctx context.Context, member string) ([]Record, error)
	// Open returns how many matches are not over. For a member, a challenge that
	// waits counts only if the member owns it: nobody fills up another's share.
	Open(ctx context.Context, of Scope) (int, error)
	// Finished returns matches that are over and in which a move was made, newest
	// first.
	Finished(ctx context.Context, q Query) ([]Record, error)
	// Due returns up to limit ids of unfinished matches whose deadline is not after
	// now, oldest deadline first.
	Due(ctx context.Context, now time.Time, limit int) ([]match.ID, error)
	// Waiting returns up to limit ids of matches in which the computer is to move
	// and that have not changed since before, longest unchanged first.
	Waiting(ctx context.Context, before time.Time, limit int) ([]match.ID, error)
	// Forget removes what is known of a member: in matches that are over an
	// anonymous player takes the member's place, the others are dropped. It returns
	// the dropped ones.
	Forget(ctx context.Context, member string) (dropped []match.ID, err error)
	// Ping returns nil when the store can be used.
	Ping(ctx context.Context) error
	// Close finishes what was begun and releases what the store holds. Other
	// methods may return ErrClosed afterwards.
	Close() error
}

// members returns whose match it is: at most two, as a match between two
// computers has an owner but no members that play.
func members(m match.Match) []string {
	ids := make([]string, 0, 3)
	for _, id := range [...]string{m.Owner, m.Players[0].ID, m.Players[1].ID} {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
