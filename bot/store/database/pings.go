package database

import (
	"context"
	"fmt"
	"strings"

	"noughts/game/match"
)

// setPing changes the columns of the ping, and when the match is due, if the match is at
// the version and has the ping that is expected.
var setPing = func() string {
	set, where := []string{"due = $1"}, []string{"id = $2", "version = $3"}
	place := len(set) + len(where)
	for _, c := range columns {
		if c.changed == withPing {
			set = append(set, fmt.Sprintf("%s = $%d", c.name, place+1))
			where = append(where, fmt.Sprintf("%s IS NOT DISTINCT FROM $%d", c.name, place+2))
			place += 2
		}
	}
	return `UPDATE matches SET ` + strings.Join(set, ", ") + ` WHERE ` + strings.Join(where, " AND ")
}()

// SetPing notes what players were told: see store.Store.
func (db *DB) SetPing(ctx context.Context, r match.Record, to match.Ping) error {
	before := values(&r)
	r.Ping = to
	after := values(&r)
	var due any
	var pings []any
	for i, c := range columns {
		switch {
		case c.name == "due":
			due = after[i]
		case c.changed == withPing:
			pings = append(pings, after[i], before[i])
		}
	}
	args := append([]any{due, string(r.Match.ID), r.Match.Version}, pings...)
	_, err := submit(ctx, db.writes, func(ctx context.Context, tx querier) (int, error) {
		n, err := exec(ctx, tx, setPing, args...)
		if err == nil && n == 0 {
			err = missed(ctx, tx, r.Match.ID)
		}
		return n, err
	})
	return err
}
