// Package bot is the running bot: it connects the bot's parts in one process. Interactions come to the inbox, from
// package gateway or as signed HTTP requests. Package commands turns each interaction into a plan. Package matches
// carries out the plan and stores the result, and package rest sends the answer to Discord.
package bot

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"noughts/bot/config"
	"noughts/bot/gateway"
	"noughts/bot/inbox"
	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/bot/ops"
	"noughts/bot/queue"
	"noughts/bot/rest"
	"noughts/bot/reviews"
	"noughts/bot/servers"
	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/tournaments"
	"noughts/commands"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// Config has the settings: see config.Load. New does not open Config.DatabaseURL: the caller opens the database and
// passes it in Deps.Store.
type Config = config.Config

// Deps are the bot's dependencies. Every field is optional. There is no clock among the fields:
// tests use the fake clock of testing/synctest.
type Deps struct {
	// Logger receives the log, with secrets redacted. Default: no log.
	Logger *slog.Logger
	// Transport sends REST requests. Default: the result of rest.NewTransport.
	Transport http.RoundTripper
	// Dial opens gateway connections. Default: a net.Dialer, through the proxy in HTTPS_PROXY if that is set.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// OpsListener serves health and metrics instead of Config.OpsAddr. Run closes it.
	OpsListener net.Listener
	// HTTPListener serves interactions instead of Config.HTTPAddr. Run closes it.
	HTTPListener net.Listener
	// Store stores the matches. Run closes it. Default: a database in memory.
	Store store.Store
	// Sessions stores gateway sessions for the next process. Default: sessions end with the process.
	Sessions gateway.Sessions
	// Leases divides the gateway's shards among processes, unless the configuration names the shards. It also ensures
	// that only one process at a time uploads tiles, the emoji that boards are drawn with. Default: this process has
	// all shards.
	Leases gateway.Leases
	// Rand seeds the random numbers: match ids, coin tosses and the computer's seeds. Default: crypto/rand.
	Rand io.Reader
	// NewPlayer returns the computer player of a level. Default: ai.New.
	NewPlayer func(v game.Variant, level string, seed uint64) (ai.Player, error)
	// Texts has the texts for members. Default: texts.Load.
	Texts *texts.Catalogue
	// Limits are the limits on requests. Default: limits.Defaults.
	Limits limits.Limits
	// NoRateLimit is for tests with an emulated Discord that has no rate limits. The bot then does not limit its own
	// calls per second, and does not pause between uploads of tiles (emoji for boards).
	NoRateLimit bool
	// NewestBackup returns when the newest backup of the database was made. Default: there are no backups.
	NewestBackup func() time.Time
	// Meter counts events in the bot, and serves the counts at /metrics. Default: nothing is counted.
	Meter Meter
}

// A Bot is one bot process. Make it with New, start it with Run.
type Bot struct {
	cfg      Config
	deps     Deps
	log      *slog.Logger
	rest     *rest.Client
	emojis   *tileInstaller
	commands *commands.Commands
	rates    *limits.MemberRates
	matches  *matches.Manager
	cups     *tournaments.Manager
	reviews  *reviews.Reviewer
	dailies  *servers.Dailies
	roles    *servers.Roles
	inbox    *inbox.Inbox

	shards     atomic.Pointer[gateway.Supervisor] // nil until the gateway starts; always nil over HTTP
	commandIDs atomic.Pointer[map[string]string]  // empty until register knows them
	ready      chan struct{}                      // closed when the bot is ready: see Ready
	readyAt    time.Time                          // when ready was closed
	serving    sync.WaitGroup                     // the goroutine that serves health
	stopped    atomic.Pointer[time.Time]          // when the bot was told to stop; nil before
}

// New returns a bot that is not connected to anything yet. Errors: *config.Error, and errors from reading Deps.Rand or opening the default Store.
func New(cfg Config, deps Deps) (*Bot, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	if err := checkHTTP(cfg, deps); err != nil {
		return nil, err
	}
	dice, err := matches.NewDice(deps.Rand)
	if err != nil {
		return nil, err
	}
	if deps.Store == nil {
		if deps.Store, err = database.Open(context.Background(), database.InMemory, nil); err != nil {
			return nil, err
		}
	}
	deps = deps.withDefaults()
	b := &Bot{
		cfg: cfg, deps: deps, log: ops.NewLogger(deps.Logger, cfg.Secrets()...), ready: make(chan struct{}),
		rest: rest.New(deps.Meter.Transport(deps.Transport), cfg.Token), rates: limits.NewMemberRates(deps.Limits),
	}
	b.commandIDs.Store(&map[string]string{})
	b.emojis = newTileInstaller(b.rest, deps.Leases, b.log)
	if deps.NoRateLimit {
		b.rest.NoRateLimit = true
		b.emojis.Pace = 0
	}
	b.commands = commands.New(deps.Texts, cfg.WebURL, commands.Installed{
		Tiles: b.emojis.Tiles, CommandIDs: func() map[string]string { return *b.commandIDs.Load() }, PrivacyURL: cfg.PrivacyURL, TermsURL: cfg.TermsURL,
	})
	b.rest.Base, b.rest.Log = cfg.APIURL, b.log
	jobs := queue.New(deps.Limits.Jobs, deps.Limits.JobsOfMatch, b.log)
	b.matches = matches.New(matches.Deps{
		Store: deps.Store, Queue: jobs, Views: b.commands, Discord: b.rest, Connected: b.connected, Dice: dice,
		NewPlayer: deps.NewPlayer, Workers: cmp.Or(cfg.Workers, runtime.GOMAXPROCS(0)),
		Limits: deps.Limits, Meter: deps.Meter, Log: b.log,
		TournamentGame: func(tournament match.ID) { b.cups.LookAfter(tournament) },
		ServerChanged:  func() { b.dailies.ServerChanged(); b.roles.ServerChanged() },
	})
	b.cups = tournaments.New(tournaments.Deps{
		Store: deps.Store, Queue: jobs, Matches: b.matches, Views: b.commands, Discord: b.rest, Dice: dice, Log: b.log, Reach: b.matches.Reach,
	})
	b.reviews = reviews.New(reviews.Deps{Store: deps.Store, Discord: b.rest, Matches: b.matches, Log: b.log})
	b.dailies = &servers.Dailies{Store: deps.Store, Views: b.commands, Discord: b.rest, Log: b.log, Present: b.matches.Present, Reach: b.matches.Reach}
	b.roles = &servers.Roles{Store: deps.Store, Views: b.commands, Discord: b.rest, ServerLog: b.matches, Log: b.log, Present: b.matches.Present, Reach: b.matches.Reach}
	b.inbox = inbox.New(inbox.Deps{
		Commands: b.commands, Matches: &matches.Executor{Manager: b.matches, Tournaments: b.cups, Reviews: b.reviews}, Calls: b.rest, Limits: deps.Limits, Rates: b.rates,
		Meter: deps.Meter, Log: b.log, Shared: deps.Store.Shared(),
	})
	deps.Meter.Routes(b.commands.Routes())
	deps.Meter.Watch(b.gauges)
	return b, nil
}

func (d Deps) withDefaults() Deps {
	d.Limits = cmp.Or(d.Limits, limits.Defaults)
	if d.Meter == nil {
		d.Meter = unmetered{}
	}
	if d.Transport == nil {
		d.Transport = rest.NewTransport()
	}
	if d.NewPlayer == nil {
		d.NewPlayer = ai.New
	}
	if d.Texts == nil {
		d.Texts = texts.Load()
	}
	return d
}

// Ready returns a channel that is closed once every shard is connected, unless interactions come over HTTP, and the
// commands are registered or Discord has refused them: see offerCommands.
func (b *Bot) Ready() <-chan struct{} { return b.ready }

func (b *Bot) hasStarted() bool {
	select {
	case <-b.ready:
		return true
	default:
		return false
	}
}

func (b *Bot) overHTTP() bool { return len(b.cfg.PublicKey) > 0 }
