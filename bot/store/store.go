// Package store keeps saved matches. Memory is the store of tests and of
// DATABASE_URL=memory:.
package store

import (
	"context"
	"errors"
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

// ErrNotFound is returned for a match that is not in the store.
var ErrNotFound = errors.New("store: no such match")

// ErrVersion is returned by Save when the stored match is not at the expected
// version: somebody else saved first.
var ErrVersion = errors.New("store: the match has moved on")

// ErrExists is returned by Create for an id that is taken.
var ErrExists = errors.New("store: the match exists already")

// A Store keeps matches. All methods are safe for concurrent use.
type Store interface {
	// Create saves a new match. Errors: ErrExists.
	Create(ctx context.Context, r Record) error
	// Load returns a match. Errors: ErrNotFound.
	Load(ctx context.Context, id match.ID) (Record, error)
	// Save replaces a match whose stored version is expected. Errors:
	// ErrNotFound, ErrVersion.
	Save(ctx context.Context, m match.Match, expected int) error
	// SetMessage notes the live message of a match; it is no change of the match.
	SetMessage(ctx context.Context, id match.ID, message string) error
	// Unfinished returns the matches of a channel that are not over, oldest first.
	Unfinished(ctx context.Context, channel string) ([]Record, error)
	// Due returns the ids of matches whose deadline is not after now.
	Due(ctx context.Context, now time.Time) ([]match.ID, error)
	// Close releases what the store holds.
	Close() error
}
