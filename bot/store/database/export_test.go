package database

import (
	"context"
	"crypto/rand"
	"database/sql"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
)

// Migrate runs the program's migrations, and then the additional migrations `more`. Other processes may use the
// database meanwhile.
func Migrate(ctx context.Context, url string, more ...string) error {
	pool, d, err := connect(url)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	return migrate(ctx, pool, d, append(migrations(), more...), slog.New(slog.DiscardHandler))
}

// Column returns the first column of a query's rows. It does not check the version of the schema.
func Column(ctx context.Context, url, query string) ([]string, error) {
	pool, _, err := connect(url)
	if err != nil {
		return nil, err
	}
	defer func() { _ = pool.Close() }()
	return list(ctx, pool, scanColumn[string], query)
}

// connect returns a connection pool with the same settings as the store's.
func connect(url string) (*sql.DB, dialect, error) {
	if path, ok := SQLitePath(url); ok {
		pool, err := sql.Open("sqlite", sqliteName(path, "_txlock=immediate"))
		return pool, sqliteDialect, err
	}
	config, _, err := postgresConfig(url)
	if err != nil {
		return nil, dialect{}, err
	}
	return stdlib.OpenDB(*config), postgresDialect, nil
}

// Exec runs a statement in the same way as the store makes its changes.
func (db *DB) Exec(ctx context.Context, statement string, args ...any) error {
	return db.writes.inTransaction(ctx, func(ctx context.Context, tx querier) error {
		_, err := tx.ExecContext(ctx, statement, args...)
		return err
	})
}

// Texts returns the first column of a query's rows.
func (db *DB) Texts(ctx context.Context, query string, args ...any) ([]string, error) {
	return list(ctx, db.reads, scanColumn[string], query, args...)
}

// Prune removes the idempotency keys that were stored before a time.
func (db *DB) Prune(ctx context.Context, before time.Time) error {
	return db.prune(ctx, before, pruneKeys(db.dialect))
}

// PruneAll removes all rows whose time to be kept has ended at `now`.
func (db *DB) PruneAll(ctx context.Context, now time.Time) { db.pruneAll(ctx, now) }

// Queries returns the queries that must use an index and never scan a large table, each with some arguments.
func Queries() map[string][]any {
	return map[string][]any{
		load: {"a"}, unfinishedIn: {"1"}, unfinishedGuild: {"1"}, unfinishedUnder: {"1"}, unfinishedOf: {"1", "", ""}, countMember: {"1", ""}, countChannel: {"1"}, countWatched: {"1"}, countGuild: {"1"},
		finishedBefore.in: {"1", 1, "", 1, "", ""}, finishedBefore.of: {"1", 1, "", 1, "", ""},
		finishedAfter.in: {"1", 1, "", 1, "", "", 2, ""}, finishedAfter.of: {"1", 1, "", 1, "", "", 2, ""}, hasPlayed: {"1", "ultimate"}, due: {1, 1, "a", 1}, waiting: {1, 1, "a", 1},
		countChallenges: {"1", "2"}, countDeclined: {"1", "2", 1}, countInvited: {"1", 1}, leavesTraces: {"1", 1}, countTraces: {"a", 1}, lastTrace: {"a"}, ratedGames: {"1"},
		scoreAsX: {"1", "2", "", 1, 2, "1", "a", "ultimate"}, scoreAsO: {"1", "2", "", 1, 2, "1", "a", "ultimate"},
		forgetOpen: {"1", 1}, forgetOver: {"1", 1}, waitsFor: {"1"}, matchesOfMember: {"1"},
		solvingOf: {"1"}, updateSolving: {"1", 2, "{}", 1}, puzzleRating: {"a"}, dailyTable: {"7", 1, 10}, countTable: {"7", 1}, dailyChampions: {"7", 1, 7, 10},
		dailyMembers: {"7", 1, 10}, addDay: {"1", 1}, dailyDays: {"7"}, daysOf: {"1"}, tablesOf: {"1"}, dueDailies: {1, 2, 3, "", 10}, claimDaily: {1, 2, 3, 4, "7"}, noteDaily: {"7", 1}, unlistDaily: {"1", 1},
		votesOn: {"a", 1}, votesOf: {"1"},
		roleGuilds: {"7", 10}, wearersIn: {"7"}, rolesOf: {"1"}, deleteWearer: {"7", "5", "1"}, championBeaters: {"7", 10}, longerHill: {"1", 3}, queues: {0},
		ratingOf: {"1", "ultimate"}, ratedTogether: {"1", 1, "2"}, pastGames: {"1", 10, "2"}, moveRanks: {"1", "ultimate", 1, 1, 1, "7"}, guildsInPool: {"1", "ultimate"}, leaveRanks: {"1"},
		standingsOf: {"1"}, talliesAgainstLevels: {"1"}, climbers: {"7"}, history: {"1", "ultimate", 10}, talliesOf: {"1", "2"}, earnedBy: {"1"},
		allPlaces.page: {"7", "ultimate", 10, 10}, allPlaces.numbers: {"7", "ultimate", 1, 1, "1"},
		recentPlaces.page: {"7", "ultimate", 10, 10, 1}, recentPlaces.numbers: {"7", "ultimate", 1, 1, "1", 1}, ownPlace: {"7", "ultimate", "1", 1},
		noteLeft: {"1", "7"}, unlistRanks: {"1", 1}, resultsOf: {"1"}, allTalliesOf: {"1"}, boardsOf: {"1"},
		forgetResult: {"a", "1"}, anonymizeResult: {"a", "1"}, played: {"1", 100}, forgetBy[0]: {"1", "2"}, forgetBy[1]: {"1", "2"}, forgetBy[2]: {"1", "2"},
		keeping: {}, droppable: {"7", 1, 10}, overIn: {"7", 10}, removedGuilds: {1}, goneGuild: {"7", 1}, forgetGuildOfResult: {"a"}, matchRow: {"a"},
		pruneUndecided(dialect{})[0]: {1, 10}, pruneUndecided(dialect{})[1]: {1, 10}, selectReview: {"a"}, membersTable.get: {"1"}, membersTable.replace: {"1", "{}", "{}"}, serversTable.get: {"1"}, serversTable.replace: {"1", "{}", "{}"},
	}
}

// Plan returns the database's plan for a query, which begins with EXPLAIN. It has one line for each row of the plan.
// `named` is the name of the column that has the plan's text, or "" for the first column.
func (db *DB) Plan(ctx context.Context, query, named string, args ...any) (string, error) {
	lines, err := list(ctx, db.reads, func(rows *sql.Rows) (string, error) {
		names, err := rows.Columns()
		if err != nil {
			return "", err
		}
		at := max(0, slices.Index(names, named))
		values := make([]any, len(names))
		for i := range values {
			values[i] = new(any)
		}
		values[at] = new(string)
		err = rows.Scan(values...)
		line, _ := values[at].(*string)
		return *line, err
	}, query, args...)
	return strings.Join(lines, "\n"), err
}

// OtherLeases returns leases as another process on the same database would have them.
func OtherLeases(db *DB) *Leases {
	return &Leases{config: db.leases.config, holder: rand.Text(), pool: db.leases.pool}
}

// Disconnect cuts the connection without telling the server, as the death of the process would.
func (l *Leases) Disconnect() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		_ = l.conn.PgConn().Conn().Close()
		l.disconnect()
	}
}

// Terminate makes the server close the connection.
func (l *Leases) Terminate(t *testing.T) {
	t.Helper()
	if _, err := l.pool.ExecContext(t.Context(), `SELECT pg_terminate_backend($1)`, l.conn.PgConn().PID()); err != nil {
		t.Fatal(err)
	}
}

// Share makes the connection look as if another program used it, too: it overwrites the holder's name that is stored in
// the connection.
func (l *Leases) Share(t *testing.T) {
	t.Helper()
	if _, err := l.conn.Exec(t.Context(), `SELECT set_config('noughts.holder', 'another', FALSE)`); err != nil {
		t.Fatal(err)
	}
}

// Publish and BackupFolder are steps of a backup, for tests.
var (
	Publish      = publish
	BackupFolder = backupFolder
)

// Querier is querier, for tests.
type Querier = querier

// A Do is a change that runs in a transaction.
type Do = func(ctx context.Context, tx querier) (any, error)

// Written returns a database that passes each change to the function `by`, together with a function `run` that makes a
// change in db. If db's dialect has no locks, the returned database runs the statement noLock in their place. Closing
// the returned database closes db.
func (db *DB) Written(by func(do Do, run func(Do) (any, error)) (any, error)) *DB {
	run := func(do Do) (any, error) { return inTransaction(context.Background(), db.writes, do) }
	outer := &DB{dialect: db.dialect, log: db.log, reads: db.reads, closers: []io.Closer{db}, writes: newQueue(db.dialect.explain), leases: db.leases, file: db.file}
	if outer.dialect.lock == "" {
		outer.dialect.lock = noLock
	}
	outer.writes.start(1, func(batch []*write) error {
		batch[0].value, batch[0].err = by(batch[0].do, run)
		return nil
	})
	return outer
}

const noLock = `SELECT $1 WHERE 'lock' <> ''`

// Seeing returns a change that does the same as `do`, but calls `see` with each statement before the statement runs.
func Seeing(do Do, see func(tx Querier, statement string, args ...any)) Do {
	return func(ctx context.Context, tx querier) (any, error) { return do(ctx, seeing{tx, see}) }
}

type seeing struct {
	tx  querier
	see func(tx querier, statement string, args ...any)
}

func (s seeing) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s.see(s.tx, query, args...)
	return s.tx.ExecContext(ctx, query, args...)
}

func (s seeing) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s.see(s.tx, query, args...)
	return s.tx.QueryContext(ctx, query, args...)
}

func (s seeing) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s.see(s.tx, query, args...)
	return s.tx.QueryRowContext(ctx, query, args...)
}

// IsLock reports whether a statement locks members or scopes.
func IsLock(statement string) bool { return statement == noLock || statement == postgresDialect.lock }

// MustWait reports whether a statement would wait for a lock that another transaction holds.
func MustWait(tx Querier, statement string, args ...any) bool {
	if !IsLock(statement) {
		return false
	}
	free := false
	err := tx.QueryRowContext(context.Background(), `SELECT pg_try_advisory_xact_lock($1)`, args...).Scan(&free)
	return err == nil && !free
}

// ForgetBest is the statement that removes a member from another member's best win.
var ForgetBest = forgetBy[0]
