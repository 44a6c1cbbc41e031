package database_test

import (
	"path/filepath"
	"testing"

	"noughts/bot/store/storetest"
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
	db := open(t, postgres(t).database(t))
	defer func() { _ = db.Close() }()
	storetest.RunSessions(t, db)
}

func TestPostgresLeases(t *testing.T) {
	t.Parallel()
	server := postgres(t)
	storetest.RunLeases(t, func(t *testing.T) storetest.Leases {
		db := open(t, server.database(t))
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
		return db.Leases()
	})
}
