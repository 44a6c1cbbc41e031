package database

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"noughts/bot/store"
)

// LoadSession returns the gateway session that was saved last for a shard of so
// many, or the zero Session.
func (db *DB) LoadSession(ctx context.Context, shard, total int) (store.Session, error) {
	return read(ctx, db, func(ctx context.Context) (s store.Session, err error) {
		var lead int64
		row := db.reads.QueryRowContext(ctx,
			`SELECT session, resume_url, sequence, clock_lead FROM gateway_sessions WHERE total = $1 AND shard = $2`, total, shard)
		err = row.Scan(&s.ID, &s.ResumeURL, &s.Sequence, &lead)
		if errors.Is(err, sql.ErrNoRows) {
			return store.Session{}, nil
		}
		s.ClockLead = time.Duration(lead) * time.Millisecond
		return s, err
	})
}

// SaveSession replaces the saved gateway session of a shard. Only whole
// milliseconds of its times are kept.
func (db *DB) SaveSession(ctx context.Context, shard, total int, s store.Session) error {
	return db.writes.submit(ctx, func(ctx context.Context, tx querier) error {
		_, err := exec(ctx, tx,
			`INSERT INTO gateway_sessions (total, shard, session, resume_url, sequence, clock_lead, saved)
			VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (total, shard) DO UPDATE SET session = excluded.session, resume_url = excluded.resume_url,
				sequence = excluded.sequence, clock_lead = excluded.clock_lead, saved = excluded.saved`,
			total, shard, s.ID, s.ResumeURL, s.Sequence, s.ClockLead.Milliseconds(), time.Now().UnixMilli())
		return err
	})
}
