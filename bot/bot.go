// Package bot is the running bot: it joins the handlers of package commands to
// Discord through the gateway, keeps the matches, lets the computer think,
// watches the clocks and keeps the live boards true.
package bot

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"

	"noughts/bot/store"
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
	// Dial opens gateway connections. Default: a net.Dialer.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// OpsListener serves health instead of Config.OpsAddr. Run closes it.
	OpsListener net.Listener
	// Store keeps the matches. Run closes it. Default: store.NewMemory.
	Store store.Store
	// Rand is read for match ids, coins and seeds. Default: crypto/rand.
	Rand io.Reader
	// NewPlayer returns the computer at a level. Default: ai.New.
	NewPlayer func(v game.Variant, level string, seed uint64) (ai.Player, error)
}

// A Bot is one bot process. Make it with New, start it with Run.
type Bot struct{}

// New returns a bot that has not connected to anything yet. Errors:
// *ConfigError.
func New(cfg Config, deps Deps) (*Bot, error) { panic("todo") }

// Ready returns a channel that is closed once the commands are registered and
// every shard is connected.
func (b *Bot) Ready() <-chan struct{} { panic("todo") }

// Run runs the bot until ctx ends, then stops it cleanly within ten seconds and
// returns nil. Errors: ErrToken and others that starting again may not mend. It
// may be called once.
func (b *Bot) Run(ctx context.Context) error { panic("todo") }
