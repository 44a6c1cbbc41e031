// Package backup copies a SQLite database to a folder at regular times while the bot runs.
package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"noughts/bot/store/database"
)

const (
	// retryAfter is the pause after a failed backup.
	retryAfter = 10 * time.Minute
	// layout is the name of a backup's file as a layout for time.Format. The name has the time of the backup, in UTC.
	layout = "noughts-20060102T150405Z.db"
)

// A Keeper makes backups of one database and removes old ones. Set the fields before Run.
type Keeper struct {
	Database string        // the SQLite file
	Folder   string        // where the backups go
	Every    time.Duration // the time between two backups
	Keep     int           // how many backups are kept
	Log      *slog.Logger

	newest atomic.Pointer[time.Time]
}

// Newest returns the time of the newest backup, or of the start of Run if there is no backup. It is
// the zero time before Run.
func (k *Keeper) Newest() time.Time {
	if at := k.newest.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// Run makes a backup whenever the newest one is older than Every, until ctx ends. After a failed
// backup it tries again in ten minutes, or after Every if that is shorter.
func (k *Keeper) Run(ctx context.Context) {
	began := time.Now()
	k.newest.Store(&began)
	due := began
	if all := k.list(); len(all) > 0 {
		last := all[len(all)-1]
		k.newest.Store(&last)
		due = last.Add(k.Every)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(due)):
		}
		due = time.Now().Add(k.Every)
		switch err := k.make(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			due = time.Now().Add(min(k.Every, retryAfter))
			k.Log.Error("the backup failed and is made again", "folder", k.Folder, "in", time.Until(due).Round(time.Second), "err", err)
		}
	}
}

// make makes a backup. It then removes the oldest ones if there are more than the Keeper should keep.
func (k *Keeper) make(ctx context.Context) error {
	now := time.Now()
	file := filepath.Join(k.Folder, now.UTC().Format(layout))
	if err := database.Backup(ctx, k.Database, file); err != nil {
		return err
	}
	k.newest.Store(&now)
	k.Log.Info("made a backup", "file", file, "took", time.Since(now).Round(time.Millisecond))
	all := k.list()
	for _, old := range all[:max(0, len(all)-k.Keep)] {
		if err := os.Remove(filepath.Join(k.Folder, old.Format(layout))); err != nil {
			return fmt.Errorf("cannot delete an old backup: %w", err)
		}
	}
	return nil
}

// list returns the times of the backups in the folder, the oldest first. It ignores other files.
func (k *Keeper) list() (times []time.Time) {
	entries, err := os.ReadDir(k.Folder)
	if err != nil {
		return nil // database.Backup will report why the folder cannot be read
	}
	for _, e := range entries {
		if at, err := time.Parse(layout, e.Name()); err == nil {
			times = append(times, at)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	return times
}

// Check describes the newest backup and its age. It returns an error if that backup is older than
// twice Every, or if the folder cannot be written.
func (k *Keeper) Check() (string, error) {
	trial, err := os.CreateTemp(k.Folder, ".noughts-doctor-*")
	if err != nil {
		return "", fmt.Errorf("cannot write to BACKUP_DIR: %w", err)
	}
	if err := errors.Join(trial.Close(), os.Remove(trial.Name())); err != nil {
		return "", err
	}
	all := k.list()
	if len(all) == 0 {
		return fmt.Sprintf("none yet; the bot makes one every %v", k.Every), nil
	}
	age := time.Since(all[len(all)-1]).Round(time.Second)
	if age > 2*k.Every {
		return "", fmt.Errorf("the newest of %d in %q is %v old, but one is due every %v: if the bot was running, see its log", len(all), k.Folder, age, k.Every)
	}
	return fmt.Sprintf("%d in %q, the newest %v old", len(all), k.Folder, age), nil
}
