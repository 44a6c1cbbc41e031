// Playground runs the bot in an emulated Discord, with a web page to play on. It needs no account
// and no token, and nothing leaves this computer.
//
//	go run ./cmd/playground
//
// It prints the page's address on standard output when the page is ready, and ends on SIGINT and SIGTERM. With -bot
// none it starts no bot, so that another program can join as the bot. It then first prints the environment variables
// that such a bot needs, one a line. Exit codes: 0 after a clean stop, 2 for wrong flags, 1 otherwise.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/discordtest"
	"noughts/bot/store/database"
	"noughts/cmd/playground/web"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := program{stdout: os.Stdout, stderr: os.Stderr, bot: runBot}.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

type program struct {
	stdout, stderr io.Writer
	bot            func(ctx context.Context, cfg bot.Config, deps bot.Deps) error // runs a bot until ctx ends
}

func runBot(ctx context.Context, cfg bot.Config, deps bot.Deps) error {
	b, err := bot.New(cfg, deps)
	if err != nil {
		return fmt.Errorf("creating the bot: %w", err)
	}
	return b.Run(ctx)
}

func (p program) run(ctx context.Context, args []string) int {
	o, err := parseFlags(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		say(p.stdout, "%s", usage)
		return 0
	case err != nil:
		say(p.stderr, "playground: %v; -help shows the flags.\n", err)
		return 2
	}
	if err := p.play(ctx, o); err != nil && !errors.Is(err, context.Canceled) {
		say(p.stderr, "playground: %v\n", err)
		return 1
	}
	return 0
}

func (p program) play(ctx context.Context, o options) error {
	log := slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: o.level}))
	listener, err := listen(ctx, o)
	if err != nil {
		return err
	}
	texts := catalogue()
	wire, world := new(web.Wire), &web.World{Locales: locales(texts)}
	discord := newDiscord(o, log.With("of", "discord"), wire, world)
	if err := discord.Start(); err != nil {
		return errors.Join(fmt.Errorf("starting the emulator: %w", err), listener.Close())
	}
	defer discord.Close() // runs after the bot has disconnected
	fillWorld(world, discord, o)
	faults := &faultInjector{discord: discord, app: world.App}
	panel := &web.Panel{Wire: wire, Switches: faults.switches(), Status: faults.status}

	group, ctx := errgroup.WithContext(ctx)
	if o.guest {
		say(p.stdout, "%s", botVariables(world, discord))
	} else {
		kept, err := database.Open(ctx, database.InMemory, log.With("of", "database"))
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		defer func() { _ = kept.Close() }()
		cfg := bot.Config{Token: config.Secret(world.App.Token), APIURL: discord.URL(), Tiles: true}
		r := &runner{cfg: cfg, deps: bot.Deps{Logger: log.With("of", "bot"), Store: lasting{kept}, Texts: texts, NoRateLimit: true}, run: p.bot}
		panel.Switches = append(panel.Switches, r.restartSwitch())
		group.Go(func() error { return r.keepRunning(ctx) })
	}
	group.Go(func() error {
		return web.NewServer(world, panel, log.With("of", "page"), time.Now).At(o.addr).Serve(ctx, listener)
	})
	say(p.stdout, "%s\n", pageURL(listener.Addr()))
	return group.Wait()
}

// newDiscord returns an emulated Discord that logs its exchanges and tells `world` about changed threads.
func newDiscord(o options, log *slog.Logger, wire *web.Wire, world *web.World) *discordtest.Server {
	note := func(e discordtest.Exchange) {
		// Leave the bot's requests that install tiles out of the log of exchanges: a hundred at
		// once would push all other exchanges out of that log.
		if o.guest || e.Method+" "+e.Route != discordtest.RouteCreateEmoji {
			wire.Exchange(e)
		}
	}
	options := []discordtest.Option{
		discordtest.WithLogger(log), discordtest.WithObserver(note), discordtest.WithObserver(world.Notice),
		discordtest.WithInteractionObserver(wire.Interaction),
	}
	if !o.guest { // this module's bot restarts at once, and installs its tiles without delays
		options = append(options, discordtest.WithIdentifyPause(0), discordtest.WithGlobalLimit(math.MaxInt))
	}
	return discordtest.NewServer(options...)
}

// say prints for people. It ignores errors, because the reader may have closed the pipe.
func say(w io.Writer, format string, values ...any) {
	_, _ = fmt.Fprintf(w, format, values...)
}
