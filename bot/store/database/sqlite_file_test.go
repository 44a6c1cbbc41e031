package database_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noughts/bot/store/database"
)

// After the database file or its log was deleted or replaced, changes are not confirmed, but fail with ErrGone.
func TestDatabaseFileIsGone(t *testing.T) {
	t.Parallel()
	remove := func(path string) error { return os.Remove(path) }
	for name, c := range map[string]struct {
		suffix string
		do     func(path string) error
	}{
		"deleted":            {"", remove},
		"the log is deleted": {"-wal", remove},
		"replaced": {"", func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o600))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "noughts.db")
			db := openFile(t, path)
			defer func() { _ = db.Close() }()
			m := began("a", "100", "200", time.Now())
			if err := saveMatch(t.Context(), db, m, 0, ""); err != nil {
				t.Fatal(err)
			}
			if err := c.do(path + c.suffix); err != nil {
				t.Fatal(err)
			}
			next := m
			next.Version++
			if err := saveMatch(t.Context(), db, next, 1, ""); !errors.Is(err, database.ErrGone) {
				t.Errorf("the save is confirmed: %v", err)
			}
			if err := db.Ping(t.Context()); !errors.Is(err, database.ErrGone) {
				t.Errorf("Ping: %v", err)
			}
		})
	}
}

// Opening a database makes its files readable by the owner only, also if others could read them before.
func TestDatabaseFilesAreTheOwners(t *testing.T) {
	t.Parallel()
	for name, old := range map[string]bool{"new": false, "old": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "noughts.db")
			if old {
				if err := openFile(t, path).Close(); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(path, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			db := openFile(t, path)
			defer func() { _ = db.Close() }()
			for _, suffix := range []string{"", "-wal", "-shm", "-lock"} {
				info, err := os.Stat(path + suffix)
				if err != nil || info.Mode().Perm() != 0o600 {
					t.Errorf("%q: %v, %v", suffix, info.Mode(), err)
				}
			}
		})
	}
}

// Open refuses a backup beside the write-ahead log of the previous database. After the bot has
// opened the backup once, a log beside it is the backup's own and is accepted.
func TestRestoredCopyBesideAnOldLog(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, copied := filepath.Join(folder, "noughts.db"), filepath.Join(folder, "copy.db")
	db := openFile(t, path)
	m := began("a", "100", "200", time.Now())
	err := errors.Join(saveMatch(t.Context(), db, m, 0, ""), database.Backup(t.Context(), path, copied))
	next := m
	next.Version++
	log, logErr := os.ReadFile(path + "-wal")
	if err := errors.Join(err, saveMatch(t.Context(), db, next, 1, ""), logErr, db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Rename(copied, path), os.WriteFile(path+"-wal", log, 0o600)); err != nil {
		t.Fatal(err)
	}
	_, err = database.Open(t.Context(), "sqlite:"+path, nil)
	if err == nil || !strings.Contains(err.Error(), "move that file and") {
		t.Fatalf("the copy was opened: %v", err)
	}
	if err := os.Remove(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time the file is not marked as a copy
		db = openFile(t, path)
		if _, err := db.Load(t.Context(), "a"); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if err := os.WriteFile(path+"-wal", nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
