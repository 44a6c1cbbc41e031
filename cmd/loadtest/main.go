// Command loadtest plays many games at once against a bot, measures the bot, and checks that the bot never loses a move
// that Discord has shown.
//
// The emulated Discord and its members live in this process. The bot runs in processes of its own, and sees only that
// Discord. The exit status is 0 if the bot showed no fault. It is 1 if a game was lost or stuck, if an interaction
// failed, if the database is corrupt or has wrong ratings, or if the run could not be completed. It is 2 for wrong flags.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		_, _ = fmt.Fprintf(stderr, "loadtest: %v; -help shows the flags.\n", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := runTest(ctx, o, stderr)
	if err == nil {
		err = r.write(o.json, stdout)
	}
	if ctx.Err() != nil {
		err = errors.New("stopped")
	}
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "loadtest: %v\n", err)
	}
	if err != nil || !r.good() {
		return 1
	}
	return 0
}

const introduction = `Usage: loadtest [flags]

Lets members of an emulated Discord play many games at once, measures the bot, and
compares what Discord showed with what the bot has stored. Exit status: 0 if all is
well, 1 if games were lost or stuck or interactions failed, 2 for wrong flags.

`

type options struct {
	members, games, replicas, kill, restart, reviews        int
	variant, against, level, transport, database, bot, json string
	rate                                                    float64
	duration, scrape                                        time.Duration
	faults                                                  *uint64 // the seed, nil without -faults
	seed                                                    uint64
}

// parseFlags parses and checks the flags. If help was requested, it prints the help and returns flag.ErrHelp. Other
// errors are a sentence without the full stop.
func parseFlags(args []string, help io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("loadtest", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.IntVar(&o.members, "members", 0, "`number` of members (default one per seat)")
	f.IntVar(&o.games, "games", 100, "`number` of concurrent games")
	f.StringVar(&o.variant, "variant", "classic3", "classic1 to classic9, or ultimate")
	f.StringVar(&o.against, "against", "members", "members or computer")
	f.StringVar(&o.level, "level", "", "the computer's `level` (default the bot's default)")
	f.Float64Var(&o.rate, "rate", 0, "interactions a second in total; 0 for as many as possible. A lost press blocks its game\n"+
		"for three seconds: with -kill, use at least three games per press a second")
	f.DurationVar(&o.duration, "duration", 10*time.Second, "how long to play, not counting restarts of the bot")
	f.StringVar(&o.transport, "transport", "gateway", "gateway or http")
	f.IntVar(&o.replicas, "replicas", 1, "`number` of bot processes; over HTTP behind a built-in balancer")
	f.StringVar(&o.database, "database", "sqlite:", "the bot's DATABASE_URL; sqlite: is a new temporary file")
	f.IntVar(&o.kill, "kill", 0, "end a bot with SIGKILL at this `number` of random moments, and restart it")
	f.IntVar(&o.restart, "restart", 0, "end a bot with SIGTERM at this `number` of random moments, and restart it")
	f.Func("faults", "inject Discord faults that a bot should survive, drawn with this `seed`", func(text string) error {
		seed, err := strconv.ParseUint(text, 0, 64)
		o.faults = &seed
		return err
	})
	f.IntVar(&o.reviews, "reviews", 0, "members request reviews of games that have just ended, this `number` at a time")
	f.DurationVar(&o.scrape, "scrape", sampleInterval, "how often to read the bot's metrics, which costs it CPU time; 0 for never")
	f.StringVar(&o.bot, "bot", "", "shell `command` that starts the bot, as after exec (default this module's, built)")
	f.StringVar(&o.json, "json", "", "also write the result as JSON to a `file`; - for standard output")
	f.Uint64Var(&o.seed, "seed", 1, "random seed")
	err := f.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		_, _ = io.WriteString(help, introduction)
		f.SetOutput(help)
		f.PrintDefaults()
	}
	if err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q; loadtest takes flags only", f.Arg(0))
	}
	if o.members == 0 {
		o.members = o.games * o.seats()
	}
	return o, o.check()
}

func (o *options) seats() int {
	if o.against == "computer" {
		return 1
	}
	return 2
}

func (o *options) command() string { return "/" + strings.TrimRight(o.variant, "123456789") }

// scheme returns the kind of database, such as "postgres". It leaves out the rest of the URL, which may hold secrets.
func (o *options) scheme() string {
	scheme, _, _ := strings.Cut(o.database, ":")
	return scheme
}

// outlives reports whether the database keeps its games when the bot's process ends.
func (o *options) outlives() bool { return o.scheme() != "memory" }

func (o *options) check() error {
	const mostOfAll = 10_000_000 // no run on one machine needs more
	for _, n := range []struct {
		flag           string
		n, least, most int
	}{
		{"games", o.games, 1, mostOfAll / o.seats()}, {"members", o.members, o.seats(), mostOfAll}, {"replicas", o.replicas, 1, 100},
		{"kill", o.kill, 0, mostOfAll}, {"restart", o.restart, 0, mostOfAll}, {"reviews", o.reviews, 0, mostOfAll},
	} {
		if n.n < n.least || n.n > n.most {
			return fmt.Errorf("-%s is %d, want %d to %d", n.flag, n.n, n.least, n.most)
		}
	}
	for _, w := range [][3]string{
		{"variant", o.variant, "classic[1-9]|ultimate"}, {"against", o.against, "members|computer"},
		{"transport", o.transport, "gateway|http"},
	} {
		if !regexp.MustCompile("^(" + w[2] + ")$").MatchString(w[1]) {
			return fmt.Errorf("-%s must be one of %s", w[0], strings.ReplaceAll(w[2], "|", ", "))
		}
	}
	scheme := o.scheme()
	switch {
	case math.IsNaN(o.rate) || o.rate < 0 || o.rate > mostOfAll:
		return fmt.Errorf("-rate is %v but must be interactions a second, or 0", o.rate)
	case o.scrape < 0:
		return fmt.Errorf("-scrape is %v but must be a time, or 0", o.scrape)
	case o.duration <= 0:
		return fmt.Errorf("-duration is %v but must be a time", o.duration)
	case o.level != "" && o.against != "computer":
		return errors.New("-level needs -against computer")
	case scheme == o.database:
		return fmt.Errorf("-database is %.40q but must be memory:, sqlite:PATH or postgres://…", o.database)
	case scheme == "memory" && o.kill+o.restart > 0:
		return errors.New("-database memory: is lost with the process: it cannot be used with -kill or -restart")
	case (scheme == "memory" || scheme == "sqlite") && o.replicas > 1:
		return fmt.Errorf("-replicas need a shared database, and %s: is not one; use postgres://…", scheme)
	}
	return nil
}
