package database_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

// onBoth runs a test on a SQLite file that does not exist yet and on an empty PostgreSQL database.
func onBoth(t *testing.T, test func(t *testing.T, url string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, "sqlite:"+filepath.Join(t.TempDir(), "noughts & co #1%.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, storetest.Postgres(t).Database(t))
	})
}

func TestStartingTogether(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		const replicas = 4
		opened, errs := make([]*database.DB, replicas), make([]error, replicas)
		var wg sync.WaitGroup
		for i := range replicas {
			wg.Go(func() { opened[i], errs[i] = database.Open(context.Background(), url, nil) })
		}
		wg.Wait()
		shared, working := strings.HasPrefix(url, "postgres"), 0
		for i, db := range opened {
			if db == nil {
				if shared || !strings.Contains(errs[i].Error(), "is using the database file") {
					t.Error(errs[i])
				}
				continue
			}
			working++
			if db.Shared() != shared {
				t.Errorf("shared is %v", db.Shared())
			}
			defer func() {
				if err := errors.Join(db.Ping(t.Context()), db.Close()); err != nil {
					t.Error(err)
				}
			}()
		}
		if want := map[bool]int{true: replicas, false: 1}[shared]; working != want {
			t.Errorf("%d of %d replicas work, want %d", working, replicas, want)
		}
	})
}

func TestWhatIsKeptIsThereTheNextTime(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		r := match.Record{Match: began("a", "100", "200", time.Now()), Place: match.Place{Channel: "1"}}
		version, err := db.Version(t.Context())
		must(t, errors.Join(err, save(t.Context(), db, r, 0, "51"), db.Close()))
		if path, ok := database.SQLitePath(url); ok {
			checkAlone(t, path)
		}
		db = open(t, url)
		if _, err := db.Load(t.Context(), "a"); err != nil {
			t.Error(err)
		}
		if id, err := db.CarriedOut(t.Context(), "51"); err != nil || id != "a" {
			t.Errorf("carried out: %q, %v", id, err)
		}
		if again, err := db.Version(t.Context()); err != nil || again != version || version < 1 {
			t.Errorf("version %d, then %d, %v", version, again, err)
		}
	})
}

// checkAlone checks that a closed database has no files except the database file and the lock file:
// its write-ahead log is merged into the database file.
func checkAlone(t *testing.T, path string) {
	t.Helper()
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 2 || files[1].Name() != filepath.Base(path)+"-lock" {
		t.Errorf("beside the closed file there are %v, %v", files, err)
	}
}

// A dump that was restored over a newer database leaves tables that a migration makes. The error says what to do.
func TestTablesOfANewerVersion(t *testing.T) {
	t.Parallel()
	url := storetest.Postgres(t).Database(t)
	db := open(t, url)
	must(t, errors.Join(db.Exec(t.Context(), `DELETE FROM schema_versions`), db.Close()))
	if _, err := database.Open(t.Context(), url, nil); err == nil || !strings.Contains(err.Error(), "restore the dump into an empty database") {
		t.Errorf("got %v", err)
	}
}

func TestAClosedDatabase(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		must(t, db.Close())
		_, load := db.Load(t.Context(), "a")
		_, set := db.SetMessage(t.Context(), "a", "", "1")
		for what, err := range map[string]error{"Load": load, "SetMessage": set, "Ping": db.Ping(t.Context())} {
			if !errors.Is(err, store.ErrClosed) {
				t.Errorf("%s: got %v, want ErrClosed", what, err)
			}
		}
		if err := db.Close(); err != nil {
			t.Errorf("closing again: %v", err)
		}
	})
}

// Old idempotency keys are removed, also if they are many or a wrong clock dated some into the future, and new ones stay.
func TestOldCausesAreRemoved(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		const old = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
			INSERT INTO idempotency_keys (key, match_id, noted) SELECT 'old ' || CAST(n AS TEXT), 'a', CASE WHEN n < 1500 THEN 4000000000000 ELSE n END FROM numbers`
		r := match.Record{Match: began("a", "100", "200", time.Now()), Place: match.Place{Channel: "1"}}
		must(t, errors.Join(db.Exec(t.Context(), old), save(t.Context(), db, r, 0, "new")))
		must(t, db.Prune(t.Context(), time.Now().Add(-store.KeyLife)))
		left, err := db.Texts(t.Context(), `SELECT key FROM idempotency_keys`)
		if err != nil || len(left) != 1 || left[0] != "new" {
			t.Errorf("%d keys are left, %v, want the new one", len(left), err)
		}
	})
}
