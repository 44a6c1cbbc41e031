package bot

import (
	"context"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/store"
)

// Sessions keep gateway sessions for the process that comes after this one.
type Sessions interface {
	// LoadSession returns what was saved last for a shard of so many, or the zero
	// Session.
	LoadSession(ctx context.Context, shard, total int) (store.Session, error)
	// SaveSession replaces it.
	SaveSession(ctx context.Context, shard, total int, s store.Session) error
}

// A gatewayObserver counts what shards do: a Meter. Its methods return at once.
type gatewayObserver interface {
	Identified()
	Resumed()
}

// A gateway is what the shards of a process share.
type gateway struct {
	token    Secret
	url      string // where sessions begin
	dial     dialFunc
	gate     *identifyGate
	sessions Sessions // nil when sessions end with the process
	events   func(e *discordgo.Event, done func())
	// clock returns how far this machine's clock is ahead of the times in Discord's
	// ids, 0 while nobody knows.
	clock func() time.Duration
	// lapsed says whether another process may have the shards by now.
	lapsed   func() bool
	observer gatewayObserver
	log      *slog.Logger

	links sync.WaitGroup // of which the library has not let go
}

// open opens a link and keeps count of it.
func (g *gateway) open(ctx context.Context, l *link) error {
	g.links.Go(func() { <-l.gone })
	return l.open(ctx, g.dial)
}

// linger waits until the library has let go of all connections, or for ctx.
func (g *gateway) linger(ctx context.Context) {
	gone := make(chan struct{})
	go func() {
		g.links.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-ctx.Done():
	}
}

// Codes of the close frame with which the bot leaves. After 1000 a session is
// over and the bot offline at once; after any other but 1001 Discord keeps the
// session for some minutes.
const (
	codeGone    = 1000
	codeReturns = 4000
)

// farewell returns the close code for a clean stop: a session that nobody will
// resume had better end.
func (g *gateway) farewell() int {
	if g.sessions == nil {
		return codeGone
	}
	return codeReturns
}

// resumeURL returns where to resume a session. What Discord recommends is
// followed only to the same domain and over the same protocol: the token goes
// there, and who has put a proxy before the gateway wants it used.
func (g *gateway) resumeURL(recommended string) string {
	usual, err := url.Parse(g.url)
	if err != nil {
		return g.url
	}
	u, err := url.Parse(recommended)
	if err != nil || u.Scheme != usual.Scheme || domain(u.Hostname()) != domain(usual.Hostname()) {
		return g.url
	}
	return recommended
}

// domain returns the last two labels of a host name, or all of an address.
func domain(host string) string {
	labels := strings.Split(host, ".")
	if last := labels[len(labels)-1]; len(labels) <= 2 || strings.Trim(last, "0123456789") == "" {
		return host
	}
	return strings.Join(labels[len(labels)-2:], ".")
}
