package database

import (
	"context"
	"fmt"
	"strings"

	"noughts/game/match"
)

// A note is a change of a match beside its moves, which its version does not tell of: of what
// players were told, or of the place that the match can move to. When the match is due
// follows from both.
type note struct {
	changes   changed
	statement string
}

var (
	pingNote  = noteOf(withPing)
	placeNote = noteOf(withPlace)
)

// noteOf returns the note that changes some columns, and when the match is due, if the match
// is at the version, and has the ping and the place, that are expected.
func noteOf(changes changed) note {
	set, where := []string{"due = $1"}, []string{"id = $2", "version = $3"}
	place := len(set) + len(where)
	for _, c := range columns {
		switch c.changed {
		case changes:
			set = append(set, fmt.Sprintf("%s = $%d", c.name, place+1))
			where = append(where, fmt.Sprintf("%s IS NOT DISTINCT FROM $%d", c.name, place+2))
			place += 2
		case withPing, withPlace:
			where = append(where, fmt.Sprintf("%s IS NOT DISTINCT FROM $%d", c.name, place+1))
			place++
		default:
		}
	}
	return note{changes, `UPDATE matches SET ` + strings.Join(set, ", ") + ` WHERE ` + strings.Join(where, " AND ")}
}

// SetPing notes what players were told: see store.Store.
func (db *DB) SetPing(ctx context.Context, r match.Record, to match.Ping) error {
	noted := r
	noted.Ping = to
	return db.note(ctx, pingNote, r, noted)
}

// SetPlace notes where a match is played: see store.Store.
func (db *DB) SetPlace(ctx context.Context, r match.Record, to match.Place) error {
	noted := r
	noted.Place = to
	return db.note(ctx, placeNote, r, noted)
}

// note makes a note in a match that is as expected. Errors: store.ErrVersion if it is otherwise,
// and store.ErrNotFound.
func (db *DB) note(ctx context.Context, n note, expected, noted match.Record) error {
	before, after := values(&expected), values(&noted)
	var due any
	var noting []any
	for i, c := range columns {
		switch {
		case c.name == "due":
			due = after[i]
		case c.changed == n.changes:
			noting = append(noting, after[i], before[i])
		case c.changed == withPing, c.changed == withPlace:
			noting = append(noting, before[i])
		}
	}
	args := append([]any{due, string(expected.Match.ID), expected.Match.Version}, noting...)
	_, err := submit(ctx, db.writes, func(ctx context.Context, tx querier) (int, error) {
		rows, err := exec(ctx, tx, n.statement, args...)
		if err == nil && rows == 0 {
			err = missed(ctx, tx, expected.Match.ID)
		}
		return rows, err
	})
	return err
}
