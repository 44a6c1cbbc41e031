package database_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"noughts/bot/store/database"
)

// BenchmarkBackup measures how long it takes to back up a SQLite file and to restore it. Half of the file's games are
// finished.
func BenchmarkBackup(b *testing.B) {
	folder := b.TempDir()
	path, backup := filepath.Join(folder, "noughts.db"), filepath.Join(folder, "backup.db")
	db := open(b, "sqlite:"+path)
	fill(b, db, 0, *mostRows/2)
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	run := func(name string, each func() error) {
		b.Run(fmt.Sprintf("%s/games=%d", name, *mostRows), func(b *testing.B) {
			for b.Loop() {
				if err := each(); err != nil {
					b.Fatal(err)
				}
			}
			info, err := os.Stat(backup)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(info.Size())/1e6, "MB")
		})
	}
	run("backup", func() error {
		_ = os.Remove(backup)
		return database.Backup(b.Context(), path, backup)
	})
	run("restore", func() error {
		done, err := database.Restore(b.Context(), backup, path)
		_ = os.Remove(done.Kept)
		return err
	})
}
