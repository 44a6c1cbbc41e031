// Command noughts is the Discord bot. It plays tic-tac-toe on classic boards up to 9×9, misère and Ultimate.
// Environment variables configure the bot; -h lists them. A file .env in the working directory may hold them too.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/metrics"
	"noughts/bot/ops"
	"noughts/commands/texts"
)

const usage = `noughts is a Discord bot that plays tic-tac-toe.

Usage: noughts [-version]
       noughts SUBCOMMAND

Without a subcommand it is the bot.

%s
It is configured by environment variables, or a file .env in the working
directory; the environment wins:

  DISCORD_TOKEN       the bot's token (required), or
  DISCORD_TOKEN_FILE  a file that holds it
  DISCORD_GUILD_ID    register the commands in this one server only
  DISCORD_API_URL     scheme and host of the REST API, if not Discord's own
  DISCORD_WEB_URL     scheme and host of the web client that links lead to, if
                      not Discord's own
  DISCORD_PUBLIC_KEY  the application's public key, and
  HTTP_ADDR           where /interactions is served: both for interactions over
                      HTTP instead of the gateway
  DATABASE_URL        where matches are kept: sqlite:PATH, postgres://USER:PASSWORD@HOST/DB
                      or memory: (` + config.DefaultDatabase + `)
  BACKUP_DIR          a folder for backups of the SQLite file, which the bot makes
                      every BACKUP_EVERY (24h) and keeps BACKUP_KEEP (7) of
  KEEP_REMOVED        how long to keep the data of servers that removed the bot (720h)
  PRIVACY_URL         https addresses of your privacy policy and terms, to which
  TERMS_URL           /help and /settings link
  OPS_ADDR            where /livez, /readyz and /metrics are served, or off (` + config.DefaultOpsAddr + `)
  OPS_PROFILE         on: also serve Go profiles at /debug/pprof/; or off (off)
  SHARDS              auto, which processes on one PostgreSQL share, or a list
                      such as 0,1/4 (auto)
  HTTPS_PROXY         the proxy for REST and for the gateway, except for what
  NO_PROXY            lists; both not from .env
  TILES               on: install tiles as emoji of the application, and draw boards
                      with them; or off (on)
  AI_WORKERS          searches at once (number of processors)
  LOG_LEVEL           debug, info, warn or error (info)
  LOG_FORMAT          text or json (text)

Exit status: 0 after a clean stop, 2 for a wrong setting or token, 1 otherwise.
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks the bot to stop. It also restores the default behavior of signals, so a second signal ends
	// the process at once.
	defer context.AfterFunc(ctx, stop)()
	flags := flag.NewFlagSet("noughts", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { _, _ = fmt.Fprintf(flags.Output(), usage, describeSubcommands()) }
	version := flags.Bool("version", false, "print the version")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return bot.ExitOK
	case err != nil:
		return bot.ExitConfig
	case *version:
		return report(stderr, printVersion(ctx, nil, stdout))
	case flags.NArg() == 0:
		return report(stderr, serve(ctx, stderr))
	}
	chosen, ok := findSubcommand(flags.Arg(0))
	if !ok {
		_, _ = fmt.Fprintf(stderr, "noughts: unknown command %q; -h lists them\n", flags.Arg(0))
		return bot.ExitConfig
	}
	rest := flags.Args()[1:]
	if len(rest) == 1 && (rest[0] == "-h" || rest[0] == "-help" || rest[0] == "--help") {
		flags.Usage()
		return bot.ExitOK
	}
	if chosen.args == "" && len(rest) > 0 {
		return report(stderr, misuse(chosen.name, "takes no arguments"))
	}
	return report(stderr, chosen.run(ctx, rest, stdout))
}

func report(stderr io.Writer, err error) int {
	code := bot.ExitCode(err)
	if code != bot.ExitOK {
		_, _ = fmt.Fprintln(stderr, "noughts:", oneLine(err))
	}
	return code
}

// oneLine returns an error's text in one line, without the database's password.
func oneLine(err error) string {
	url, _ := databaseURL() // an error leaves it empty
	return ops.Redact(strings.Join(strings.Fields(err.Error()), " "), config.Config{DatabaseURL: url}.Secrets()...)
}

func serve(ctx context.Context, stderr io.Writer) error {
	get, err := config.Environment(".env")
	if err != nil {
		return err
	}
	cfg, err := config.Load(get)
	if err != nil {
		return err
	}
	deps := bot.Deps{Logger: newLogger(stderr, cfg)}
	deps.Logger = ops.NewLogger(deps.Logger, cfg.Secrets()...)
	deps.Logger.Info("starting", "version", buildVersion())
	if err := openStore(ctx, cfg, &deps); err != nil {
		return err
	}
	m := metrics.New()
	deps.Meter, deps.Store = m, m.Store(deps.Store)
	keeper := newBackupSchedule(cfg, deps.Logger)
	if keeper != nil {
		deps.NewestBackup = keeper.Newest
	}
	b, err := bot.New(cfg, deps)
	if err != nil {
		return errors.Join(err, deps.Store.Close())
	}
	texts.Load().Unload() // registering the commands loaded all languages; members use only a few
	debug.FreeOSMemory()
	if keeper == nil {
		return b.Run(ctx)
	}
	var backups sync.WaitGroup
	ctx, stop := context.WithCancel(ctx)
	backups.Go(func() { keeper.Run(ctx) })
	defer backups.Wait()
	defer stop()
	return b.Run(ctx)
}

func newLogger(w io.Writer, cfg bot.Config) *slog.Logger {
	options := &slog.HandlerOptions{Level: cfg.LogLevel}
	if cfg.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
