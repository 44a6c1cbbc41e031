package database_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store/database"
	"noughts/game/match"
)

// Run makes a backup every hour (BackupSchedule.Every), also while the database is in use. A second Run makes its first
// backup one hour after the last one of the first Run.
func TestBackupsAreMadeAndRemoved(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, kept := filepath.Join(folder, "noughts.db"), filepath.Join(folder, "backups")
	must(t, os.Mkdir(kept, 0o700))
	synctest.Test(t, func(t *testing.T) {
		db, err := database.Open(t.Context(), "sqlite:"+path, nil)
		must(t, err)
		k := &database.BackupSchedule{Database: path, Folder: kept, Bot: "b", Every: time.Hour, Keep: 3, Log: slog.New(slog.DiscardHandler)}
		run := func(d time.Duration) {
			ctx, stop := context.WithTimeout(t.Context(), d)
			defer stop()
			k.Run(ctx)
		}
		run(4*time.Hour + 30*time.Minute)
		mustChangeServer(t, db, "1", func(s *match.Server) { s.RetentionDays = 30 })
		if age := time.Since(k.Newest()); age != 30*time.Minute {
			t.Errorf("the newest is %v old", age)
		}
		run(time.Hour)
		must(t, db.Close())
		for name, days := range map[string]int{"noughts-b-4-20000101T030000Z.db": 0, "noughts-b-6-20000101T050000Z.db": 30} {
			copied, err := database.Open(t.Context(), "sqlite:"+filepath.Join(kept, name), nil)
			must(t, err)
			s, err := copied.Server(t.Context(), "1")
			if err := errors.Join(err, copied.Close(), os.Remove(filepath.Join(kept, name+"-lock"))); err != nil || s.RetentionDays != days {
				t.Errorf("%s: %+v, %v", name, s, err)
			}
		}
	})
}

func TestAFailedBackupIsMadeAgain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, kept := filepath.Join(folder, "noughts.db"), filepath.Join(folder, "backups")
	synctest.Test(t, func(t *testing.T) {
		db, err := database.Open(t.Context(), "sqlite:"+path, nil)
		if err == nil {
			err = db.Close()
		}
		must(t, err)
		k := &database.BackupSchedule{Database: path, Folder: kept, Bot: "b", Every: time.Hour, Keep: 3, Log: slog.New(slog.DiscardHandler)}
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

// TestBackupsAreTrustedByTheirNumbers runs a keeper for three and a half hours in a folder that already has files. It must
// make a backup an hour, remove old ones of its own but for those that cannot be deleted, and leave alone another bot's.
// Newest and Check must tell what is in the folder. The clock of the test begins at midnight of 2000-01-01.
func TestBackupsAreTrustedByTheirNumbers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before  []string // a name that ends in "/" is a folder that cannot be deleted
		left    string   // the other files in the end
		backups int      // the number of the last backup
		wrong   string   // Check's error before Run
		still   string   // Check's error after Run
	}{
		"nothing":                         {nil, "", 4, "", ""},
		"one from the future":             {[]string{"noughts-b-7-20300101T000000Z.db"}, "", 11, "in the future", ""},
		"many from the future":            {[]string{"noughts-b-7-20300101T000000Z.db", "noughts-b-8-20310101T000000Z.db", "noughts-b-9-20290101T000000Z.db"}, "", 13, "in the future", ""},
		"an older one, newer by its time": {[]string{"noughts-b-1-20300101T000000Z.db", "noughts-b-2-19991231T233000Z.db"}, "", 6, "", ""},
		"one that cannot be deleted":      {[]string{"noughts-b-1-19991231T233000Z.db/"}, "noughts-b-1-19991231T233000Z.db", 5, "", "BACKUP_KEEP is 2"},
		"another bot's": {[]string{"noughts-a-9-20300101T000000Z.db", "noughts-bb-9-19990101T000000Z.db"},
			"noughts-a-9-20300101T000000Z.db noughts-bb-9-19990101T000000Z.db", 4, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			path, kept := filepath.Join(folder, "noughts.db"), filepath.Join(folder, "backups")
			for _, file := range c.before {
				must(t, os.MkdirAll(filepath.Join(kept, file, "full"), 0o700))
				if !strings.HasSuffix(file, "/") {
					_ = os.RemoveAll(filepath.Join(kept, file, "full"))
				}
			}
			synctest.Test(t, func(t *testing.T) {
				openFile(t, path)
				must(t, os.MkdirAll(kept, 0o700))
				k := &database.BackupSchedule{Database: path, Folder: kept, Bot: "b", Every: time.Hour, Keep: 2, Log: slog.New(slog.DiscardHandler)}
				check := func(when, want string) {
					if _, err := k.Check(); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
						t.Errorf("%s Check says %v, want %q", when, err, want)
					}
				}
				check("before", c.wrong)
				ctx, stop := context.WithTimeout(t.Context(), 3*time.Hour+45*time.Minute)
				defer stop()
				k.Run(ctx)
				check("after", c.still)
				entries, _ := os.ReadDir(kept)
				var own []int
				var left []string
				for _, e := range entries {
					if n := 0; e.IsDir() {
						left = append(left, e.Name())
					} else if _, err := fmt.Sscanf(e.Name(), "noughts-b-%d", &n); err == nil {
						own = append(own, n)
					}
				}
				slices.Sort(own)
				if !slices.Equal(own, []int{c.backups - 1, c.backups}) || strings.Join(left, " ") != c.left {
					t.Errorf("there are %d and %q, want the last two up to %d and %q", own, left, c.backups, c.left)
				}
				if age := time.Since(k.Newest()); age < 0 || age > time.Hour {
					t.Errorf("the newest is %v old", age)
				}
			})
		})
	}
}
