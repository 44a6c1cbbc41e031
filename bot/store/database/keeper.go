package database

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

const (
	retryAfter = 10 * time.Minute
	// layout is the end of a backup's name as a layout for time.Format: the time of the backup, in UTC.
	layout = "20060102T150405Z.db"
)

// A BackupSchedule makes backups of one database and removes old ones. Set the fields before Run.
//
// It numbers its backups, and tells old ones from new ones by their numbers: clocks may go wrong.
type BackupSchedule struct {
	Database string        // the SQLite file
	Folder   string        // where the backups go
	Bot      string        // is part of the names, so that several bots may use one folder; has no "-"
	Every    time.Duration // the time between two backups
	Keep     int           // how many backups are kept
	Log      *slog.Logger

	began atomic.Pointer[time.Time] // when Run began
}

// Newest returns the time of the newest backup in the folder. If there is none, it returns the time at which Run began.
func (k *BackupSchedule) Newest() (at time.Time) {
	if all := k.list(); len(all) > 0 {
		return all[len(all)-1].at
	}
	if began := k.began.Load(); began != nil {
		at = *began
	}
	return at
}

// Run makes a backup whenever the newest one is older than Every, until ctx ends. After a failed
// backup it tries again in ten minutes, or after Every if that is shorter.
func (k *BackupSchedule) Run(ctx context.Context) {
	began := time.Now()
	k.began.Store(&began)
	due := began
	if all := k.list(); len(all) > 0 {
		if last := all[len(all)-1].at; !last.After(began) { // else the age is unknown
			due = began.Add(k.Every - began.Sub(last))
		}
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

func (k *BackupSchedule) make(ctx context.Context) error {
	now, number, all := time.Now(), 1, k.list()
	if len(all) > 0 {
		number = all[len(all)-1].number + 1
	}
	file := filepath.Join(k.Folder, fmt.Sprintf("noughts-%s-%d-%s", k.Bot, number, now.UTC().Format(layout)))
	if err := Backup(ctx, k.Database, file); err != nil {
		return err
	}
	k.Log.Info("made a backup", "file", file, "took", time.Since(now).Round(time.Millisecond))
	for _, old := range all[:max(0, len(all)+1-k.Keep)] {
		if err := os.Remove(filepath.Join(k.Folder, old.name)); err != nil {
			k.Log.Error("cannot delete an old backup; trying again after the next one", "err", err)
		}
	}
	return nil
}

type made struct {
	name   string
	number int
	at     time.Time
}

// list returns the bot's backups in the folder, the oldest first. It ignores other files.
func (k *BackupSchedule) list() (all []made) {
	entries, _ := os.ReadDir(k.Folder) // database.Backup will report why the folder cannot be read
	for _, e := range entries {
		rest, _ := strings.CutPrefix(e.Name(), "noughts-"+k.Bot+"-")
		number, stamp, _ := strings.Cut(rest, "-")
		n, err := strconv.Atoi(number)
		at, notTime := time.Parse(layout, stamp)
		if err == nil && notTime == nil {
			all = append(all, made{e.Name(), n, at})
		}
	}
	slices.SortFunc(all, func(a, b made) int { return a.number - b.number })
	return all
}

// Check describes the newest backup and its age. It returns an error if that backup is older than
// twice Every or dated in the future, if old ones are not removed, or if the folder cannot be written.
func (k *BackupSchedule) Check() (string, error) {
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
	age := time.Since(all[len(all)-1].at).Round(time.Second)
	switch {
	case age < 0:
		return "", fmt.Errorf("the newest of %d in %q is dated %v in the future: see whether the clock is right", len(all), k.Folder, -age)
	case len(all) > k.Keep:
		return "", fmt.Errorf("%d in %q, but BACKUP_KEEP is %d: if the bot cannot delete the old ones, its log says why", len(all), k.Folder, k.Keep)
	case age > 2*k.Every:
		return "", fmt.Errorf("the newest of %d in %q is %v old, but one is due every %v: if the bot was running, see its log", len(all), k.Folder, age, k.Every)
	}
	return fmt.Sprintf("%d in %q, the newest %v old", len(all), k.Folder, age), nil
}
