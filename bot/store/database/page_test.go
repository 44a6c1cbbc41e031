package database_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
)

// A new SQLite file has small pages, so that a save writes little.
func TestPagesAreSmall(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "noughts.db")
	if err := openFile(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	var size int
	err = pool.QueryRowContext(t.Context(), `PRAGMA page_size`).Scan(&size)
	if err = errors.Join(err, pool.Close()); err != nil || size != 512 {
		t.Errorf("pages of %d bytes, %v", size, err)
	}
}
