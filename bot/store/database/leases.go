package database

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"noughts/bot/store"
)

// Leases share a bot's gateway shards among the processes on one PostgreSQL. It
// implements what package bot calls Leases. Time is the server's. A process whose
// connections have ended without a word is taken for dead before its lease ends.
type Leases struct {
	writes *queue // of its own, so that no flood of matches delays a renewal
}

// Leases returns the leases of the database, nil for SQLite, whose file is one
// process's.
func (db *DB) Leases() *Leases { return db.leases }

func newLeases(pool *sql.DB) *Leases {
	l := &Leases{writes: newQueue()}
	l.writes.start(1, postgresWriter{pool}.carryOut)
	return l
}

// Claims are made one after another, so that each sees what those before have
// taken: the lock is any number that nothing else uses.
const (
	claimLock = `SELECT pg_advisory_xact_lock(7093013811476034675)`
	// serverNow is the server's time in milliseconds, also late in a transaction.
	serverNow = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`
)

// Claim takes owner into the bot's processes, or renews what it has there, for
// life. It takes shards that nobody has up to the owner's fair share. total is
// how many shards the bot should have; while other processes count otherwise,
// theirs is the number.
func (l *Leases) Claim(ctx context.Context, owner string, total int, life time.Duration) (store.Share, error) {
	var share store.Share
	err := l.writes.submit(ctx, func(ctx context.Context, tx querier) (err error) {
		share, err = claim(ctx, tx, owner, total, life)
		return err
	})
	if err != nil {
		return store.Share{}, fmt.Errorf("claiming shards: %w", err)
	}
	return share, nil
}

func claim(ctx context.Context, tx querier, owner string, total int, life time.Duration) (share store.Share, err error) {
	if _, err := tx.ExecContext(ctx, claimLock); err != nil {
		return share, err
	}
	if err := bury(ctx, tx); err != nil {
		return share, err
	}
	share.Total, err = count(ctx, tx, `SELECT coalesce(min(total), $2) FROM gateway_processes WHERE owner <> $1`, owner, total)
	if err != nil {
		return share, err
	}
	if err := enlist(ctx, tx, owner, share.Total, life); err != nil {
		return share, err
	}
	alive, err := count(ctx, tx, `SELECT count(*) FROM gateway_processes`)
	if err != nil {
		return share, err
	}
	share.Fair = (share.Total + alive - 1) / alive
	share.Owned, err = take(ctx, tx, owner, share)
	return share, err
}

// silence is how long after its last renewal a process counts as dead whose
// connection has ended: three renewals, so that who only lost a connection has
// come back over another.
const silence = 1500 * time.Millisecond

// deceased says of a row of gateway_processes whether its process has died: its
// lease has ended, or the connection over which it was renewed last is closed
// and it has not come back over another. Who cannot see the server's sessions, or
// reaches them through a pool of connections that outlive the process, waits for
// the lease. So does everybody when the server itself has restarted, which closes
// the connections of the living.
const deceased = `ends <= ` + serverNow + ` OR (
	backend <> 0
	AND renewed + $1 <= ` + serverNow + `
	AND renewed > (extract(epoch FROM pg_postmaster_start_time()) * 1000)::bigint
	AND NOT EXISTS (
		SELECT 1 FROM pg_stat_activity AS session
		WHERE session.pid = backend AND coalesce(` + sessionSince + ` = backend_since, TRUE)))`

// sessionSince is when one of the server's sessions began, in milliseconds.
const sessionSince = `(extract(epoch FROM session.backend_start) * 1000)::bigint`

// bury removes the processes that have died.
func bury(ctx context.Context, tx querier) error {
	n, err := exec(ctx, tx, `DELETE FROM gateway_processes WHERE `+deceased, silence.Milliseconds())
	if err != nil || n == 0 {
		return err
	}
	_, err = exec(ctx, tx, `DELETE FROM gateway_shards WHERE owner NOT IN (SELECT owner FROM gateway_processes)`)
	return err
}

// enlist notes that the owner is one of the processes.
func enlist(ctx context.Context, tx querier, owner string, total int, life time.Duration) error {
	if _, err := exec(ctx, tx, `DELETE FROM gateway_shards WHERE owner = $1 AND total <> $2`, owner, total); err != nil {
		return err
	}
	_, err := exec(ctx, tx,
		`INSERT INTO gateway_processes (owner, total, ends, renewed, backend, backend_since)
		SELECT $1, $2, `+serverNow+` + $3, `+serverNow+`, pg_backend_pid(), coalesce((
			SELECT `+sessionSince+` FROM pg_stat_activity AS session WHERE session.pid = pg_backend_pid()), 0)
		ON CONFLICT (owner) DO UPDATE SET total = excluded.total, ends = excluded.ends,
			renewed = excluded.renewed, backend = excluded.backend, backend_since = excluded.backend_since`,
		owner, total, life.Milliseconds())
	return err
}

// take takes free shards for the owner, up to its fair share, and returns all
// that it has.
func take(ctx context.Context, tx querier, owner string, share store.Share) ([]int, error) {
	const mine = `SELECT shard FROM gateway_shards WHERE owner = $1 ORDER BY shard`
	owned, err := column[int](ctx, tx, mine, owner)
	if err != nil || len(owned) >= share.Fair {
		return owned, err
	}
	n, err := exec(ctx, tx,
		`INSERT INTO gateway_shards (total, shard, owner)
		SELECT $2, shard, $1 FROM generate_series(0, $2::bigint - 1) AS all_of (shard)
		WHERE NOT EXISTS (SELECT 1 FROM gateway_shards AS s WHERE s.total = $2 AND s.shard = all_of.shard)
		ORDER BY shard LIMIT $3`,
		owner, share.Total, share.Fair-len(owned))
	if err != nil || n == 0 {
		return owned, err
	}
	return column[int](ctx, tx, mine, owner)
}

// Release gives up some of the owner's shards.
func (l *Leases) Release(ctx context.Context, owner string, shards []int) error {
	return l.writes.submit(ctx, func(ctx context.Context, tx querier) error {
		for _, shard := range shards {
			if _, err := exec(ctx, tx, `DELETE FROM gateway_shards WHERE owner = $1 AND shard = $2`, owner, shard); err != nil {
				return err
			}
		}
		return nil
	})
}

// Leave gives up everything: the owner is no longer one of the processes.
func (l *Leases) Leave(ctx context.Context, owner string) error {
	return l.writes.submit(ctx, func(ctx context.Context, tx querier) error {
		if _, err := exec(ctx, tx, `DELETE FROM gateway_shards WHERE owner = $1`, owner); err != nil {
			return err
		}
		_, err := exec(ctx, tx, `DELETE FROM gateway_processes WHERE owner = $1`, owner)
		return err
	})
}

// TakeTurn takes the turn of a bucket until EndTurn, but for no longer than hold.
// It returns 0, or how long another keeps it at most.
func (l *Leases) TakeTurn(ctx context.Context, bucket int, hold time.Duration) (wait time.Duration, err error) {
	err = l.writes.submit(ctx, func(ctx context.Context, tx querier) error {
		wait = 0
		n, err := exec(ctx, tx,
			`INSERT INTO gateway_turns AS turn (bucket, free_at) VALUES ($1, `+serverNow+` + $2)
			ON CONFLICT (bucket) DO UPDATE SET free_at = excluded.free_at WHERE turn.free_at <= `+serverNow,
			bucket, hold.Milliseconds())
		if err != nil || n > 0 {
			return err
		}
		left, err := count(ctx, tx, `SELECT greatest(free_at - `+serverNow+`, 1) FROM gateway_turns WHERE bucket = $1`, bucket)
		wait = time.Duration(left) * time.Millisecond
		return err
	})
	return wait, err
}

// EndTurn gives a turn back; the next begins after a pause.
func (l *Leases) EndTurn(ctx context.Context, bucket int, pause time.Duration) error {
	return l.writes.submit(ctx, func(ctx context.Context, tx querier) error {
		_, err := exec(ctx, tx, `UPDATE gateway_turns SET free_at = `+serverNow+` + $2 WHERE bucket = $1`, bucket, pause.Milliseconds())
		return err
	})
}
