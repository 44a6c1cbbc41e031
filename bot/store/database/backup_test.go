package database_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game"
	"noughts/game/match"
)

// A player saves one match again and again: it adds moves, and at last takes them back. It records the last version
// that the database has acknowledged.
type player struct {
	db    *database.DB
	match match.Match
	acked atomic.Int64 // the last acknowledged version
}

func (p *player) playUntil(ctx context.Context) error {
	for ctx.Err() == nil {
		next := p.match
		next.Version++
		next.Moves = []game.Square{40, 30, 10}[:next.Version%4]
		if err := saveMatch(context.WithoutCancel(ctx), p.db, next, p.match.Version, ""); err != nil {
			return err
		}
		p.match = next
		p.acked.Store(int64(next.Version))
	}
	return nil
}

// TestBackup copies a database while games are being written, and opens the copy. Every change that was acknowledged
// before the backup began must be in the copy. No change that began after the end of the backup may be in it. All
// matches of the copy must be valid.
func TestBackup(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, copied := filepath.Join(folder, "noughts.db"), filepath.Join(folder, "copy.db")
	db := openFile(t, path)
	players := make([]*player, 8)
	for i := range players {
		m := began(match.ID(fmt.Sprint("m", i)), "100", "200", time.UnixMilli(1_760_000_000_000))
		must(t, save(t.Context(), db, match.Record{Match: m, Place: match.Place{Channel: "1"}}, 0, ""))
		players[i] = &player{db: db, match: m}
	}
	over := match.Record{Match: resigned(1, []game.Square{40, 30}), Place: match.Place{Channel: "1"}}
	over, err := db.Save(t.Context(), store.Change{Record: over}) // Save also sets fields such as the score
	must(t, err)

	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for _, p := range players {
		wg.Go(func() {
			if err := p.playUntil(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	var before, after []int64
	for _, p := range players {
		before = append(before, p.acked.Load())
	}
	err = database.Backup(t.Context(), path, copied)
	for _, p := range players {
		after = append(after, p.acked.Load()+1) // another save may be done that is not acknowledged yet
	}
	stop()
	wg.Wait()
	must(t, errors.Join(err, db.Close()))

	restored := openFile(t, copied)
	for i, p := range players {
		r, err := restored.Load(t.Context(), p.match.ID)
		if v := int64(r.Match.Version); err != nil || v < before[i] || v > after[i] {
			t.Errorf("%s: version %d, %v; want one from %d to %d", p.match.ID, v, err, before[i], after[i])
		}
	}
	got, err := restored.Load(t.Context(), over.Match.ID)
	if diff := cmp.Diff(over, got); diff != "" || err != nil {
		t.Errorf("the finished match: %v (-want +got)\n%s", err, diff)
	}
	next := players[0].match
	if err := saveMatch(t.Context(), restored, next, int(mustVersion(t, restored, next.ID)), ""); err != nil {
		t.Errorf("the copy cannot be played on: %v", err)
	}
}

func mustVersion(t *testing.T, db *database.DB, id match.ID) int64 {
	t.Helper()
	r, err := db.Load(t.Context(), id)
	must(t, err)
	return int64(r.Match.Version)
}

func TestABackupThatFails(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "noughts.db")
	if err := os.WriteFile(path, []byte("this is no database, however long one looks at it; there is nothing in it at all, and so on"), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, from := range map[string]string{"no database": path, "no file": filepath.Join(folder, "none.db")} {
		if err := database.Backup(t.Context(), from, filepath.Join(folder, "copy.db")); err == nil {
			t.Errorf("%s was copied", what)
		}
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 1 {
		t.Errorf("there are now %v, %v", files, err)
	}
}

func TestABackupOverwritesNothingThatAppears(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	copied, there := filepath.Join(folder, "copied"), filepath.Join(folder, "there.db")
	for file, content := range map[string]string{copied: "a copy", there: "precious"} {
		must(t, os.WriteFile(file, []byte(content), 0o600))
	}
	if err := database.Publish(copied, there); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v, want fs.ErrExist", err)
	}
	if content, err := os.ReadFile(there); err != nil || string(content) != "precious" {
		t.Errorf("the file holds %q, %v", content, err)
	}
	if err := database.Publish(copied, filepath.Join(folder, "new.db")); err != nil {
		t.Error(err)
	}
}

// TestABackupRemovesWhatAKilledOneHasLeft checks that a backup removes the unfinished copy of a backup that was killed,
// but keeps the unfinished copy of a backup in progress. The folder's name would be a pattern for filepath.Glob.
func TestABackupRemovesWhatAKilledOneHasLeft(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "[games]")
	must(t, os.Mkdir(folder, 0o700))
	path := filepath.Join(folder, "noughts.db")
	must(t, openFile(t, path).Close())
	under, unlock, err := database.BackupFolder(folder)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(under, "copy"), []byte("half a copy"), 0o600))
	backupLeaves := func(when, file string, want ...string) {
		t.Helper()
		must(t, database.Backup(t.Context(), path, filepath.Join(folder, file)))
		files, err := os.ReadDir(folder)
		var names []string
		for _, f := range files {
			names = append(names, f.Name())
		}
		if fmt.Sprint(names) != fmt.Sprint(want) || err != nil {
			t.Errorf("%s there are %v, %v; want %v", when, names, err, want)
		}
	}
	backupLeaves("while another is under way", "first.db", filepath.Base(under), "first.db", "noughts.db", "noughts.db-lock")
	if err := unlock(); err != nil { // releases the lock, as the end of a killed backup's process does
		t.Fatal(err)
	}
	backupLeaves("afterwards", "second.db", "first.db", "noughts.db", "noughts.db-lock", "second.db")
	for _, name := range []string{"first.db", "second.db"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

func TestARestoreForgetsAgain(t *testing.T) {
	t.Parallel()
	const gone, back, stays = "111", "222", "333" // back had deleted their data before the backup, and has played again
	folder := t.TempDir()
	path, backup := filepath.Join(folder, "noughts.db"), filepath.Join(folder, "copy.db")
	db := openFile(t, path)
	end := func(id match.ID, x, o string) { mustEnd(t, db, ended(id, x, o, noon)) }
	forget := func(member string) {
		mustForget(t, db, member)
	}
	end("a", back, stays)
	forget(back)
	end("b", back, gone)
	end("c", gone, stays)
	must(t, database.Backup(t.Context(), path, backup))
	forget(gone)
	must(t, db.Close())
	done, err := database.Restore(t.Context(), backup, path)
	if err != nil || done.Forgotten != 1 || done.Unread != nil {
		t.Fatalf("%+v, %v, want one member forgotten again", done, err)
	}
	db = openFile(t, path)
	for member, want := range map[string]int{gone: 0, back: 1, stays: 2} {
		found, err := db.Finished(t.Context(), match.Query{Member: member, Limit: 10})
		if err != nil || len(found) != want {
			t.Errorf("%s has %d games, %v, want %d", member, len(found), err, want)
		}
	}
	db.PruneAll(t.Context(), time.Now().AddDate(0, 0, 29))
	if _, err := os.Stat(done.Kept); err != nil {
		t.Error(err)
	}
	db.PruneAll(t.Context(), time.Now().AddDate(0, 0, 31))
	if _, err := os.Stat(done.Kept); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the previous database is still there: %v", err)
	}
	must(t, db.Close())
	// A damaged database does not hinder the restore.
	must(t, os.WriteFile(path, []byte(strings.Repeat("damaged", 1000)), 0o600))
	if done, err := database.Restore(t.Context(), backup, path); err != nil || done.Unread == nil || done.Kept == "" {
		t.Errorf("over a damaged one: %+v, %v", done, err)
	}
}
