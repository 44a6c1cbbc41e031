package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"noughts/bot/store"
)

// Leases divide a bot's gateway shards among the processes on one PostgreSQL. The type implements gateway.Leases.
//
// The holder of a shard has an advisory lock of the server, on a connection that it uses for nothing else. The lock
// ends with the connection: at once when the process dies, and within five seconds when the network fails. A row in
// gateway_holders names the last holder of each shard. A process that finds the shard free reads there whether the last
// holder released it, or only lost its connection and may still run the shard.
type Leases struct {
	config *pgx.ConnConfig
	holder string // names this process
	pool   *sql.DB

	mu   sync.Mutex
	conn *pgx.Conn // nil before the first Poll and after an error
}

// Leases returns the leases of the database, nil for SQLite, whose file belongs to one process.
func (db *DB) Leases() *Leases { return db.leases }

// An advisory lock has two keys. These constants are the first keys, which nothing else uses. The second key is the
// bot's number of shards in a processLock, the shard in a shardLock, and 0 in a joiningLock.
const (
	joiningLock = 701301380
	processLock = 701301381 // held in shared mode by each process
	shardLock   = 701301382
)

// join opens the connection and takes the processLock, which counts this process. If other
// processes hold a processLock, join adopts their number of shards.
func (l *Leases) join(ctx context.Context, total int) error {
	conn, err := pgx.ConnectConfig(ctx, l.config)
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// With these settings the server notices soon that this process is gone.
		if _, err := tx.Exec(ctx,
			`SELECT set_config('tcp_keepalives_idle', '1', FALSE), set_config('tcp_keepalives_interval', '1', FALSE),
				set_config('tcp_keepalives_count', '3', FALSE), set_config('tcp_user_timeout', '4000', FALSE),
				set_config('noughts.holder', $1, FALSE), pg_advisory_xact_lock($2, 0)`, l.holder, joiningLock); err != nil {
			return err
		}
		locks, err := l.locks(ctx, tx.Conn())
		if err != nil {
			return err
		}
		for _, lock := range locks {
			if lock.class == processLock {
				total = lock.key
			}
		}
		_, err = tx.Exec(ctx, `SELECT pg_advisory_lock_shared($1, $2)`, processLock, total)
		return err
	})
	if err != nil {
		_ = conn.Close(ctx) // the first error is the useful one
		return err
	}
	l.conn = conn
	return nil
}

type heldLock struct {
	class, key int
	ours       bool
}

// errPooled is the error for a connection through a pooler in transaction mode. Such a pooler gives
// several clients the same connection to the server, and so the same locks.
var errPooled = errors.New("the connection to PostgreSQL goes through a pooler in transaction mode, which breaks shard leases: " +
	"let DATABASE_URL lead to the server itself or to a pool of sessions, or set SHARDS to a list for each process")

// locks returns the process locks and shard locks that processes hold. Errors: errPooled.
func (l *Leases) locks(ctx context.Context, conn *pgx.Conn) ([]heldLock, error) {
	rows, _ := conn.Query(ctx, // CollectRows returns the error
		`SELECT classid::bigint, objid::bigint, pid = pg_backend_pid(), coalesce(current_setting('noughts.holder', TRUE), '')
		FROM pg_locks
		WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid IN ($1, $2)
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`, processLock, shardLock)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (lock heldLock, err error) {
		var holder string
		if err = row.Scan(&lock.class, &lock.key, &lock.ours, &holder); err == nil && holder != l.holder {
			err = errPooled
		}
		return lock, err
	})
}

// Poll returns which shards this process holds and which are free. `total` is the number of shards
// that the bot should have. If other processes use another number, Poll adopts theirs.
func (l *Leases) Poll(ctx context.Context, total int) (leases store.ShardLeases, err error) {
	err = l.withConnection(ctx, total, func(conn *pgx.Conn) error {
		locks, err := l.locks(ctx, conn)
		if err != nil {
			return err
		}
		taken, joined := map[int]bool{}, false
		for _, lock := range locks {
			switch {
			case lock.class == processLock:
				leases.Total = lock.key
				leases.Processes++
				joined = joined || lock.ours
			case lock.ours:
				leases.Held = append(leases.Held, lock.key)
				fallthrough
			default:
				taken[lock.key] = true
			}
		}
		if !joined {
			return errPooled
		}
		slices.Sort(leases.Held)
		for shard := range leases.Total {
			if !taken[shard] {
				leases.Free = append(leases.Free, store.FreeShard{Shard: shard})
			}
		}
		if len(leases.Free) > 0 {
			err = l.lastHolders(ctx, conn, leases)
		}
		return err
	})
	if err != nil {
		return store.ShardLeases{}, fmt.Errorf("listing the holders of shards: %w", err)
	}
	return leases, nil
}

// withConnection calls `do` with the connection that holds the locks, and opens the connection if there is none. If
// `do` fails, withConnection closes the connection, which releases the locks.
func (l *Leases) withConnection(ctx context.Context, total int, do func(*pgx.Conn) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil {
		if err := l.join(ctx, total); err != nil {
			return err
		}
	}
	err := do(l.conn)
	if err != nil {
		l.disconnect()
	}
	return err
}

// disconnect ends the connection, if there is one. Callers hold l.mu.
func (l *Leases) disconnect() {
	if l.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = l.conn.Close(ctx) // the connection is not used again, even if this fails
	l.conn = nil
}

const lastHeld = `CASE gateway_holders.holder WHEN '' THEN '' ELSE gateway_holders.holder || ' ' || gateway_holders.taken END`

func (l *Leases) lastHolders(ctx context.Context, conn *pgx.Conn, leases store.ShardLeases) error {
	rows, _ := conn.Query(ctx, `SELECT shard, `+lastHeld+`, holder = $2 FROM gateway_holders WHERE total = $1`, leases.Total, l.holder)
	var f store.FreeShard
	_, err := pgx.ForEachRow(rows, []any{&f.Shard, &f.Last, &f.Ours}, func() error {
		i, free := slices.BinarySearchFunc(leases.Free, f.Shard, func(f store.FreeShard, shard int) int { return f.Shard - shard })
		if free {
			leases.Free[i] = f
		}
		return nil
	})
	return err
}

// Acquire acquires a shard that Poll found free. It returns false if another process has acquired the shard since. The
// row of the holder is written over another connection, because writing waits for the disk, and Poll must not wait.
func (l *Leases) Acquire(ctx context.Context, total int, free store.FreeShard) (bool, error) {
	var locked bool
	err := l.withConnection(ctx, total, func(conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1, $2)`, shardLock, free.Shard).Scan(&locked)
	})
	if err != nil || !locked {
		return false, err
	}
	n, err := exec(ctx, l.pool,
		`INSERT INTO gateway_holders (total, shard, holder, taken) VALUES ($1, $2, $3, 1)
		ON CONFLICT (total, shard) DO UPDATE SET holder = excluded.holder, taken = gateway_holders.taken + 1 WHERE `+lastHeld+` = $4`,
		total, free.Shard, l.holder, free.Last)
	if err != nil || n == 0 {
		return false, errors.Join(err, l.unlock(ctx, total, []int{free.Shard}))
	}
	return true, nil
}

// Release releases some shards. Other processes may acquire them at once.
func (l *Leases) Release(ctx context.Context, total int, shards []int) error {
	_, err := exec(ctx, l.pool,
		`UPDATE gateway_holders SET holder = '' WHERE total = $1 AND shard = ANY($2) AND holder = $3`, total, shards, l.holder)
	if err != nil {
		return err
	}
	return l.unlock(ctx, total, shards)
}

func (l *Leases) unlock(ctx context.Context, total int, shards []int) error {
	return l.withConnection(ctx, total, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `SELECT pg_advisory_unlock($1, shard) FROM unnest($2::int[]) AS shard`, shardLock, shards)
		return err
	})
}

// ReleaseAll releases all shards of this process and closes the connection.
func (l *Leases) ReleaseAll(ctx context.Context) error {
	_, err := exec(ctx, l.pool, `UPDATE gateway_holders SET holder = '' WHERE holder = $1`, l.holder)
	l.close()
	return err
}

func (l *Leases) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.disconnect()
}

const serverNow = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

// AcquireTurn acquires the turn of a bucket, which only one process has at a time. The turn lasts until ReleaseTurn,
// but no longer than `hold`. AcquireTurn returns 0 on success, or else the longest time that the current turn can last.
// Buckets from 0 on are for gateway shards: only the process with the turn may let a shard of that bucket identify
// (begin a session). Package emojis uses negative buckets.
func (l *Leases) AcquireTurn(ctx context.Context, bucket int, hold time.Duration) (time.Duration, error) {
	n, err := exec(ctx, l.pool,
		`INSERT INTO gateway_turns AS turn (bucket, free_at) VALUES ($1, `+serverNow+` + $2)
		ON CONFLICT (bucket) DO UPDATE SET free_at = excluded.free_at WHERE turn.free_at <= `+serverNow,
		bucket, hold.Milliseconds())
	if err != nil || n > 0 {
		return 0, err
	}
	left, err := countRows(ctx, l.pool, `SELECT greatest(free_at - `+serverNow+`, 1) FROM gateway_turns WHERE bucket = $1`, bucket)
	return time.Duration(left) * time.Millisecond, err
}

// ReleaseTurn releases a turn. The next turn can begin after a pause.
func (l *Leases) ReleaseTurn(ctx context.Context, bucket int, pause time.Duration) error {
	_, err := exec(ctx, l.pool, `UPDATE gateway_turns SET free_at = `+serverNow+` + $2 WHERE bucket = $1`, bucket, pause.Milliseconds())
	return err
}

// LoadSession returns the last saved gateway session of a shard of a bot with `total` shards, or the zero Session.
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

// SaveSession replaces the saved gateway session of a shard. The ClockLead is stored in whole milliseconds.
func (db *DB) SaveSession(ctx context.Context, shard, total int, s store.Session) error {
	_, err := db.exec(ctx,
		`INSERT INTO gateway_sessions (total, shard, session, resume_url, sequence, clock_lead, saved)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (total, shard) DO UPDATE SET session = excluded.session, resume_url = excluded.resume_url,
			sequence = excluded.sequence, clock_lead = excluded.clock_lead, saved = excluded.saved`,
		total, shard, s.ID, s.ResumeURL, s.Sequence, s.ClockLead.Milliseconds(), time.Now().UnixMilli())
	return err
}
