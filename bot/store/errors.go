package store

import (
	"errors"
	"fmt"

	"noughts/game/match"
)

// ErrNotFound is returned for a match that is not in the store.
var ErrNotFound = errors.New("store: no such match")

// ErrVersion is returned by Save when the stored match is not at the expected
// version: somebody else saved first.
var ErrVersion = errors.New("store: the match has moved on")

// ErrExists is returned by Create for an id that is taken.
var ErrExists = errors.New("store: the match exists already")

// ErrCorrupt is wrapped by the errors for a stored match that does not validate.
var ErrCorrupt = errors.New("store: the stored match is corrupt")

// ErrClosed is returned by the methods of a closed store.
var ErrClosed = errors.New("store: closed")

// Done is the error for a cause that was carried out before. Nothing was changed
// for it this time.
type Done struct {
	Match match.ID // what was created or changed then
}

func (d *Done) Error() string {
	return fmt.Sprintf("store: this was carried out before, on match %s", d.Match)
}
