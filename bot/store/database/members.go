package database

import (
	"context"
	"database/sql"
	"errors"

	"noughts/game/match"
)

// Member returns what is kept of a member: see store.Store.
func (db *DB) Member(ctx context.Context, id string) (match.Member, error) {
	return read(ctx, db, func(ctx context.Context) (match.Member, error) {
		m := match.Member{ID: id}
		err := db.reads.QueryRowContext(ctx, `SELECT no_pings <> 0 FROM members WHERE id = $1`, id).Scan(&m.NoPings)
		if errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return m, err
	})
}

// SaveMember keeps it: see store.Store.
func (db *DB) SaveMember(ctx context.Context, m match.Member) error {
	noPings := 0
	if m.NoPings {
		noPings = 1
	}
	_, err := submit(ctx, db.writes, func(ctx context.Context, tx querier) (int, error) {
		return exec(ctx, tx, `INSERT INTO members (id, no_pings) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET no_pings = excluded.no_pings`, m.ID, noPings)
	})
	return err
}
