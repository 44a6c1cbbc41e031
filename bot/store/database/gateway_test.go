package database_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noughts/bot/gateway"
	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
)

func TestSQLiteSessions(t *testing.T) {
	t.Parallel()
	db := openFile(t, filepath.Join(t.TempDir(), "noughts.db"))
	testSessions(t, db)
	if db.Leases() != nil {
		t.Error("a file is shared by leases")
	}
}

func TestPostgresSessions(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.Postgres(t).Database(t))
	testSessions(t, db)
}

func TestMemoryLeases(t *testing.T) {
	t.Parallel()
	testLeases(t, func(*testing.T) func() leaseStore {
		l := storetest.NewMemoryLeases()
		return func() leaseStore { return l.Process() }
	})
}

func TestPostgresLeases(t *testing.T) {
	t.Parallel()
	server := storetest.Postgres(t)
	testLeases(t, func(t *testing.T) func() leaseStore {
		db := open(t, server.Database(t))
		var all []*database.Leases
		t.Cleanup(func() {
			for _, l := range all {
				l.Disconnect()
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
		return func() leaseStore {
			l := database.OtherLeases(db)
			all = append(all, l)
			return l
		}
	})
}

func holds(t *testing.T) (*database.DB, *database.Leases) {
	t.Helper()
	db := open(t, storetest.Postgres(t).Database(t))
	t.Cleanup(func() { _ = db.Close() })
	l := db.Leases()
	leases, err := l.Poll(t.Context(), 1)
	if err != nil || len(leases.Free) != 1 {
		t.Fatalf("%+v, %v", leases, err)
	}
	if taken, err := l.Acquire(t.Context(), 1, leases.Free[0]); err != nil || !taken {
		t.Fatalf("taken: %v, %v", taken, err)
	}
	return db, l
}

func TestAConnectionThatTheServerEnds(t *testing.T) {
	t.Parallel()
	_, l := holds(t)
	l.Terminate(t)
	if leases, err := l.Poll(t.Context(), 1); err == nil {
		t.Errorf("%+v on a connection that has ended", leases)
	}
	leases, err := l.Poll(t.Context(), 1)
	if err != nil || len(leases.Free) != 1 || !leases.Free[0].Ours {
		t.Errorf("%+v, %v", leases, err)
	}
}

// TestAPoolOfTransactionsIsNoticed checks that Poll fails if another program uses the same
// connection to the server, as with a pooler in transaction mode.
func TestAPoolOfTransactionsIsNoticed(t *testing.T) {
	t.Parallel()
	_, l := holds(t)
	l.Share(t)
	if leases, err := l.Poll(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "pooler") {
		t.Errorf("%+v, %v", leases, err)
	}
}

func TestALookEndsWithItsContext(t *testing.T) {
	t.Parallel()
	_, l := holds(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Poll(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if leases, err := l.Poll(t.Context(), 1); err != nil || leases.Processes < 1 {
		t.Errorf("afterwards %+v, %v", leases, err)
	}
}

func testSessions(t *testing.T, sessions gateway.Sessions) {
	t.Helper()
	first := store.Session{ID: "abc", ResumeURL: "wss://gateway.test/", Sequence: 1 << 40, ClockLead: 1420070400123 * time.Millisecond}
	second := store.Session{ID: "def", Sequence: 3, ClockLead: -5 * time.Millisecond}
	wants := func(shard, total int, want store.Session) {
		t.Helper()
		got, err := sessions.LoadSession(t.Context(), shard, total)
		if err != nil || got != want {
			t.Errorf("shard %d of %d: %+v, %v, want %+v", shard, total, got, err, want)
		}
	}
	saves := func(shard, total int, s store.Session) {
		t.Helper()
		must(t, sessions.SaveSession(t.Context(), shard, total, s))
	}
	wants(0, 1, store.Session{})
	saves(0, 1, first)
	saves(1, 2, second)
	wants(0, 1, first)
	wants(1, 2, second)
	wants(0, 2, store.Session{})
	wants(1, 1, store.Session{})
	saves(0, 1, second)
	wants(0, 1, second)
}
