package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"noughts/bot/store"
)

const (
	// postgresPool is how many connections a process opens unless the URL says
	// pool_max_conns. A quarter of them is left to reads.
	postgresPool = 16
	// postgresStart is how long Open waits for a server that does not answer.
	postgresStart = 30 * time.Second
	// postgresStatement is how long the server works at one statement.
	postgresStatement = 5 * time.Second
	// postgresWrite is how long a change may take, whoever waits for it.
	postgresWrite = 10 * time.Second
	// postgresIdle is how long a connection that nobody needs stays open.
	postgresIdle = 5 * time.Minute
	// postgresLife is how long one is used, so that all of them find a server that
	// has moved.
	postgresLife = 30 * time.Minute
)

// postgresDialect is PostgreSQL's.
var postgresDialect = dialect{
	name: "postgres", explain: explainPostgres, lost: lostPostgres,
	lock: `SELECT pg_advisory_xact_lock($1)`,
	prune: `DELETE FROM idempotency_keys WHERE key IN
		(SELECT key FROM idempotency_keys WHERE noted < $1 ORDER BY noted LIMIT $2 FOR UPDATE SKIP LOCKED)`, // replicas prune at the same time
	skip: ` FOR UPDATE SKIP LOCKED`,
	// Other processes start at the same time. Those of earlier versions take the same lock.
	migrating: `SET LOCAL statement_timeout = '2min'; SELECT pg_advisory_xact_lock(4097083626)`,
	versioned: `SELECT count(*) FROM pg_class WHERE oid = to_regclass('goose_db_version')`,
}

// openPostgres opens the database that a URL names.
func openPostgres(ctx context.Context, url string, log *slog.Logger) (*DB, error) {
	config, size, err := postgresConfig(url)
	if err != nil {
		return nil, err
	}
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(postgresIdle)
	pool.SetConnMaxLifetime(postgresLife)
	if err = waitForServer(ctx, pool, log); err == nil {
		err = migrate(ctx, pool, postgresDialect, log)
	}
	var secret store.TraceSecret
	if err == nil {
		secret, err = loadSecret(ctx, pool)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening the database: %w", explainPostgres(err)), pool.Close())
	}
	db := &DB{
		dialect: postgresDialect, log: log, writes: newQueue(postgresDialect.explain), reads: pool, closers: []io.Closer{pool},
		leases: newLeases(config, pool), intact: func() error { return nil }, secret: secret,
	}
	for range max(1, size-size/4) {
		db.writes.start(1, postgresWriter{pool}.carryOut)
	}
	db.startPruning()
	return db, nil
}

// postgresConfig reads a URL. Its errors hold nothing of it, because the password
// may be anywhere in a URL that cannot be read.
func postgresConfig(url string) (config *pgx.ConnConfig, pool int, err error) {
	if config, err = pgx.ParseConfig(url); err != nil || !strings.HasPrefix(url, "postgres://") && !strings.HasPrefix(url, "postgresql://") {
		return nil, 0, errors.New("invalid database URL: write postgres://USER:PASSWORD@HOST:PORT/DATABASE, percent-encoding special characters in the password, or sqlite:PATH")
	}
	pool = postgresPool
	if size, ok := config.RuntimeParams["pool_max_conns"]; ok {
		delete(config.RuntimeParams, "pool_max_conns")
		if pool, err = strconv.Atoi(size); err != nil || pool < 2 {
			return nil, 0, errors.New("pool_max_conns in the database URL must be at least 2")
		}
	}
	for name, value := range map[string]string{
		"application_name":                    "noughts",
		"statement_timeout":                   strconv.FormatInt(postgresStatement.Milliseconds(), 10),
		"idle_in_transaction_session_timeout": strconv.FormatInt(2*postgresStatement.Milliseconds(), 10),
	} {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
		}
	}
	return config, pool, nil
}

// waitForServer waits until a server answers that may be about to start.
func waitForServer(ctx context.Context, pool *sql.DB, log *slog.Logger) error {
	late := time.After(postgresStart)
	pace := time.NewTicker(time.Second)
	defer pace.Stop()
	for {
		ping, cancel := context.WithTimeout(ctx, postgresStatement)
		err := pool.PingContext(ping)
		cancel()
		if err == nil || !mayStart(err) {
			return err
		}
		log.Warn("database not reachable yet; retrying", "err", err)
		select {
		case <-pace.C:
		case <-late:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// mayStart says whether a failed connection may work a little later: nobody
// listens yet, or only a proxy does, or the server is starting or stopping.
func mayStart(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return refused.Code == "57P03" || refused.Code == "57P01"
	}
	var unreachable net.Error
	return errors.As(err, &unreachable) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// A postgresWriter makes each change in a transaction of its own.
type postgresWriter struct {
	pool *sql.DB
}

func (w postgresWriter) carryOut(batch []*write) error {
	ctx, cancel := context.WithTimeout(context.Background(), postgresWrite)
	defer cancel()
	for _, b := range batch {
		b.err = retry(ctx, takenBack, func() error { return w.transact(ctx, b) })
	}
	return nil
}

// errUnconfirmed is wrapped by the error for a transaction with an unknown result: the connection
// was lost meanwhile.
var errUnconfirmed = errors.New("commit not confirmed: the change may or may not have been made")

func (w postgresWriter) transact(ctx context.Context, b *write) error {
	tx, err := w.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if b.value, err = b.do(ctx, tx); err != nil {
		_ = tx.Rollback() // fails with the connection, which ends the transaction as well
		return err
	}
	if err = tx.Commit(); lostPostgres(err) {
		err = fmt.Errorf("%w: %w", errUnconfirmed, err)
	}
	return err
}

// takenBack says whether the database has made nothing of a transaction and
// another attempt may work: it was in the way of another, or the connection was
// lost before its end.
func takenBack(err error) bool {
	var failed *pgconn.PgError
	if errors.As(err, &failed) && (failed.Code == "40001" || failed.Code == "40P01") {
		return true
	}
	return lostPostgres(err) && !errors.Is(err, errUnconfirmed)
}

// lostPostgres says whether an error is that of a connection, rather than
// something that the server has said about a statement or we about its answer.
func lostPostgres(err error) bool {
	var failed *pgconn.PgError
	switch {
	case store.Answered(err), errors.Is(err, sql.ErrNoRows):
		return false
	case errors.As(err, &failed):
		// Connection exceptions, and a server that stops, crashes or starts.
		return strings.HasPrefix(failed.Code, "08") || strings.HasPrefix(failed.Code, "57P0")
	}
	return true
}

// explainPostgres names the errors that have a name.
func explainPostgres(err error) error {
	var failed *pgconn.PgError
	if !errors.As(err, &failed) {
		return err
	}
	switch failed.Code {
	case "53100":
		return fmt.Errorf("%w: %w", ErrFull, err)
	case "25006":
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}
