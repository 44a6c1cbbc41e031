package database

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

// Create saves a new match: see store.Store.
func (db *DB) Create(ctx context.Context, r store.Record, cause store.Cause) error {
	return db.writes.submit(ctx, func(ctx context.Context, tx querier) error {
		if err := note(ctx, tx, cause, r.Match.ID); err != nil {
			return err
		}
		n, err := insert(ctx, tx, r)
		if err == nil && n == 0 {
			return store.ErrExists
		}
		return err
	})
}

// Save replaces a match: see store.Store.
func (db *DB) Save(ctx context.Context, m match.Match, expected int, cause store.Cause) error {
	return db.writes.submit(ctx, func(ctx context.Context, tx querier) error {
		if err := note(ctx, tx, cause, m.ID); err != nil {
			return err
		}
		for _, update := range []func(context.Context, querier, match.Match, int) (int, error){updatePlay, update} {
			if n, err := update(ctx, tx, m, expected); err != nil || n > 0 {
				return err
			}
		}
		n, err := count(ctx, tx, `SELECT count(*) FROM matches WHERE id = $1`, string(m.ID))
		switch {
		case err != nil:
			return err
		case n == 0:
			return store.ErrNotFound
		}
		return store.ErrVersion
	})
}

// note notes the cause of a change, unless it is the bot itself. Errors:
// *store.Done.
func note(ctx context.Context, tx querier, cause store.Cause, id match.ID) error {
	if cause == "" {
		return nil
	}
	n, err := exec(ctx, tx, `INSERT INTO causes (cause, match_id, noted) VALUES ($1, $2, $3) ON CONFLICT (cause) DO NOTHING`,
		string(cause), string(id), time.Now().UnixMilli())
	if err != nil || n > 0 {
		return err
	}
	before, err := carriedOut(ctx, tx, cause)
	if err != nil {
		return err
	}
	return &store.Done{Match: before}
}

func insert(ctx context.Context, tx querier, r store.Record) (int, error) {
	m := r.Match
	x, o := m.Players[0], m.Players[1]
	return exec(ctx, tx, `INSERT INTO matches (`+columns+`, computer_since, ended)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)
		ON CONFLICT (id) DO NOTHING`,
		string(m.ID), m.Version, m.Owner, x.ID, x.Level, o.ID, o.Level,
		m.Options.Variant.String(), firsts.write(m.Options.First), m.Options.Clock.Milliseconds(),
		statuses.write(m.Status), marks.write(m.Begins), writeMoves(m.Moves),
		marks.write(m.DrawOffer), marks.write(m.TakebackAsk), marks.write(m.Result.Winner), reasons.write(m.Result.Reason),
		r.Guild, r.Channel, r.Locale, r.Style, r.Message,
		m.Created.UnixMilli(), m.Changed.UnixMilli(), deadline(m), computerSince(m), ended(m))
}

// updatePlay saves what most changes are: a match that is played was and is
// played by the same players. It changes no column that the databases would have
// to look up in many indexes. It returns 0 when that is not what happened.
func updatePlay(ctx context.Context, tx querier, m match.Match, expected int) (int, error) {
	if m.Status != match.Playing {
		return 0, nil
	}
	return exec(ctx, tx, `UPDATE matches
		SET version = $1, moves = $2, draw_offer = $3, takeback_ask = $4, changed = $5, deadline = $6, computer_since = $7
		WHERE id = $8 AND version = $9 AND status = 'playing' AND begins = $10
			AND owner = $11 AND x_member = $12 AND x_level = $13 AND o_member = $14 AND o_level = $15`,
		m.Version, writeMoves(m.Moves), marks.write(m.DrawOffer), marks.write(m.TakebackAsk),
		m.Changed.UnixMilli(), deadline(m), computerSince(m),
		string(m.ID), expected, marks.write(m.Begins),
		m.Owner, m.Players[0].ID, m.Players[0].Level, m.Players[1].ID, m.Players[1].Level)
}

// update saves everything of a match that can change.
func update(ctx context.Context, tx querier, m match.Match, expected int) (int, error) {
	x, o := m.Players[0], m.Players[1]
	return exec(ctx, tx, `UPDATE matches
		SET version = $1, owner = $2, x_member = $3, x_level = $4, o_member = $5, o_level = $6,
			variant = $7, first = $8, clock = $9, status = $10, begins = $11, moves = $12,
			draw_offer = $13, takeback_ask = $14, winner = $15, reason = $16,
			created = $17, changed = $18, deadline = $19, computer_since = $20, ended = $21
		WHERE id = $22 AND version = $23`,
		m.Version, m.Owner, x.ID, x.Level, o.ID, o.Level,
		m.Options.Variant.String(), firsts.write(m.Options.First), m.Options.Clock.Milliseconds(),
		statuses.write(m.Status), marks.write(m.Begins), writeMoves(m.Moves),
		marks.write(m.DrawOffer), marks.write(m.TakebackAsk), marks.write(m.Result.Winner), reasons.write(m.Result.Reason),
		m.Created.UnixMilli(), m.Changed.UnixMilli(), deadline(m), computerSince(m), ended(m),
		string(m.ID), expected)
}

// SetMessage notes the live message of a match: see store.Store.
func (db *DB) SetMessage(ctx context.Context, id match.ID, message string) error {
	return db.writes.submit(ctx, func(ctx context.Context, tx querier) error {
		n, err := exec(ctx, tx, `UPDATE matches SET message = $1 WHERE id = $2`, message, string(id))
		if err == nil && n == 0 {
			return store.ErrNotFound
		}
		return err
	})
}

// carriedOut returns the match of a cause. Errors: store.ErrNotFound.
func carriedOut(ctx context.Context, q querier, cause store.Cause) (id match.ID, err error) {
	err = q.QueryRowContext(ctx, `SELECT match_id FROM causes WHERE cause = $1`, string(cause)).Scan(&id)
	return id, missing(err)
}

// missing gives a row that is not there the store's name.
func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return err
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
