package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"noughts/game/match"
)

const (
	// leastRoom is how many bytes must be free on the disk of a SQLite file.
	leastRoom = 64 << 20
	// fastestSync is a shorter time than any disk needs for a durable write. A faster sync therefore shows that the
	// writes do not reach a disk.
	fastestSync = 5 * time.Microsecond
	// slowestSave is the longest time that a save may take. The bot then still answers presses at once.
	slowestSave = 100 * time.Millisecond
	trials      = 21
	checkLimit  = time.Minute
	block       = 512
)

// A Tell receives one line of a diagnosis: the subject, such as "disk", and either the finding or
// an error that says how to solve the problem.
type Tell = func(subject, detail string, err error)

// Examine looks for problems of the database at a URL and passes its findings to `tell`. A bot may use the database
// meanwhile. Examine changes nothing in the database. An error that database.Open would return has the same words here.
func Examine(ctx context.Context, url string, tell Tell) {
	if path, ok := SQLitePath(url); ok {
		examineSQLite(ctx, url, path, freeSpace, tell)
		return
	}
	examinePostgres(ctx, url, tell)
}

// examineSQLite examines a file and its disk. `free` returns the free bytes on the disk of a folder.
func examineSQLite(ctx context.Context, url, path string, free func(folder string) (uint64, error), tell Tell) {
	detail, err := examineFile(ctx, url, path, checkLimit)
	tell("database", detail, err)
	folder := filepath.Dir(path)
	if _, err := os.Stat(folder); err != nil {
		return // Inspect has already reported the error
	}
	switch bytes, err := free(folder); {
	case err != nil:
		tell("disk", "", fmt.Errorf("cannot read the free space of %q: %w", folder, err))
	case bytes < leastRoom:
		tell("disk", "", fmt.Errorf("%w: %d MB free in %q; free at least %d MB", ErrFull, bytes>>20, folder, leastRoom>>20))
	default:
		tell("disk", fmt.Sprintf("%d MB free in %q", bytes>>20, folder), nil)
	}
	detail, err = measureDisk(ctx, folder)
	tell("saves", detail, err)
}

func examineFile(ctx context.Context, url, path string, limit time.Duration) (detail string, err error) {
	pool, schema, err := Inspect(ctx, url)
	if err != nil || pool == nil {
		return fmt.Sprintf("%q is %s", path, schema), err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	switch err := CheckContent(ctx, pool, "quick_check"); {
	case errors.Is(err, ErrDamaged):
		return "", fmt.Errorf("%q is damaged: stop the bot and restore a backup: %w", path, err)
	case ctx.Err() != nil:
		return "", fmt.Errorf("%q could not be checked within %v; noughts backup checks a copy without a limit", path, limit)
	case err != nil:
		return "", fmt.Errorf("cannot check %q: %w", path, err)
	}
	return fmt.Sprintf("%q is sound and %s", path, schema), nil
}

func measureDisk(ctx context.Context, folder string) (detail string, err error) {
	if kind, lasting := fileSystem(folder); !lasting {
		return "", fmt.Errorf("%q is on %s, which is not durable or cannot lock files: point DATABASE_URL at a local disk", folder, kind)
	}
	scratch, err := os.MkdirTemp(folder, ".noughts-doctor-*")
	if err != nil {
		return "", fmt.Errorf("cannot write next to the database: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	file, err := os.Create(filepath.Join(scratch, "file"))
	if err != nil {
		return "", err
	}
	synced, err := median(func(int) error {
		_, err := file.WriteString(strings.Repeat("x", block))
		return cmp.Or(err, file.Sync())
	})
	if err = errors.Join(err, file.Close()); err != nil {
		return "", fmt.Errorf("cannot write next to the database: %w", err)
	}
	if synced < fastestSync {
		return "", fmt.Errorf("fsync on %q returns after %v, too fast to be real: a power failure would lose moves; turn off eatmydata or the disk's write cache", folder, synced)
	}
	db, err := Open(ctx, "sqlite:"+filepath.Join(scratch, "noughts.db"), nil)
	if err != nil {
		return "", err
	}
	saved, err := median(func(n int) error {
		_, _, err := db.ChangeServer(ctx, strconv.Itoa(n+1), func(s *match.Server) { s.RetentionDays = 30 })
		return err
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return "", err
	}
	return judgeSave(saved)
}

func judgeSave(took time.Duration) (string, error) {
	took = took.Round(10 * time.Microsecond)
	if took > slowestSave {
		return "", fmt.Errorf("a commit takes %v, and every press waits for one: use a faster disk or a closer server", took)
	}
	return fmt.Sprintf("a commit takes %v and is durable", took), nil
}

func median(do func(n int) error) (time.Duration, error) {
	var took [trials]time.Duration
	for n := range took {
		begun := time.Now()
		if err := do(n); err != nil {
			return 0, err
		}
		took[n] = time.Since(begun)
	}
	slices.Sort(took[:])
	return took[trials/2], nil
}

// lasting are settings of PostgreSQL and the values that make a commit durable. With weaker values an acknowledged move
// can be lost. A synchronous_commit of local, remote_write or remote_apply is as good as on.
var lasting = []struct{ name, wanted string }{{"fsync", "on"}, {"full_page_writes", "on"}, {"synchronous_commit", "on"}}

func examinePostgres(ctx context.Context, url string, tell Tell) {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	pool, schema, err := Inspect(ctx, url)
	if err != nil {
		tell("database", "", err)
		return
	}
	defer func() { _ = pool.Close() }()
	tell("database", "PostgreSQL is reachable and is "+schema, nil)
	for _, s := range lasting {
		var value string
		err := pool.QueryRowContext(ctx, `SELECT current_setting($1)`, s.name).Scan(&value)
		if err == nil && value != s.wanted && value != "remote_apply" && value != "remote_write" && value != "local" {
			err = fmt.Errorf("PostgreSQL's %s is %s, so a crash loses moves that members have seen: set it to %s", s.name, value, s.wanted)
		}
		if err != nil {
			tell("disk", "", err)
			return
		}
	}
	tell("disk", "PostgreSQL commits are durable", nil)
	saved, err := median(func(int) error { // a message that is written to the write-ahead log and that nobody reads
		_, err := pool.ExecContext(ctx, `SELECT pg_logical_emit_message(true, 'noughts', repeat('x', 1000))`)
		return err
	})
	if err != nil {
		tell("saves", "", err)
		return
	}
	detail, err := judgeSave(saved)
	tell("saves", detail, err)
}
