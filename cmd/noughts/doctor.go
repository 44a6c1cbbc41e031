package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/store/database"
)

func examine(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("doctor", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	guild := flags.String("guild", "", "a server's id")
	if err := flags.Parse(args); err != nil || flags.NArg() > 0 {
		return misuse("doctor", "takes only -guild and the id of a server")
	}
	wrong := 0
	tell := func(subject, detail string, err error) {
		mark := "✓"
		if err != nil {
			mark, detail = "✗", oneLine(err)
			wrong++
		}
		_, _ = fmt.Fprintf(stdout, "%s %s: %s\n", mark, subject, detail)
	}
	if err := examineAll(ctx, *guild, tell); err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%d %s found", wrong, map[bool]string{true: "problem", false: "problems"}[wrong == 1])
	}
	return nil
}

func examineAll(ctx context.Context, guild string, tell database.Tell) error {
	get, err := config.Environment(".env")
	if err != nil {
		tell("settings", "", err)
		return nil
	}
	cfg, err := config.Load(get)
	problems := append(config.Problems(get), misspelt(".env")...)
	for _, problem := range problems {
		tell("settings", "", problem)
	}
	if len(problems) == 0 {
		tell("settings", "valid", nil)
	}
	if url, err := config.DatabaseURL(get); err == nil && url != database.InMemory {
		database.Examine(ctx, string(url), tell)
	}
	if err != nil {
		return nil //nolint:nilerr // the first lines say it
	}
	if cfg.DatabaseURL == database.InMemory {
		tell("database", "", errors.New("DATABASE_URL is memory:, so all games are lost when the process ends; name a file, such as "+config.DefaultDatabase))
	}
	if keeper := newBackupSchedule(cfg, slog.New(slog.DiscardHandler)); keeper != nil {
		detail, err := keeper.Check()
		tell("backups", detail, err)
	}
	runs := bot.ExamineAddresses(ctx, cfg, readiness, tell)
	return bot.Examine(ctx, cfg, guild, runs, tell)
}

// readiness asks a bot at an address whether it is ready, and reports whether a bot answers, ready or not.
func readiness(ctx context.Context, addr string) (runs bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	var said strings.Builder
	err = askReady(ctx, addr, &said)
	return said.String() == "ok\n" || errors.Is(err, errNotReady), err
}

// misspelt returns an error for each name in a file that is no setting, but begins with the family of one, up to its
// first _.
func misspelt(file string) (problems []error) {
	values, err := config.ReadFile(file)
	if err != nil {
		return nil
	}
	var known []string
	_ = config.Problems(func(name string) string {
		known = append(known, name)
		return ""
	})
	family := func(name string) string { first, _, _ := strings.Cut(name, "_"); return first }
	for name := range values {
		if !slices.Contains(known, name) && slices.ContainsFunc(known, func(k string) bool { return family(k) == family(name) }) {
			problems = append(problems, config.Errorf(name, "in %s is not a setting of the bot; -h lists them", file))
		}
	}
	slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return problems
}
