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
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

const (
	// postgresPool is how many connections a process opens unless the URL says
	// pool_max_conns. A quarter of them is left to reads.
	postgresPool = 16
	// postgresStart is how long Open waits for a server that does not answer.
	postgresStart = 30 * time.Second
	// postgresStatement is how long the server works at one statement.
	postgresStatement = 5 * time.Second
	// postgresIdle is how long a connection that nobody needs stays open.
	postgresIdle = 5 * time.Minute
	// postgresLife is how long one is used, so that all of them find a server that
	// has moved.
	postgresLife = 30 * time.Minute
)

// postgresDialect is PostgreSQL's.
var postgresDialect = dialect{
	explain: explainPostgres,
	lost:    lostPostgres,
	prune: `DELETE FROM causes WHERE cause IN
		(SELECT cause FROM causes WHERE noted < $1 ORDER BY noted LIMIT $2 FOR UPDATE SKIP LOCKED)`, // replicas prune at the same time
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
	if err := startPostgres(ctx, pool, log); err != nil {
		return nil, errors.Join(fmt.Errorf("opening the database: %w", explainPostgres(err)), pool.Close())
	}
	db := &DB{
		dialect: postgresDialect, log: log, writes: newQueue(), reads: pool, closers: []io.Closer{pool},
		leases: newLeases(pool),
	}
	for range max(1, size-size/4) {
		db.writes.start(1, postgresWriter{pool}.carryOut)
	}
	db.pruner = startPruner(db)
	return db, nil
}

// postgresConfig reads a URL. Its errors hold nothing of it, because the password
// may be anywhere in a URL that cannot be read.
func postgresConfig(url string) (config *pgx.ConnConfig, pool int, err error) {
	if config, err = pgx.ParseConfig(url); err != nil || !strings.HasPrefix(url, "postgres://") && !strings.HasPrefix(url, "postgresql://") {
		return nil, 0, errors.New("the URL of the database cannot be read: write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of the password percent-encoded, or sqlite:PATH")
	}
	pool = postgresPool
	if size, ok := config.RuntimeParams["pool_max_conns"]; ok {
		delete(config.RuntimeParams, "pool_max_conns")
		if pool, err = strconv.Atoi(size); err != nil || pool < 2 {
			return nil, 0, errors.New("pool_max_conns in the URL of the database must be a number from 2")
		}
	}
	for name, value := range map[string]string{
		"application_name":                    "noughts",
		"statement_timeout":                   milliseconds(postgresStatement),
		"idle_in_transaction_session_timeout": milliseconds(2 * postgresStatement),
	} {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
		}
	}
	return config, pool, nil
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// startPostgres waits for the server and migrates the database.
func startPostgres(ctx context.Context, pool *sql.DB, log *slog.Logger) error {
	if err := waitForServer(ctx, pool, log); err != nil {
		return err
	}
	return alone(ctx, pool, func() error { return migrate(ctx, pool, goose.DialectPostgres, log) })
}

// alone does something while no other process does, of those that do it alone.
// The library would take its lock by itself, but after it has looked at a table
// that it may have to make.
func alone(ctx context.Context, pool *sql.DB, do func() error) (err error) {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120)) // seconds, attempts
	if err != nil {
		return err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := locker.SessionLock(ctx, conn); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locker.SessionUnlock(context.WithoutCancel(ctx), conn)) }()
	return do()
}

// waitForServer waits until a server answers that may be about to start.
func waitForServer(ctx context.Context, pool *sql.DB, log *slog.Logger) error {
	late := time.After(postgresStart)
	pace := time.NewTicker(time.Second)
	defer pace.Stop()
	for {
		err := ping(ctx, pool)
		if err == nil || !mayStart(err) {
			return err
		}
		log.Warn("the database does not answer yet", "err", err)
		select {
		case <-pace.C:
		case <-late:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// ping asks a server whether it is there, for no longer than a statement may take.
func ping(ctx context.Context, pool *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, postgresStatement)
	defer cancel()
	return pool.PingContext(ctx)
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
