package main

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"noughts/bot"
	"noughts/bot/store/database"
)

// newBackupSchedule returns nil if no backups are configured or the database is not an SQLite file.
func newBackupSchedule(cfg bot.Config, log *slog.Logger) *database.BackupSchedule {
	path, ok := database.SQLitePath(string(cfg.DatabaseURL))
	if !ok || cfg.Backups.Folder == "" {
		return nil
	}
	id, _, _ := strings.Cut(string(cfg.Token), ".") // of the bot, also after its token was reset
	id = fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(id)))
	return &database.BackupSchedule{Database: path, Folder: cfg.Backups.Folder, Bot: id, Every: cfg.Backups.Every, Keep: cfg.Backups.Keep, Log: log}
}

func restore(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) != 1 || args[0] == "" {
		return misuse("restore", "needs the name of a backup, such as noughts restore noughts-backup.db")
	}
	url, err := databaseURL()
	if err != nil {
		return err
	}
	path, ok := database.SQLitePath(string(url))
	if !ok {
		return misuse("DATABASE_URL", "is not a SQLite file; see deploy/BACKUPS.md for PostgreSQL")
	}
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	done, err := database.Restore(ctx, args[0], path)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s is restored from %s\n", path, args[0])
	if done.Kept != "" {
		_, _ = fmt.Fprintf(stdout, "the previous database is now %s, and is deleted after 30 days\n", done.Kept)
	}
	if done.Forgotten > 0 {
		_, _ = fmt.Fprintf(stdout, "%d members had deleted their data since then; it is deleted again\n", done.Forgotten)
	}
	if done.Unread != nil {
		_, _ = fmt.Fprintf(stdout, "the previous database does not say who has deleted their data since then, so the backup brings it back: %v\n", done.Unread)
	}
	return err
}

func backup(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) != 1 || args[0] == "" {
		return misuse("backup", "needs the name of the file to write, such as noughts backup noughts-backup.db")
	}
	url, err := databaseURL()
	if err != nil {
		return err
	}
	path, ok := database.SQLitePath(string(url))
	switch {
	case url == database.InMemory:
		return misuse("DATABASE_URL", "is memory:, so there is nothing to back up")
	case !ok:
		return misuse("DATABASE_URL", "is a PostgreSQL database; back it up with pg_dump")
	}
	if err := database.Backup(ctx, path, args[0]); err != nil {
		return err
	}
	info, err := os.Stat(args[0])
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s holds a copy of %s, %d bytes\n", args[0], path, info.Size())
	return err
}
