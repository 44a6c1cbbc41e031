package backup_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store/backup"
	"noughts/bot/store/database"
	"noughts/game/match"
)

// TestBackupsAreMadeAndRemoved checks that Run makes a backup every hour (Keeper.Every), also while the database is in
// use, and removes the oldest backups. A second Run makes its first backup one hour after the last one of the first
// Run.
func TestBackupsAreMadeAndRemoved(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, kept := filepath.Join(folder, "noughts.db"), filepath.Join(folder, "backups")
	if err := os.Mkdir(kept, 0o700); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(kept, "notes.txt")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		db, err := database.Open(t.Context(), "sqlite:"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		k := &backup.Keeper{Database: path, Folder: kept, Every: time.Hour, Keep: 3, Log: slog.New(slog.DiscardHandler)}
		run := func(d time.Duration) {
			ctx, stop := context.WithTimeout(t.Context(), d)
			defer stop()
			k.Run(ctx)
		}
		run(4*time.Hour + 30*time.Minute)
		if _, err := db.ChangeServer(t.Context(), "1", func(s *match.Server) { s.KeepDays = 30 }); err != nil {
			t.Fatal(err)
		}
		if age := time.Since(k.Newest()); age != 30*time.Minute {
			t.Errorf("the newest is %v old", age)
		}
		run(time.Hour)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		for name, days := range map[string]int{"noughts-20000101T030000Z.db": 0, "noughts-20000101T050000Z.db": 30} {
			copied, err := database.Open(t.Context(), "sqlite:"+filepath.Join(kept, name), nil)
			if err != nil {
				t.Fatal(err)
			}
			s, err := copied.Server(t.Context(), "1")
			if err := errors.Join(err, copied.Close(), os.Remove(filepath.Join(kept, name+"-lock"))); err != nil || s.KeepDays != days {
				t.Errorf("%s: %+v, %v", name, s, err)
			}
		}
	})
	entries, err := os.ReadDir(kept)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if len(names) != 4 || names[1] != "noughts-20000101T030000Z.db" {
		t.Errorf("%v", names)
	}
}

// TestAFailedBackupIsMadeAgain lets a backup fail because its folder is missing. Run tries again ten minutes later.
// Until then Newest returns the time at which Run started.
func TestAFailedBackupIsMadeAgain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, kept := filepath.Join(folder, "noughts.db"), filepath.Join(folder, "backups")
	synctest.Test(t, func(t *testing.T) {
		db, err := database.Open(t.Context(), "sqlite:"+path, nil)
		if err == nil {
			err = db.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		k := &backup.Keeper{Database: path, Folder: kept, Every: time.Hour, Keep: 3, Log: slog.New(slog.DiscardHandler)}
		ctx, stop := context.WithTimeout(t.Context(), 15*time.Minute)
		defer stop()
		time.AfterFunc(5*time.Minute, func() {
			if age := time.Since(k.Newest()); age != 5*time.Minute {
				t.Errorf("the newest is %v old", age)
			}
			if err := os.Mkdir(kept, 0o700); err != nil {
				t.Error(err)
			}
		})
		k.Run(ctx)
		if age := time.Since(k.Newest()); age != 5*time.Minute {
			t.Errorf("the newest is %v old; want one made 10 minutes after the start", age)
		}
	})
}
