package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
	"noughts/game/profile"
)

// Save stores a match: see store.Store.
func (db *DB) Save(ctx context.Context, c store.Change) (match.Record, error) {
	c.Record = store.AsStored(c.Record)
	return inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (match.Record, error) {
		return db.saveIn(ctx, tx, c)
	})
}

// saveIn stores a match in a transaction. It may run several times.
func (db *DB) saveIn(ctx context.Context, tx querier, c store.Change) (match.Record, error) {
	r, g := c.Record, profile.FinishedGame{}
	if c.IdempotencyKey != "" {
		if err := saveKey(ctx, tx, c.IdempotencyKey, r.Match.ID); err != nil {
			return r, err
		}
	}
	if r.Match.IsCounted() {
		g = profile.GameOf(r, c.Relayed)
		if err := db.lockMembers(ctx, tx, g.Members()); err != nil {
			return r, err
		}
	}
	before, text, err := loadRow(ctx, tx, r.Match.ID)
	if err != nil {
		return r, err
	}
	if c.Expected == 0 || before != nil && before[atVersion] == int64(c.Expected) && before[atStatus] == "challenge" {
		if err := db.checkCaps(ctx, tx, c); err != nil {
			return r, err
		}
	}
	switch {
	case c.Expected == 0 && before != nil:
		return r, store.ErrExists
	case c.Expected > 0 && before == nil:
		return r, store.ErrNotFound
	case c.Expected > 0 && before[atVersion] != int64(c.Expected):
		return r, store.ErrVersion
	}
	if r.Match.IsCounted() {
		if r, err = db.withResults(ctx, tx, r, g, before != nil && before[atStatus] == "over"); err != nil {
			return r, err
		}
	}
	if before == nil {
		return r, insert(ctx, tx, r)
	}
	return replaceMatch(ctx, tx, before, text, r)
}

// withResults returns the record of a counted match with its results: the score of the day, the hill record and, unless the
// stored match was over, what its end does for the members, which withResults stores.
//
// Only the save that ends the match counts it. Later saves, such as sharing the result, find that the stored match is
// already over. If two saves end the match at once, the second one fails with ErrVersion, and its transaction is rolled
// back.
func (db *DB) withResults(ctx context.Context, tx querier, r match.Record, g profile.FinishedGame, wasOver bool) (match.Record, error) {
	var err error
	if r.HeadToHead == (match.HeadToHead{}) {
		if r.HeadToHead, err = scoreOfDay(ctx, tx, r); err != nil {
			return r, err
		}
	}
	if !wasOver {
		if r.Effects, err = (ledger{tx, db.secret}).enter(ctx, g); err != nil {
			return r, err
		}
	}
	if r.Match.EndsNow() && r.Match.Hill.Won >= match.LeastRecord && r.Place.Guild != "" {
		longer, err := countRows(ctx, tx, longerHill, r.Place.Guild, r.Match.Hill.Won)
		if err != nil {
			return r, err
		}
		r.HillRecord = longer == 0
	}
	return r, nil
}

// CarriedOut returns the match that was saved with a key: see store.Store.
func (db *DB) CarriedOut(ctx context.Context, key string) (match.ID, error) {
	return read(ctx, db, func(ctx context.Context) (match.ID, error) {
		return one[match.ID](ctx, db.reads, carriedOut, key)
	})
}

// saveKey stores the idempotency key of a change. Errors: *store.Done if the key is stored already.
func saveKey(ctx context.Context, tx querier, key string, id match.ID) error {
	const insert = `INSERT INTO idempotency_keys (key, match_id, noted) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING RETURNING match_id`
	err := tx.QueryRowContext(ctx, insert, key, string(id), time.Now().UnixMilli()).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	before, err := one[match.ID](ctx, tx, carriedOut, key)
	if err != nil {
		return err
	}
	return &store.Done{Match: before}
}

const carriedOut = `SELECT match_id FROM idempotency_keys WHERE key = $1`

// insert stores a new match. Errors: store.ErrExists.
func insert(ctx context.Context, tx querier, r match.Record) error {
	values, text, err := valuesOf(r, "")
	if err != nil {
		return err
	}
	n, err := exec(ctx, tx, insertMatch, append(values, text)...)
	if err == nil && n == 0 {
		err = store.ErrExists
	}
	return err
}

// replaceMatch replaces the match whose stored columns and text are given, and returns the stored record. Errors:
// store.ErrVersion if a guarding column of the record differs from `before`.
func replaceMatch(ctx context.Context, tx querier, before []any, stored string, r match.Record) (match.Record, error) {
	r.Message, _ = before[atMessage].(string) // only SetMessage changes it
	after, text, err := valuesOf(r, stored)
	if err != nil {
		return r, err
	}
	for i, c := range columns {
		if c.guards && i != atVersion && before[i] != after[i] {
			return r, store.ErrVersion
		}
	}
	if err := update(ctx, tx, before, after, text); err != nil {
		return r, err
	}
	if r.Votes.Cast > 0 {
		_, err = exec(ctx, tx, dropPast, string(r.Match.ID), r.Match.Poll())
	}
	return r, err
}

// change changes a stored match, whatever its version is. The function `do` returns the new record, or false to leave
// the match unchanged. change returns whether it made a change. Errors: store.ErrNotFound, store.ErrCorrupt,
// store.ErrVersion.
func change(ctx context.Context, tx querier, id match.ID, do func(match.Record) (match.Record, bool)) (bool, error) {
	before, err := scanRecord(tx.QueryRowContext(ctx, load, string(id)))
	if err != nil {
		return false, notFound(err)
	}
	after, changed := do(before)
	if !changed {
		return false, nil
	}
	return true, updateRecord(ctx, tx, before, store.AsStored(after))
}

// SetMessage stores the live message of a match: see store.Store.
func (db *DB) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	return inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (string, error) {
		n, err := exec(ctx, tx, `UPDATE matches SET message = $1 WHERE id = $2 AND message = $3`, to, string(id), from)
		if err != nil || n > 0 {
			return to, err
		}
		return one[string](ctx, tx, `SELECT message FROM matches WHERE id = $1`, string(id))
	})
}

// SetPing stores which mentions were posted: see store.Store.
func (db *DB) SetPing(ctx context.Context, r match.Record, to match.Ping) error {
	noted := r
	noted.Ping = to
	return db.updateColumns(ctx, r, noted)
}

// SetPlace stores the channel and thread of a match: see store.Store.
func (db *DB) SetPlace(ctx context.Context, r match.Record, to match.Place) error {
	noted := r
	noted.Place.Channel, noted.Place.Thread, noted.Place.Parent = to.Channel, to.Thread, to.Parent
	return db.updateColumns(ctx, r, noted)
}

// updateColumns changes columns of a match, but not its JSON text, if the stored columns are as in `expected`. Errors:
// store.ErrVersion if they are not, store.ErrNotFound.
func (db *DB) updateColumns(ctx context.Context, expected, noted match.Record) error {
	before, _, err := valuesOf(store.AsStored(expected), "")
	if err != nil {
		return err
	}
	after, _, err := valuesOf(store.AsStored(noted), "")
	if err != nil {
		return err
	}
	return db.writes.inTransaction(ctx, func(ctx context.Context, tx querier) error {
		err := update(ctx, tx, before, after, "")
		if errors.Is(err, store.ErrVersion) {
			err = whyNotChanged(ctx, tx, expected.Match.ID)
		}
		return err
	})
}

// SetMirror stores the id of the message with the second board of a match: see store.Store.
func (db *DB) SetMirror(ctx context.Context, id match.ID, message string) (string, error) {
	return inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (string, error) {
		for {
			r, err := scanRecord(tx.QueryRowContext(ctx, load, string(id)))
			if err != nil || r.Mirror.Message != "" {
				return r.Mirror.Message, notFound(err)
			}
			noted := r
			noted.Mirror.Message = message
			if err = updateRecord(ctx, tx, r, noted); !errors.Is(err, store.ErrVersion) {
				return message, err
			}
		}
	})
}

// whyNotChanged returns the reason why an update of a match has changed no row. Errors: store.ErrNotFound,
// store.ErrVersion.
func whyNotChanged(ctx context.Context, tx querier, id match.ID) error {
	n, err := countRows(ctx, tx, `SELECT count(*) FROM matches WHERE id = $1`, string(id))
	switch {
	case err != nil:
		return err
	case n == 0:
		return store.ErrNotFound
	}
	return store.ErrVersion
}

// update changes a stored match: the columns that differ between `before` and `after`, and the JSON text unless `text`
// is "". The statement does not name unchanged columns, because SQLite rewrites the indexes of each named column.
// Errors: store.ErrVersion if the stored version, or another guarding column, is not as in `before`.
func update(ctx context.Context, tx querier, before, after []any, text string) error {
	var set, where []string
	var args []any
	add := func(to *[]string, name string, value any) {
		args = append(args, value)
		*to = append(*to, fmt.Sprintf("%s = $%d", name, len(args)))
	}
	add(&set, "version", after[atVersion])
	add(&where, "id", before[0])
	if text != "" {
		add(&set, "record", text)
	}
	for i, c := range columns {
		if before[i] != after[i] && i != atVersion {
			add(&set, c.name, after[i])
		}
		if c.guards {
			add(&where, c.name, before[i])
		}
	}
	n, err := exec(ctx, tx, `UPDATE matches SET `+strings.Join(set, ", ")+` WHERE `+strings.Join(where, " AND "), args...)
	if err == nil && n == 0 {
		err = store.ErrVersion
	}
	return err
}

func updateRecord(ctx context.Context, tx querier, before, after match.Record) error {
	from, _, err := valuesOf(before, "")
	if err != nil {
		return err
	}
	_, stored, err := loadRow(ctx, tx, after.Match.ID)
	if err != nil {
		return err
	}
	to, text, err := valuesOf(after, stored)
	if err != nil {
		return err
	}
	return update(ctx, tx, from, to, text)
}
