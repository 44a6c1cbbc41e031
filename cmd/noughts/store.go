package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"sync"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/ops"
	"noughts/bot/store/database"
)

// openStore opens the store that DATABASE_URL names and puts it into deps. The bot closes the store.
func openStore(ctx context.Context, cfg bot.Config, deps *bot.Deps) error {
	db, err := awaitDatabase(ctx, cfg, deps.Logger)
	if err != nil {
		return err
	}
	deps.Store = db
	if cfg.DatabaseURL == database.InMemory {
		deps.Logger.Warn("DATABASE_URL is memory:, so matches are lost when this process ends")
		return nil
	}
	deps.Sessions = db
	if leases := db.Leases(); leases != nil {
		deps.Leases = leases
	}
	return nil
}

// awaitDatabase opens the database. While the disk is full or the server does not answer, it tries again and serves
// health: the bot is not ready.
func awaitDatabase(ctx context.Context, cfg bot.Config, log *slog.Logger) (db *database.DB, err error) {
	serving, end := context.WithCancel(ctx)
	var server sync.WaitGroup
	defer server.Wait()
	defer end()
	if cfg.OpsAddr != "" {
		l, err := ops.Listen(ctx, "OPS_ADDR", cfg.OpsAddr)
		if err != nil {
			return nil, err
		}
		missing := func(context.Context) []string { return []string{"the database is not open yet, and the log says why"} }
		server.Go(func() { ops.Serve(serving, l, ops.Handler(missing, http.NotFoundHandler(), false), log) })
	}
	err = bot.Persist(ctx, log, "open the database", database.MayPass, func() (err error) {
		db, err = database.Open(ctx, string(cfg.DatabaseURL), log)
		return err
	})
	return db, err
}

// databaseURL returns the setting DATABASE_URL, without a check of the others: subcommands work without a token. It
// fails if the setting is missing and there is no database where the bot would create one.
func databaseURL() (config.Secret, error) {
	get, err := config.Environment(".env")
	if err != nil {
		return "", err
	}
	url, err := config.DatabaseURL(get)
	if path, _ := database.SQLitePath(string(url)); err == nil && get("DATABASE_URL") == "" {
		if _, missing := os.Stat(path); missing != nil {
			return "", misuse("DATABASE_URL", "is not set, and there is no "+path+" in this folder; set it as the bot has it")
		}
	}
	return url, err
}

func migrate(ctx context.Context, _ []string, stdout io.Writer) error {
	url, err := databaseURL()
	if err != nil {
		return err
	}
	if url == database.InMemory {
		return misuse("DATABASE_URL", "is memory:, so there is nothing to migrate")
	}
	db, err := database.Open(ctx, string(url), slog.New(slog.NewTextHandler(stdout, nil)))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	version, err := db.Version(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "the database is at version %d, which this program needs\n", version)
	return err
}
