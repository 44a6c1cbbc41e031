package database_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
)

func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return openFile(t, filepath.Join(t.TempDir(), "noughts.db")) })
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	server := postgres(t)
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, server.database(t)) })
}

// openFile opens a SQLite file.
func openFile(t testing.TB, path string) *database.DB {
	t.Helper()
	return open(t, "sqlite:"+path)
}

// open opens a database whose log must hold nothing worse than a remark. The test closes it.
func open(t testing.TB, url string) *database.DB {
	t.Helper()
	db, err := database.Open(context.Background(), url, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return db
}
