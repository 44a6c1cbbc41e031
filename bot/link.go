package bot

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const (
	openLimit  = 30 * time.Second // for a connection from dialling to READY
	cutLimit   = 2 * time.Second  // for the library to notice that it was cut
	closeLimit = 3 * time.Second  // for a clean close, of which the library sleeps one
)

// errAbandoned is returned by open when the library hangs in it. Its session is
// left behind; a new one must be made.
var errAbandoned = errors.New("the library did not return from opening a connection")

// A link is one gateway session of the library's, over as many connections as it
// can be resumed on. It reconnects by nobody's wish but its shard's.
type link struct {
	session *discordgo.Session
	ready   chan struct{} // gets a value at READY and at RESUMED
	lost    chan struct{} // gets a value when an open connection ended

	mu        sync.Mutex
	tap       *tap // of the newest connection
	identity  bool // READY has come: the session has an id to resume with
	abandoned bool
}

// newLink returns a session that has not been opened. events gets what Discord
// dispatches, in order and one at a time; it must return at once.
func newLink(g *gateway, id, total int, events func(*discordgo.Event)) *link {
	l := &link{ready: make(chan struct{}, 1), lost: make(chan struct{}, 1)}
	s, _ := discordgo.New("Bot " + string(g.token)) // it returns no errors
	s.Identify.Intents = 0                          // interactions need none
	s.Compress = false                              // the tap reads what comes; without intents it is little
	s.StateEnabled = false
	s.SyncEvents = true
	s.ShouldReconnectOnError = false
	s.ShouldReconnectVoiceOnSessionError = false
	s.LogLevel = discordgo.LogWarning
	s.UserAgent = userAgent
	s.ShardID, s.ShardCount = id, total
	s.Client = &http.Client{Transport: g.transport, Timeout: plainTimeout}
	s.Dialer = l.dialer(g.dial, nil)
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { l.event(e, events) })
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { signal(l.lost) })
	l.session = s
	return l
}

// signal leaves a value in a channel that holds one.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// forget begins a new connection with nothing left of the one before.
func (l *link) forget() {
	drain(l.ready)
	drain(l.lost)
	l.mu.Lock()
	l.tap = nil
	l.mu.Unlock()
}

func drain(c <-chan struct{}) {
	select {
	case <-c:
	default:
	}
}

func (l *link) event(e *discordgo.Event, events func(*discordgo.Event)) {
	l.mu.Lock()
	if e.Type == "READY" {
		l.identity = true
	}
	abandoned := l.abandoned
	l.mu.Unlock()
	if abandoned {
		return
	}
	events(e)
	if e.Type == "READY" || e.Type == "RESUMED" {
		signal(l.ready)
	}
}

type dialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// dialer returns a dialer whose connections are tapped: above TLS, where there
// is TLS. config may be nil.
func (l *link) dialer(dial dialFunc, config *tls.Config) *websocket.Dialer {
	return &websocket.Dialer{
		HandshakeTimeout: 10 * time.Second,
		NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dial(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return l.attach(conn)
		},
		NetDialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dialTLS(ctx, dial, config, network, addr)
			if err != nil {
				return nil, err
			}
			return l.attach(conn)
		},
	}
}

func dialTLS(ctx context.Context, dial dialFunc, config *tls.Config, network, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	plain, err := dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	if config == nil {
		config = &tls.Config{ServerName: host, NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12}
	}
	conn := tls.Client(plain, config)
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = plain.Close() // the handshake's error is the one that tells
		return nil, err
	}
	return conn, nil
}

// attach makes conn the link's newest connection.
func (l *link) attach(conn net.Conn) (net.Conn, error) {
	t := newTap(conn)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.abandoned {
		_ = conn.Close() // nobody waits for it
		return nil, errAbandoned
	}
	l.tap = t
	return t, nil
}

func (l *link) current() *tap {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tap
}

// resumable says whether open would resume rather than identify.
func (l *link) resumable() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.identity
}

// open connects, and identifies or resumes. Errors: errAbandoned, ctx's, and the
// library's, of which reason knows more.
func (l *link) open(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, openLimit)
	defer cancel()
	l.forget()
	opened := make(chan error, 1)
	go func() { opened <- l.session.Open() }()
	select {
	case err := <-opened:
		return err
	case <-ctx.Done():
	}
	l.cut()
	late := time.NewTimer(cutLimit)
	defer late.Stop()
	select {
	case err := <-opened:
		if err == nil {
			err = ctx.Err()
		}
		return fmt.Errorf("opening a gateway connection took more than %v: %w", openLimit, err)
	case <-late.C:
		l.abandon()
		return errAbandoned
	}
}

func (l *link) abandon() {
	l.mu.Lock()
	l.abandoned = true
	l.mu.Unlock()
}

// cut ends the connection without a word, so that the session can be resumed.
func (l *link) cut() {
	if t := l.current(); t != nil {
		t.cut()
	}
}

// close ends an open session for good: the bot is offline at once.
func (l *link) close() {
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	if t := l.current(); t != nil {
		t.hold(ctx)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = l.session.Close() // it always returns nil
	}()
	select {
	case <-done:
	case <-ctx.Done():
		l.cut()
		l.abandon()
	}
}

// reason returns why the newest connection is over.
func (l *link) reason() ending {
	if t := l.current(); t != nil {
		return t.reason()
	}
	return ending{}
}
