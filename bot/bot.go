// Package bot is the running bot: it joins the handlers of package commands to
// Discord through the gateway or over HTTP, keeps the matches, lets the computer think,
// watches the clocks and keeps the live boards true.
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

	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/commands"
	"noughts/game"
	"noughts/game/ai"
)

// Deps are what the bot needs from outside. Every field may be left out; time
// is the standard library's, which testing/synctest can replace.
type Deps struct {
	// Logger gets the log, in which secrets are made unreadable. Default: none.
	Logger *slog.Logger
	// Transport carries REST requests. Default: one of the bot's own.
	Transport http.RoundTripper
	// Dial opens gateway connections. Default: a net.Dialer, through the proxy that
	// HTTPS_PROXY names, if any.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// OpsListener serves health instead of Config.OpsAddr. Run closes it.
	OpsListener net.Listener
	// HTTPListener serves interactions instead of Config.HTTPAddr. Run closes it.
	HTTPListener net.Listener
	// Store keeps the matches. Run closes it. Default: store.NewMemory.
	Store store.Store
	// Alone says that no other process writes to the store while this one runs, so
	// that what is in memory need not be read again before it is shown.
	Alone bool
	// Sessions keep gateway sessions for the next process. Default: they end with
	// the process.
	Sessions Sessions
	// Leases share the gateway's shards with other processes, unless the
	// configuration says which to open. Default: the process has them all.
	Leases Leases
	// Rand is read for match ids, coins and seeds. Default: crypto/rand.
	Rand io.Reader
	// NewPlayer returns the computer at a level. Default: ai.New.
	NewPlayer func(v game.Variant, level string, seed uint64) (ai.Player, error)
	// Limits are kept. Default: limits.Defaults.
	Limits limits.Limits
	// Meter counts what the bot does, and is served at /metrics. Default: nothing is
	// counted.
	Meter Meter
}

// A Bot is one bot process. Make it with New, start it with Run.
type Bot struct {
	cfg      Config
	deps     Deps
	log      *slog.Logger
	rest     *restClient
	commands *commands.Commands
	registry *registry
	boards   *boards
	computer *computer
	dispatch *dispatcher
	clocks   *clocks
	resumer  *resumer

	fleet     atomic.Pointer[fleet] // nil until the gateway is opened
	ready     chan struct{}         // see Ready
	serving   sync.WaitGroup        // of health
	draining  atomic.Bool           // see drain
	drainedAt atomic.Int64          // when, in Unix nanoseconds
}

// New returns a bot that has not connected to anything yet. Errors:
// *ConfigError.
func New(cfg Config, deps Deps) (*Bot, error) {
	if cfg.Token == "" {
		return nil, wrong("DISCORD_TOKEN", "is missing")
	}
	if err := checkHTTP(cfg, deps); err != nil {
		return nil, err
	}
	if deps.Limits == (limits.Limits{}) {
		deps.Limits = limits.Defaults
	}
	if deps.Meter == nil {
		deps.Meter = unmetered{}
	}
	transport, err := deps.transport(cfg.APIURL)
	if err != nil {
		return nil, err
	}
	deps.Transport = transport
	dice, err := newDice(deps.Rand)
	if err != nil {
		return nil, err
	}
	if deps.Store == nil {
		deps.Store = store.NewMemory()
	}
	if deps.Dial == nil {
		deps.Dial = throughProxy(http.ProxyFromEnvironment, (&net.Dialer{}).DialContext)
	}
	if deps.NewPlayer == nil {
		deps.NewPlayer = ai.New
	}
	b := &Bot{
		cfg: cfg, deps: deps, log: newLogger(deps.Logger, cfg.secrets()...),
		rest: newREST(transport, cfg.Token), ready: make(chan struct{}),
	}
	b.wire(dice)
	return b, nil
}

// wire joins the parts.
func (b *Bot) wire(dice *dice) {
	libraryLog.Store(b.log)
	b.registry = newRegistry(b.deps.Store)
	b.registry.log, b.registry.alone = b.log, b.deps.Alone
	b.computer = newComputer(b.registry, &pool{
		newPlayer: b.deps.NewPlayer, seed: dice.seed, log: b.log, meter: b.deps.Meter,
		slots: make(chan struct{}, cmp.Or(b.cfg.Workers, runtime.GOMAXPROCS(0))),
	}, b.log)
	b.clocks = newClocks(b.deps.Store, b.registry, b.reached, b.log)
	b.resumer = &resumer{
		store: b.deps.Store, matches: b.registry, computer: b.computer, log: b.log, patience: patience,
	}
	if b.deps.Alone {
		b.resumer.patience = ownPatience
	}
	b.commands = commands.New(commands.Services{
		Matches:  capped{b.registry, b.deps.Store, b.deps.Limits, b.deps.Meter},
		Computer: b.computer,
		Back:     b.clocks.back,
		Now:      time.Now, NewID: dice.id, Toss: dice.toss,
	})
	b.boards = newBoards(b.rest, b.commands, b.registry, b.log)
	b.boards.alone = b.deps.Alone
	b.registry.changed = b.boards.settle
	b.dispatch = newDispatcher(b.commands, b.boards, b.rest, b.log)
	b.watchOver(b.dispatch)
}

// transport returns the transport for REST calls to the configured base.
func (d Deps) transport(apiURL string) (http.RoundTripper, error) {
	t := rebase{next: d.Transport}
	if t.next == nil {
		t.next = newTransport()
	}
	if d.Meter != nil {
		t.next = metered{t.next, d.Meter}
	}
	if apiURL == "" {
		return t, nil
	}
	base, err := parseBase(apiURL)
	if err != nil {
		return nil, wrong("DISCORD_API_URL", "must be scheme and host alone")
	}
	t.base = base
	return t, nil
}

// Ready returns a channel that is closed once the commands are registered and
// every shard is connected, or interactions are served.
func (b *Bot) Ready() <-chan struct{} { return b.ready }
