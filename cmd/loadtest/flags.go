package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

const usageText = `Usage: loadtest [flags]

Starts an emulated Discord and a bot, lets members play many games at once, and
measures the bot. At the end it compares what Discord showed with what the bot has
stored. Exit status: 0 if all is well, 1 if games were lost or stuck or interactions
failed, 2 for wrong flags.

  -members N        number of members (default: one per seat)
  -games N          number of concurrent games (default 100)
  -variant NAME     classic1 to classic9, or ultimate (default classic3)
  -against WHOM     members or computer (default members)
  -level NAME       the computer's level (default: the bot's default)
  -rate N           interactions per second in total; 0 for as many as possible
                    (default 0). A lost press blocks its game for three seconds: with
                    -kill, use at least three games per press a second
  -duration TIME    how long to play, not counting restarts of the bot (default 10s)
  -transport NAME   gateway or http (default gateway)
  -replicas N       number of bot processes; over HTTP behind a built-in balancer
                    (default 1)
  -shards N         number of gateway shards that Discord recommends (default 1)
  -database URL     the bot's DATABASE_URL; sqlite: is a new temporary file
                    (default sqlite:)
  -kill N           kill a bot with SIGKILL at N random moments, and restart it
  -restart N        the same with SIGTERM
  -faults SEED      inject Discord faults that a bot should survive
  -flood N          one extra member presses N times a second, on and off every two
                    seconds; reports the others' latency with and without it
  -reviews N        members request reviews of games that have just ended, N at a time,
                    while the others play
  -scrape TIME      how often to read the bot's metrics during the run, which costs the
                    bot CPU time; 0 for never (default 250ms)
  -bot COMMAND      shell command that starts the bot (default: build and run this
                    module's)
  -json FILE        also write the result as JSON; - for standard output
  -seed N           random seed (default 1)
`

// options are the parsed flags.
type options struct {
	members, games   int
	variant          variant
	computer         bool
	level            string
	rate             float64
	duration         time.Duration
	http             bool
	replicas, shards int
	database         string
	kill, restart    int
	faults           *uint64 // the seed, nil without -faults
	flood            float64
	reviews          int
	scrape           time.Duration
	bot              string
	json             string
	seed             uint64
}

// parseFlags parses and checks the flags. It returns flag.ErrHelp if help was requested. The text of any other error is
// a sentence without the full stop at its end.
func parseFlags(args []string) (options, error) {
	o := options{variant: variant{size: 3}}
	f := flag.NewFlagSet("loadtest", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.IntVar(&o.members, "members", 0, "")
	f.IntVar(&o.games, "games", 100, "")
	f.TextVar(&o.variant, "variant", o.variant, "")
	against := oneOf(f, "against", "members", "computer")
	f.StringVar(&o.level, "level", "", "")
	f.Float64Var(&o.rate, "rate", 0, "")
	f.DurationVar(&o.duration, "duration", 10*time.Second, "")
	transport := oneOf(f, "transport", "gateway", "http")
	f.IntVar(&o.replicas, "replicas", 1, "")
	f.IntVar(&o.shards, "shards", 1, "")
	f.StringVar(&o.database, "database", "sqlite:", "")
	f.IntVar(&o.kill, "kill", 0, "")
	f.IntVar(&o.restart, "restart", 0, "")
	faults := f.Uint64("faults", 0, "")
	f.Float64Var(&o.flood, "flood", 0, "")
	f.IntVar(&o.reviews, "reviews", 0, "")
	f.DurationVar(&o.scrape, "scrape", sampleInterval, "")
	f.StringVar(&o.bot, "bot", "", "")
	f.StringVar(&o.json, "json", "", "")
	f.Uint64Var(&o.seed, "seed", 1, "")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q; loadtest takes flags only", f.Arg(0))
	}
	f.Visit(func(given *flag.Flag) {
		if given.Name == "faults" {
			o.faults = faults
		}
	})
	o.computer, o.http = *against == "computer", *transport == "http"
	if o.members == 0 {
		o.members = o.games * o.seats()
	}
	return o, o.check()
}

// A variant is the game to play. `size` is the board size of a classic game, or 0 for Ultimate.
type variant struct{ size int }

// UnmarshalText reads "classic1" to "classic9", or "ultimate".
func (v *variant) UnmarshalText(text []byte) error {
	size, classic := strings.CutPrefix(string(text), "classic")
	n, err := strconv.Atoi(size)
	switch {
	case string(text) == "ultimate":
		v.size = 0
	case classic && err == nil && 1 <= n && n <= 9:
		v.size = n
	default:
		return errors.New("must be classic1 to classic9, or ultimate")
	}
	return nil
}

// MarshalText returns the text that UnmarshalText reads.
func (v variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// String returns the variant's name.
func (v variant) String() string {
	if v.size == 0 {
		return "ultimate"
	}
	return "classic" + strconv.Itoa(v.size)
}

// command returns the slash command that begins a game, and the command's options.
func (v variant) command() (string, map[string]any) {
	if v.size == 0 {
		return "/ultimate", map[string]any{}
	}
	return "/classic", map[string]any{"size": v.size}
}

// oneOf defines a flag whose value must be one of the words. The first word is the default.
func oneOf(f *flag.FlagSet, name string, words ...string) *string {
	chosen := words[0]
	f.Func(name, "", func(text string) error {
		for _, w := range words {
			if text == w {
				chosen = text
				return nil
			}
		}
		return errors.New("must be " + strings.Join(words, " or "))
	})
	return &chosen
}

// seats returns how many members play in each game.
func (o *options) seats() int {
	if o.computer {
		return 1
	}
	return 2
}

// Upper bounds of flags. No run on one machine needs more.
const (
	mostOfAll    = 10_000_000 // for members, games and other counts
	mostReplicas = 100
	mostShards   = 1000
	mostTime     = 1000 * time.Hour
)

// check returns an error if an option is out of bounds or if two options cannot be used together.
func (o *options) check() error {
	for _, n := range []struct {
		flag           string
		n, least, most int
	}{
		{"games", o.games, 1, mostOfAll / o.seats()}, {"members", o.members, o.seats(), mostOfAll},
		{"replicas", o.replicas, 1, mostReplicas}, {"shards", o.shards, 1, mostShards},
		{"kill", o.kill, 0, mostOfAll}, {"restart", o.restart, 0, mostOfAll}, {"reviews", o.reviews, 0, mostOfAll},
	} {
		if n.n < n.least || n.n > n.most {
			return fmt.Errorf("-%s is %d, want %d to %d", n.flag, n.n, n.least, n.most)
		}
	}
	for _, n := range []struct {
		flag string
		n    float64
		of   string
	}{
		{"rate", o.rate, "interactions a second"}, {"flood", o.flood, "presses a second"}, {"scrape", o.scrape.Seconds(), "a time"},
	} {
		if !(n.n >= 0 && n.n <= mostOfAll) { // not written as n < 0 || n > mostOfAll, because those are false for NaN
			return fmt.Errorf("-%s is %v but must be %s, or 0", n.flag, n.n, n.of)
		}
	}
	switch {
	case o.flood > 0 && o.games < 2:
		return errors.New("-flood needs at least two games: the first is the flooding member's")
	case o.duration <= 0 || o.duration > mostTime:
		return fmt.Errorf("-duration is %v, want more than 0 and at most %v", o.duration, mostTime)
	case o.level != "" && !o.computer:
		return errors.New("-level needs -against computer")
	case o.shards > 1 && o.http:
		return errors.New("-shards cannot be used with -transport http")
	}
	return o.checkDatabase()
}

// checkDatabase returns an error if the database cannot do what other options need, such as survive a restart.
func (o *options) checkDatabase() error {
	scheme, _, ok := strings.Cut(o.database, ":")
	switch {
	case !ok:
		return fmt.Errorf("-database is %.40q but must be memory:, sqlite:PATH or postgres://…", o.database)
	case scheme == "memory" && o.kill+o.restart > 0:
		return errors.New("-database memory: is lost with the process: it cannot be used with -kill or -restart")
	case (scheme == "memory" || scheme == "sqlite") && o.replicas > 1:
		return fmt.Errorf("-replicas need a shared database, and %s: is not one; use postgres://…", scheme)
	}
	return nil
}

// outlives reports whether the database keeps its games when the bot's process ends. Only memory: loses them.
func (o *options) outlives() bool { return !strings.HasPrefix(o.database, "memory:") }

// scheme returns the kind of database, such as "postgres". It leaves out the rest of the URL, which may hold secrets.
func (o *options) scheme() string {
	scheme, _, _ := strings.Cut(o.database, ":")
	return scheme
}
