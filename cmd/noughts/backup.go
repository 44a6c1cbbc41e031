package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"noughts/bot/store/database"
)

// backup is the subcommand that copies the database to a file.
func backup(args []string, stdout io.Writer) error {
	if len(args) != 1 || args[0] == "" {
		return misuse("backup", "needs the name of the file to write, such as noughts backup noughts-backup.db")
	}
	url, err := databaseURL()
	if err != nil {
		return err
	}
	path, ok := database.SQLitePath(string(url))
	switch {
	case inMemory(url):
		return misuse("DATABASE_URL", "names no database that lasts, so that there is nothing to back up")
	case !ok:
		return misuse("DATABASE_URL", "names a PostgreSQL database, which PostgreSQL's own pg_dump backs up")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
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
