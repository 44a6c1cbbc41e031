package config

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// Backups says where and how often the bot copies its SQLite database.
type Backups struct {
	Folder string        // "" for no backups
	Every  time.Duration // between two backups
	Keep   int           // how many backups are kept
}

// Defaults of BACKUP_EVERY and BACKUP_KEEP, and the shortest time between two backups.
const (
	DefaultBackupEvery = 24 * time.Hour
	DefaultBackupKeep  = 7
	leastBackupEvery   = time.Minute
)

func backups(get func(string) string, database Secret) (Backups, error) {
	folder, every, keep := get("BACKUP_DIR"), get("BACKUP_EVERY"), get("BACKUP_KEEP")
	b := Backups{Folder: folder, Every: DefaultBackupEvery, Keep: DefaultBackupKeep}
	var err error
	if every != "" {
		if b.Every, err = time.ParseDuration(every); err != nil || b.Every < leastBackupEvery {
			return Backups{}, Errorf("BACKUP_EVERY", "must be a time of %v or more, such as 24h or 90m", leastBackupEvery)
		}
	}
	if keep != "" {
		if b.Keep, err = strconv.Atoi(keep); err != nil || b.Keep < 1 {
			return Backups{}, Errorf("BACKUP_KEEP", "must be a number from 1")
		}
	}
	if folder == "" {
		return Backups{}, nil
	}
	if database != "" && !strings.HasPrefix(string(database), "sqlite:") {
		return Backups{}, Errorf("BACKUP_DIR", "works with SQLite only; see deploy/BACKUPS.md for PostgreSQL")
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return Backups{}, Errorf("BACKUP_DIR", "must be an existing folder")
	}
	return b, nil
}
