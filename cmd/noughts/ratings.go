package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"noughts/bot/store/database"
)

// ratings recomputes the ratings from all games, and compares them with the stored ones or replaces these.
func ratings(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) != 1 || args[0] != "verify" && args[0] != "rebuild" {
		return misuse("ratings", "needs verify or rebuild")
	}
	url, err := databaseURL()
	if err != nil {
		return err
	}
	if url == database.InMemory {
		return misuse("DATABASE_URL", "is memory:, so there are no ratings")
	}
	open, count, found := database.OpenReading, (*database.DB).VerifyRatings, "differ"
	if args[0] == "rebuild" {
		open, count, found = database.Open, (*database.DB).RebuildRatings, "were replaced"
	}
	db, err := open(ctx, string(url), slog.New(slog.NewTextHandler(stdout, nil)))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	r, err := count(db, ctx)
	if err != nil {
		return err
	}
	for _, difference := range r.Differences {
		_, _ = fmt.Fprintln(stdout, difference)
	}
	_, err = fmt.Fprintf(stdout, "recomputed %d games and %d rated members: %d numbers %s\n", r.Games, r.Members, r.Differing, found)
	switch {
	case err != nil:
		return err
	case r.Damaged > 0:
		return database.ErrLeftOut
	case r.Differing > 0 && args[0] == "verify":
		return database.ErrDiffers
	}
	return nil
}
