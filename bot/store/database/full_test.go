package database_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store/database"
	"noughts/game/match"
)

func TestAFullDisk(t *testing.T) {
	t.Parallel()
	db := openFile(t, filepath.Join(t.TempDir(), "noughts.db"))
	must(t, db.Exec(t.Context(), `PRAGMA max_page_count = 200`))
	kept := fillUp(t, db)
	if _, err := db.Load(t.Context(), kept[0].ID); err != nil {
		t.Errorf("what is there cannot be read: %v", err)
	}
	for range 2 {
		if err := db.Ping(t.Context()); !errors.Is(err, database.ErrFull) {
			t.Errorf("nothing can be written, and Ping says %v", err)
		}
	}
	must(t, db.Exec(t.Context(), `PRAGMA max_page_count = 1000000`))
	if err := db.Ping(t.Context()); err != nil {
		t.Errorf("there is room again: %v", err)
	}
	for _, m := range kept {
		r, err := db.Load(t.Context(), m.ID)
		if err != nil || r.Match.Version != m.Version {
			t.Fatalf("%s was acknowledged: version %d, %v", m.ID, r.Match.Version, err)
		}
		next := m
		next.Version++
		if err := saveMatch(t.Context(), db, next, m.Version, "again "+string(m.ID)); err != nil {
			t.Fatalf("there is room again: %v", err)
		}
	}
}

func fillUp(t *testing.T, db *database.DB) (kept []match.Match) {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for hand := range 4 {
		wg.Go(func() {
			for n := range 10_000 {
				m := began(match.ID(fmt.Sprintf("h%dn%d", hand, n)), "100", "200", time.Now())
				err := save(t.Context(), db, match.Record{Match: m, Place: match.Place{Channel: "1"}}, 0, string(m.ID))
				if err != nil {
					if !errors.Is(err, database.ErrFull) || !strings.Contains(err.Error(), "disk of the database is full") {
						t.Errorf("got %v, want the disk to be full", err)
					}
					return
				}
				mu.Lock()
				kept = append(kept, m)
				mu.Unlock()
			}
			t.Error("the disk is never full")
		})
	}
	wg.Wait()
	if len(kept) == 0 {
		t.Fatal("nothing went in")
	}
	return kept
}

// TestPingFollowsTheLastSave lets saves fail in ways that the program has no name for, and in ways that no save meets: for
// a minute nobody saves anything. Ping must notice, say so until changes succeed again, and leave the database as it was.
func TestPingFollowsTheLastSave(t *testing.T) {
	t.Parallel()
	const broken = `CREATE TEMP TRIGGER broken BEFORE INSERT ON idempotency_keys BEGIN SELECT RAISE(FAIL, 'disk I/O error'); END`
	for name, c := range map[string]struct {
		fault, mend string
		want        string // in the errors
	}{
		"an error without a name": {broken, `DROP TRIGGER broken`, "disk I/O error"},
		"read-only":               {`PRAGMA query_only = 1`, "", database.ErrReadOnly.Error()}, // the writer cannot turn it off again
	} {
		for _, saves := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, a save meets it: %t", name, saves), func(t *testing.T) {
				t.Parallel()
				path := filepath.Join(t.TempDir(), "noughts.db")
				synctest.Test(t, func(t *testing.T) {
					db := openFile(t, path)
					r := match.Record{Match: began("a", "100", "200", time.Now()), Place: match.Place{Channel: "1"}}
					must(t, errors.Join(db.Ping(t.Context()), db.Exec(t.Context(), c.fault)))
					if time.Sleep(time.Minute); saves {
						if err := save(t.Context(), db, r, 0, "1"); err == nil || !strings.Contains(err.Error(), c.want) {
							t.Fatalf("the save: %v", err)
						}
					}
					db.PruneAll(t.Context(), time.Now()) // deletes nothing, and so does not show that changes succeed
					for range 2 {
						if err := db.Ping(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
							t.Errorf("Ping: %v", err)
						}
					}
					if c.mend == "" {
						return
					}
					_ = db.Exec(t.Context(), c.mend)
					if err := db.Ping(t.Context()); err != nil {
						t.Error(err)
					}
					if keys, err := db.Texts(t.Context(), `SELECT key FROM idempotency_keys`); err != nil || len(keys) > 0 {
						t.Errorf("%v, %v", keys, err)
					}
				})
			})
		}
	}
}
