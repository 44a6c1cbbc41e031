package database_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/puzzle"
)

// errTakenBack makes a transaction roll back, so that the test can run its change again.
var errTakenBack = errors.New("taken back")

// again returns a database that makes each change twice: it rolls back the first transaction, calls `meanwhile`, and
// runs the change again. The same happens when PostgreSQL aborts a transaction because of a conflict with another.
// `see` gets the statements of the second run, after one empty statement.
func again(db *database.DB, see func(tx database.Querier, statement string, args ...any), meanwhile func()) *database.DB {
	return db.Written(func(do database.Do, run func(database.Do) (any, error)) (any, error) {
		_, err := run(func(ctx context.Context, tx database.Querier) (any, error) {
			_, err := do(ctx, tx)
			return nil, errors.Join(err, errTakenBack)
		})
		if !errors.Is(err, errTakenBack) {
			return nil, err
		}
		meanwhile()
		see(nil, "")
		return run(database.Seeing(do, see))
	})
}

// An order checks that transactions take locks before they write: see DB.lockMembers.
type order struct {
	t      *testing.T
	before []string // the writes of this transaction so far
}

func (o *order) see(_ database.Querier, statement string, _ ...any) {
	statement = strings.TrimSpace(statement)
	verb, rest, _ := strings.Cut(statement, " ")
	switch {
	case statement == "":
		o.before = nil
		return
	case database.IsLock(statement):
		if len(o.before) > 0 {
			o.t.Errorf("locked after %q", o.before[len(o.before)-1])
		}
		return
	case verb == "SELECT", strings.Contains(rest, "idempotency_keys"):
		return
	}
	o.before = append(o.before, statement)
}

// Every transaction can be repeated, and takes its locks before it writes: the whole contract of
// stores holds if every change is made twice.
func TestEveryTransactionCanBeRepeatedAndLocksFirst(t *testing.T) {
	t.Parallel()
	testStore(t, func(t *testing.T) store.Store {
		return again(open(t, storetest.SQLite(t)), (&order{t: t}).see, func() {})
	})
}

// ended returns the change that stores a match of two members that X has won.
func ended(id match.ID, x, o string, at time.Time) store.Change {
	m := began(id, x, o, at.Add(-time.Minute))
	m.Version++
	m.Moves = []game.Square{40, 30}
	m.Status, m.Changed, m.Deadline = match.Over, at, time.Time{}
	m.Result = match.Result{Winner: game.X, Reason: match.ByResignation}
	return store.Change{Record: match.Record{Match: m, Place: match.Place{Guild: "7", Channel: "1"}}}
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func mustEnd(t *testing.T, s store.Store, c store.Change) match.Record {
	t.Helper()
	saved, err := s.Save(t.Context(), c)
	must(t, err)
	return saved
}

func TestTheScoreOfARepeatedSave(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLite(t))
	meanwhile := func() { mustEnd(t, db, ended("other", "100", "200", noon)) }
	outer := again(db, func(database.Querier, string, ...any) {}, meanwhile)
	defer func() { _ = outer.Close() }()
	saved := mustEnd(t, outer, ended("mine", "100", "200", noon.Add(time.Minute)))
	if want := (match.HeadToHead{Wins: [2]int{2, 0}}); saved.HeadToHead != want {
		t.Errorf("the score is %+v, want %+v", saved.HeadToHead, want)
	}
}

// gated opens a database once more. The returned database calls `see` before each statement, and stores the errors of
// PostgreSQL in `codes`, by their code.
func gated(t *testing.T, url string, see func(tx database.Querier, statement string, args ...any), codes *sync.Map) *database.DB {
	t.Helper()
	db := open(t, url)
	return db.Written(func(do database.Do, run func(database.Do) (any, error)) (any, error) {
		return run(func(ctx context.Context, tx database.Querier) (any, error) {
			value, err := database.Seeing(do, see)(ctx, tx)
			if failed := (*pgconn.PgError)(nil); errors.As(err, &failed) {
				codes.Store(failed.Code, err)
			}
			return value, err
		})
	})
}

// race runs `prepare`, and then `first` up to a statement that contains `stop`. There `first` waits while race runs
// `second` until `second` waits for a lock, reaches the statement `pass`, or ends. Then both run to their ends. race
// returns the database, and fails the test if PostgreSQL has aborted a transaction.
func race(t *testing.T, stop, pass string, first, second func(*database.DB) error, prepare ...func(*database.DB)) *database.DB {
	t.Helper()
	url := storetest.Postgres(t).Database(t)
	reached, go1 := make(chan struct{}), make(chan struct{})
	var once1, once2 sync.Once
	var codes sync.Map
	at := func(_ database.Querier, statement string, _ ...any) {
		if strings.Contains(statement, stop) {
			once1.Do(func() { close(reached); <-go1 })
		}
	}
	passed := func(tx database.Querier, statement string, args ...any) {
		if statement == pass || database.MustWait(tx, statement, args...) {
			once2.Do(func() { close(go1) })
		}
	}
	plain := open(t, url)
	t.Cleanup(func() { _ = plain.Close() })
	for _, do := range prepare {
		do(plain)
	}
	one, two := gated(t, url, at, &codes), gated(t, url, passed, &codes)
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := first(one); err != nil {
			t.Error(err)
		}
		once1.Do(func() { close(reached) })
	})
	<-reached
	wg.Go(func() {
		if err := second(two); err != nil {
			t.Error(err)
		}
		once2.Do(func() { close(go1) })
	})
	wg.Wait()
	_, _ = one.Close(), two.Close()
	codes.Range(func(code, err any) bool {
		t.Errorf("a transaction ended with %v", err)
		return true
	})
	return plain
}

// A member who becomes unlisted while their daily puzzle is saved has no entry in the server's table of that day.
func TestUnlistedWhileADailyIsSaved(t *testing.T) {
	t.Parallel()
	today := puzzle.DayAt(noon)
	db := race(t, "INTO daily_tables", "", func(db *database.DB) error {
		r := puzzle.Progress{Member: "100"}.BeginDaily(today, "p", noon).RightDaily(game.Moves{1}, true, noon.Add(time.Minute))
		_, err := db.SaveSolving(context.Background(), store.PuzzleChange{Record: r, Guild: "7"})
		return err
	}, func(db *database.DB) error {
		_, _, err := db.ChangeMember(context.Background(), "100", func(m *match.Member) { m.Unlisted = true })
		return err
	})
	table, err := db.DailyTable(t.Context(), "7", today, 10)
	if err != nil || len(table.Entries) != 0 {
		t.Errorf("the table has %+v, %v, want nobody", table.Entries, err)
	}
}

// There is no deadlock when two members solve the daily puzzle at the same time in two servers, and each server counts the
// day once.
func TestTwoProcessesCountADayOnce(t *testing.T) {
	t.Parallel()
	today := puzzle.DayAt(noon)
	begun := map[string]puzzle.Progress{}
	solve := func(member string) func(*database.DB) error {
		return func(db *database.DB) error {
			_, err := db.SaveSolving(context.Background(), store.PuzzleChange{Record: begun[member].RightDaily(game.Moves{1}, true, noon.Add(time.Minute))})
			return err
		}
	}
	db := race(t, "INTO daily_days", "", solve("100"), solve("200"), func(db *database.DB) {
		for i, member := range []string{"100", "200"} {
			begun[member] = puzzle.Progress{Member: member}.BeginDaily(today, "p", noon)
			for _, guild := range [][]string{{"7", "8"}, {"8", "7"}}[i] {
				saved, err := db.SaveSolving(t.Context(), store.PuzzleChange{Record: begun[member], Guild: guild})
				must(t, err)
				begun[member] = saved.Record
			}
		}
	})
	for _, guild := range []string{"7", "8"} {
		days, err := db.DailyDays(t.Context(), guild)
		table, _ := db.DailyTable(t.Context(), guild, today, 10)
		if err != nil || len(days) != 1 || days[0] != today || table.Solved != 2 {
			t.Errorf("in server %s solved days are %v, %v, and today has %+v", guild, days, err, table)
		}
	}
}

// Two processes share forty days.
func TestFortyDaysInTwoProcesses(t *testing.T) {
	t.Parallel()
	url := storetest.Postgres(t).Database(t)
	one, two := open(t, url), open(t, url)
	t.Cleanup(func() { _, _ = one.Close(), two.Close() })
	fortyDays(t, one, two)
}

// There is no deadlock when a member is forgotten while opponents of this member end a game.
func TestForgettingWhileAGameIsCounted(t *testing.T) {
	t.Parallel()
	const alice, bob, carol = "100", "200", "300"
	race(t, "INTO ranks", database.ForgetBest, func(db *database.DB) error {
		_, err := db.Save(context.Background(), ended("d", bob, carol, noon.Add(time.Hour)))
		return err
	}, func(db *database.DB) error {
		_, err := db.Forget(context.Background(), alice)
		return err
	}, func(db *database.DB) {
		draw := ended("a", alice, bob, noon) // puts both members into the same part of the leaderboard
		draw.Record.Match.Result = match.Result{Reason: match.ByAgreement}
		mustEnd(t, db, draw)
		must(t, db.Exec(t.Context(), `UPDATE ratings SET best_member = $1 WHERE member = $2`, alice, bob))
	})
}

// A removed server's rows are deleted a few at a time, so that no move waits for long.
func TestARemovedServersRowsGoInParts(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLite(t))
	const fill = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1500) `
	for _, insert := range []string{
		`INSERT INTO ranks (member, pool, guild, value, doubt, last, away, unlisted) SELECT CAST(n AS TEXT), 'ultimate', '7', n, 0, 1, 0, 0 FROM numbers`,
		`INSERT INTO daily_tables (guild, day, member, unlisted) SELECT '7', 1, CAST(n AS TEXT), 0 FROM numbers`,
		`INSERT INTO daily_days (guild, day) SELECT '7', n FROM numbers`,
		`INSERT INTO wearers (guild, role, member, state, since) SELECT '7', '5', CAST(n AS TEXT), 'worn', 1 FROM numbers`,
		`INSERT INTO tournaments (id, revision, guild, record) SELECT CAST(n AS TEXT), 1, '7', '{}' FROM numbers`,
		`INSERT INTO tournament_members (member, tournament) SELECT '100', CAST(n AS TEXT) FROM numbers`,
	} {
		must(t, db.Exec(t.Context(), fill+insert))
	}
	const most = 2 * 200 // each change is made twice
	var tx database.Querier
	changes := func() (n int) { // how many rows this connection has ever changed
		if err := tx.QueryRowContext(context.Background(), `SELECT total_changes()`).Scan(&n); err != nil {
			t.Error(err)
		}
		return n
	}
	before := -1
	outer := again(db, func(q database.Querier, statement string, _ ...any) {
		if statement == "" {
			return
		}
		tx = q
		now := changes()
		if before >= 0 && now-before > most {
			t.Errorf("%d rows at once, before %s", now-before, statement)
		}
		before = now
	}, func() {})
	defer func() { _ = outer.Close() }()
	if _, err := outer.ForgetGuild(t.Context(), "7", 10); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"ranks", "daily_tables", "daily_days", "wearers", "tournaments", "tournament_members"} {
		if left, err := db.Texts(t.Context(), `SELECT '1' FROM `+table); err != nil || len(left) > 0 {
			t.Errorf("%d rows of %s are left, %v", len(left), table, err)
		}
	}
}
