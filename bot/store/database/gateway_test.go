package database_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/bot/store/storetest/postgrestest"
)

func TestSQLiteSessions(t *testing.T) {
	t.Parallel()
	db := openFile(t, filepath.Join(t.TempDir(), "noughts.db"))
	defer func() { _ = db.Close() }()
	storetest.RunSessions(t, db)
	if db.Leases() != nil {
		t.Error("a file is shared by leases")
	}
}

func TestPostgresSessions(t *testing.T) {
	t.Parallel()
	db := open(t, postgrestest.Named(t).Database(t))
	defer func() { _ = db.Close() }()
	storetest.RunSessions(t, db)
}

func TestPostgresLeases(t *testing.T) {
	t.Parallel()
	server := postgrestest.Named(t)
	storetest.RunLeases(t, func(t *testing.T) storetest.Leases {
		db := open(t, server.Database(t))
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
		return db.Leases()
	})
}

// A heir is a process that waits for the shards of another, which has renewed its
// lease over a connection of its own.
type heir struct {
	*testing.T
	owner, heir *database.DB
	server      postgrestest.Server // to turn the row of the owner
}

func newHeir(t *testing.T) heir {
	url := postgrestest.Named(t).DatabaseFor(t)
	h := heir{t, open(t, url), open(t, url), postgrestest.At(url)}
	t.Cleanup(func() { _ = errors.Join(h.owner.Close(), h.heir.Close()) })
	h.claims(h.owner, "owner", 2)
	return h
}

// claims claims for an hour and checks how many of two shards that gives.
func (h heir) claims(db *database.DB, name string, want int) {
	h.Helper()
	share, err := db.Leases().Claim(h.Context(), name, 2, time.Hour)
	if err != nil || len(share.Owned) != want {
		h.Errorf("%s has %v, want %d: %v", name, share.Owned, want, err)
	}
}

const longSilent = `UPDATE gateway_processes SET renewed = renewed - 1600 WHERE owner = 'owner'`

func TestSilentProcessWithConnectionKeepsShards(t *testing.T) {
	t.Parallel()
	h := newHeir(t)
	h.server.Exec(t, longSilent)
	h.claims(h.heir, "heir", 0)
}

func TestConnectionThatWasJustLostKeepsShards(t *testing.T) {
	t.Parallel()
	h := newHeir(t)
	h.server.Exec(t, `UPDATE gateway_processes SET backend_since = backend_since - 1, renewed = renewed + 60000 WHERE owner = 'owner'`)
	h.claims(h.heir, "heir", 0)
}

func TestDeadProcessLosesShardsBeforeItsLeaseEnds(t *testing.T) {
	t.Parallel()
	h := newHeir(t)
	if err := h.owner.Close(); err != nil {
		t.Error(err)
	}
	h.server.Exec(t, longSilent)
	for begun := time.Now(); ; {
		share, err := h.heir.Leases().Claim(h.Context(), "heir", 2, time.Hour)
		if err != nil || time.Since(begun) > time.Minute {
			t.Fatal("the dead process keeps its shards", err)
		}
		if len(share.Owned) == 2 {
			return // once the server has noticed that the connection is closed
		}
	}
}

func TestNumberOfProcessUsedAgainIsNotTheDeadOne(t *testing.T) {
	t.Parallel()
	h := newHeir(t)
	h.server.Exec(t, `UPDATE gateway_processes SET backend_since = backend_since - 1, renewed = renewed - 1600 WHERE owner = 'owner'`)
	h.claims(h.heir, "heir", 2)
}

func TestServerThatRestartedHasNotSeenTheLiving(t *testing.T) {
	t.Parallel()
	h := newHeir(t)
	h.server.Exec(t, `UPDATE gateway_processes SET backend_since = backend_since - 1, renewed = 1 WHERE owner = 'owner'`)
	h.claims(h.heir, "heir", 0)
}
