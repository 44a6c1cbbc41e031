package database

import (
	"context"
	"database/sql"
	"errors"
	"hash/fnv"
	"slices"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

// Save stores a match: see store.Store.
func (db *DB) Save(ctx context.Context, c store.Change) (match.Record, error) {
	c.Record = store.Kept(c.Record)
	limits := c.Limits()
	return submit(ctx, db.writes, func(ctx context.Context, tx querier) (match.Record, error) {
		if c.Key != "" {
			if err := note(ctx, tx, c.Key, c.Record.Match.ID); err != nil {
				return match.Record{}, err
			}
		}
		if len(limits) > 0 {
			if err := db.checkCaps(ctx, tx, c, limits); err != nil {
				return match.Record{}, err
			}
		}
		if c.Expected > 0 {
			return replace(ctx, tx, c.Record, c.Expected)
		}
		n, err := exec(ctx, tx, insert, values(&c.Record)...)
		if err == nil && n == 0 {
			err = store.ErrExists
		}
		return c.Record, err
	})
}

// note notes the key of a change. Errors: *store.Done.
func note(ctx context.Context, tx querier, key string, id match.ID) error {
	const insert = `INSERT INTO idempotency_keys (key, match_id, noted) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING RETURNING match_id`
	err := tx.QueryRowContext(ctx, insert, key, string(id), time.Now().UnixMilli()).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	before, err := carriedOut(ctx, tx, key)
	if err != nil {
		return err
	}
	return &store.Done{Match: before}
}

// carriedOut returns the match of a key. Errors: store.ErrNotFound.
func carriedOut(ctx context.Context, q querier, key string) (id match.ID, err error) {
	err = q.QueryRowContext(ctx, `SELECT match_id FROM idempotency_keys WHERE key = $1`, key).Scan(&id)
	return id, missing(err)
}

// missing gives a row that is not there the store's name.
func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return err
}

// replace saves a match in the place of the one at a version.
func replace(ctx context.Context, tx querier, r match.Record, expected int) (match.Record, error) {
	values := values(&r)
	values[len(values)-1] = expected
	statements := []string{updateMove, updateAll} // most changes are moves
	switch {
	case r.Match.Status != match.Playing:
		statements = statements[1:]
	case r.Match.Options.Clock > 0:
		statements[0] = updateClockedMove
	}
	for _, s := range statements {
		err := tx.QueryRowContext(ctx, s, values...).Scan(&r.Message)
		if !errors.Is(err, sql.ErrNoRows) {
			return r, err
		}
	}
	n, err := count(ctx, tx, `SELECT count(*) FROM matches WHERE id = $1`, string(r.Match.ID))
	switch {
	case err != nil:
		return r, err
	case n == 0:
		return r, store.ErrNotFound
	}
	return r, store.ErrVersion
}

// SetMessage notes the live message of a match: see store.Store.
func (db *DB) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	return submit(ctx, db.writes, func(ctx context.Context, tx querier) (string, error) {
		n, err := exec(ctx, tx, `UPDATE matches SET message = $1 WHERE id = $2 AND message = $3`, to, string(id), from)
		if err != nil || n > 0 {
			return to, err
		}
		var noted string
		err = tx.QueryRowContext(ctx, `SELECT message FROM matches WHERE id = $1`, string(id)).Scan(&noted)
		return noted, missing(err)
	})
}

// exec runs a statement and returns how many rows it changed.
func exec(ctx context.Context, q querier, query string, args ...any) (int, error) {
	result, err := q.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

const (
	countChannel = `SELECT count(*) FROM matches WHERE channel = $1 AND status <> 'over'`
	countGuild   = `SELECT count(*) FROM matches WHERE guild = $1 AND guild <> '' AND status <> 'over'`
)

var countMember = `SELECT count(*) FROM (` + openOf(`status, owner, channel`) + `) AS mine
	WHERE (status = 'playing' OR owner = $1) AND ($2 = '' OR channel = $2)`

// checkCaps returns a *store.FullError for a change that leads to too many open
// matches. Until the end of the transaction nobody else's can in the same scopes.
func (db *DB) checkCaps(ctx context.Context, tx querier, c store.Change, limits []store.FullError) error {
	if c.Expected > 0 {
		n, err := count(ctx, tx, `SELECT count(*) FROM matches WHERE id = $1 AND version = $2 AND status = 'challenge'`,
			string(c.Record.Match.ID), c.Expected)
		if err != nil || n == 0 {
			return err
		}
	}
	if err := db.lock(ctx, tx, limits); err != nil {
		return err
	}
	for _, limit := range limits {
		var open int
		var err error
		switch of := limit.Scope; {
		case of.Member != "":
			open, err = count(ctx, tx, countMember, of.Member, of.Channel)
		case of.Channel != "":
			open, err = count(ctx, tx, countChannel, of.Channel)
		default:
			open, err = count(ctx, tx, countGuild, of.Guild)
		}
		if err != nil {
			return err
		}
		if open >= limit.Most {
			return &limit
		}
	}
	return nil
}

// lock has other transactions wait that add matches to the same scopes. All take
// their locks in one order, so that none waits for one that waits for it. SQLite
// has one writer and needs no locks.
func (db *DB) lock(ctx context.Context, tx querier, limits []store.FullError) error {
	if db.dialect.lock == "" {
		return nil
	}
	var locks []int64
	for _, limit := range limits {
		hash := fnv.New64a()
		for _, part := range []string{"cap", limit.Scope.Member, limit.Scope.Channel, limit.Scope.Guild} {
			_, _ = hash.Write([]byte(part + "/"))
		}
		locks = append(locks, int64(hash.Sum64()))
	}
	slices.Sort(locks)
	for _, l := range slices.Compact(locks) {
		if _, err := tx.ExecContext(ctx, db.dialect.lock, l); err != nil {
			return err
		}
	}
	return nil
}
