package database_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"noughts/bot/store/database"
	"noughts/game/match"
)

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
			m := began("a", "100", "200", time.Now())
			must(t, saveMatch(t.Context(), db, m, 0, ""))
			must(t, c.do(path+c.suffix))
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

func TestDatabaseFilesAreTheOwners(t *testing.T) {
	t.Parallel()
	for name, old := range map[string]bool{"new": false, "old": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "noughts.db")
			if old {
				must(t, openFile(t, path).Close())
				must(t, os.Chmod(path, 0o644))
			}
			openFile(t, path)
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
	must(t, errors.Join(err, saveMatch(t.Context(), db, next, 1, ""), logErr, db.Close()))
	must(t, errors.Join(os.Rename(copied, path), os.WriteFile(path+"-wal", log, 0o600)))
	_, err = database.Open(t.Context(), "sqlite:"+path, nil)
	if err == nil || !strings.Contains(err.Error(), "move that file and") {
		t.Fatalf("the copy was opened: %v", err)
	}
	must(t, os.Remove(path+"-wal"))
	for range 2 { // the second time the file is not marked as a copy
		db = openFile(t, path)
		if _, err := db.Load(t.Context(), "a"); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		must(t, os.WriteFile(path+"-wal", nil, 0o600))
	}
}

// Two processes cannot use one file, also if they know it by two names or the file with the lock was removed.
func TestAFileIsHeldUnderEachName(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("needs locks of open files, which only Linux has")
	}
	for name, other := range map[string]func(path string) (string, error){
		"the same name":       func(path string) (string, error) { return path, nil },
		"a hard link":         func(path string) (string, error) { return path + ".link", os.Link(path, path+".link") },
		"a removed lock file": func(path string) (string, error) { return path, os.Remove(path + "-lock") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "noughts.db")
			db := openFile(t, path)
			second, err := other(path)
			must(t, err)
			_, err = database.Open(t.Context(), "sqlite:"+second, nil)
			if err == nil || !strings.Contains(err.Error(), "is using the database file") {
				t.Errorf("opened twice: %v", err)
			}
			if holder := fmt.Sprintf("(number %d)", os.Getpid()); second == path && name == "the same name" && !strings.Contains(err.Error(), holder) {
				t.Errorf("%v, want the holder %s", err, holder)
			}
			must(t, db.Close())
			if err := openFile(t, second).Close(); err != nil {
				t.Errorf("when it is free: %v", err)
			}
		})
	}
}

// Nothing of a member whose data was deleted stays in the files, and a change is on the disk when it is confirmed.
func TestDeletedDataLeavesTheFiles(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "noughts.db")
	db := openFile(t, path)
	const member = "123456789012345678"
	for i := range 50 {
		mustEnd(t, db, ended(match.ID(fmt.Sprint("m", i)), member, "200", noon.Add(time.Duration(i)*time.Minute)))
	}
	mustChangeMember(t, db, member, func(m *match.Member) { m.Casual = true })
	mustForget(t, db, member)
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + suffix)
		if n := bytes.Count(content, []byte(member)); err != nil || n > 0 {
			t.Errorf("%q has the member's id %d times, %v", suffix, n, err)
		}
	}
	if full, err := database.Column(t.Context(), "sqlite:"+path, "PRAGMA fullfsync"); err != nil || full[0] != "1" {
		t.Errorf("fullfsync is %v, %v", full, err)
	}
}
