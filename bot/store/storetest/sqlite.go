package storetest

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"noughts/bot/store/database"
)

// SQLite makes an empty database for the test alone and returns its URL.
func SQLite(t testing.TB) string {
	t.Helper()
	content, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "noughts.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return "sqlite:" + path
}

// empty returns the content of a database with all tables and no rows.
var empty = sync.OnceValues(func() (content []byte, err error) {
	folder, err := os.MkdirTemp("", "noughts-sqlitetest-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "noughts.db")
	db, err := database.Open(context.Background(), "sqlite:"+path, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil { // Close leaves nothing in the write-ahead log
		return nil, err
	}
	return os.ReadFile(path)
})
