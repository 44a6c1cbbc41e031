package database_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

// A file of an earlier version is written anew with smaller pages, and keeps what
// it holds.
func TestLargePagesAreWrittenAnew(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "noughts.db")
	migrateTo(t, "sqlite:"+path, released, `PRAGMA journal_mode = WAL`)
	pageSize := func() (size int) {
		pool, err := sql.Open("sqlite", path)
		if err == nil {
			err = errors.Join(pool.QueryRowContext(t.Context(), `PRAGMA page_size`).Scan(&size), pool.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		return size
	}
	if size := pageSize(); size != 4096 {
		t.Fatalf("pages of %d bytes before", size)
	}
	db := openFile(t, path)
	err := saveMatch(t.Context(), db, began("a", "100", "200", time.Now()), 0, "")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if size := pageSize(); size != 512 {
		t.Errorf("pages of %d bytes", size)
	}
	db = openFile(t, path)
	defer func() { _ = db.Close() }()
	if _, err := db.Load(t.Context(), "a"); err != nil {
		t.Error(err)
	}
}
