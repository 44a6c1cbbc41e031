package database

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

const (
	keeping   = `SELECT id, settings FROM servers WHERE keep_days > 0 ORDER BY keep_days, id`
	keepDays  = `UPDATE servers SET keep_days = $2 WHERE id = $1`
	droppable = `SELECT id FROM matches WHERE guild = $1 AND kept IS NOT NULL AND kept < $2 ORDER BY kept, id LIMIT $3`
)

// Keeping returns the servers that do not keep moves for ever: see store.Store.
func (db *DB) Keeping(ctx context.Context) ([]match.Server, error) {
	return read(ctx, db, func(ctx context.Context) ([]match.Server, error) {
		rows, err := db.reads.QueryContext(ctx, keeping)
		if err != nil {
			return nil, err
		}
		return collect(rows, func(rows *sql.Rows) (match.Server, error) {
			var id, text string
			if err := rows.Scan(&id, &text); err != nil {
				return match.Server{}, err
			}
			return store.ReadSettings(text, match.Server{ID: id})
		})
	})
}

// setKeeping keeps for how many days a server keeps moves beside the text of its settings.
func setKeeping(ctx context.Context, tx querier, from, to match.Server) error {
	if from.KeepDays == to.KeepDays {
		return nil
	}
	_, err := exec(ctx, tx, keepDays, to.ID, to.KeepDays)
	return err
}

// DropMoves drops the moves of old matches: see store.Store. Each match is changed by itself, so that nobody
// else waits for long; what another process changes at the same time is left for the next call.
func (db *DB) DropMoves(ctx context.Context, guild string, before time.Time, limit int) (dropped []match.ID, err error) {
	old, err := read(ctx, db, func(ctx context.Context) ([]match.ID, error) {
		return firstColumn[match.ID](ctx, db.reads, droppable, guild, before.UnixMilli(), limit)
	})
	for _, id := range old {
		if err != nil {
			break
		}
		err = db.change(ctx, id, match.Match.DropMoves)
		if err == nil {
			dropped = append(dropped, id)
		}
		if errors.Is(err, store.ErrVersion) || errors.Is(err, store.ErrCorrupt) {
			err = nil
		}
	}
	return dropped, err
}
