package bot

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const (
	openLimit = 30 * time.Second // for a connection from dialling to READY or RESUMED
	cutLimit  = 2 * time.Second  // for the library to notice that it was cut
)

// errAbandoned is returned by open when the library hangs in it and is left
// behind.
var errAbandoned = errors.New("the library did not return from opening a connection")

// A link is one gateway connection. The library makes it and keeps its heart
// beating; it is given a session of its own that is used once.
type link struct {
	library *discordgo.Session
	resume  []byte        // see tap
	gone    chan struct{} // closed when nothing of the library's runs any more
	release func()        // closes gone

	mu  sync.Mutex
	tap *tap // nil until dialled
}

// newLink returns a connection that has not been opened, for a shard. resume is
// the payload that resumes its session, nil for a new one, and url where that is
// done. events gets what Discord dispatches, in order and one at a time; it must
// return at once.
func newLink(s *shard, url string, resume []byte, events func(*discordgo.Event)) *link {
	l := &link{resume: resume, gone: make(chan struct{})}
	l.release = sync.OnceFunc(func() { close(l.gone) })
	d, _ := discordgo.New("Bot " + string(s.token)) // it returns no errors
	d.Identify.Intents = 0                          // interactions need none
	d.Compress = false                              // the tap reads what comes; without intents it is little
	d.StateEnabled = false
	d.SyncEvents = true
	d.ShouldReconnectOnError = false
	d.ShouldReconnectVoiceOnSessionError = false
	d.LogLevel = discordgo.LogWarning
	d.UserAgent = userAgent
	d.ShardID, d.ShardCount = s.id, s.total
	d.Client = &http.Client{Transport: signpost(url)}
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { events(e) })
	// The library sleeps for a second when it closes, and then says so.
	d.AddHandlerOnce(func(*discordgo.Session, *discordgo.Disconnect) { l.release() })
	l.library = d
	return l
}

// A signpost answers the library's only REST call, where the gateway is.
type signpost string

// RoundTrip answers any request.
func (p signpost) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, _ := json.Marshal(map[string]string{"url": string(p)}) // strings always encode
	return &http.Response{
		StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Body: io.NopCloser(bytes.NewReader(answer)),
	}, nil
}

// open connects, and identifies or resumes; it returns after the first dispatch.
// Errors: errAbandoned, ctx's, and the library's, of which reason knows more.
func (l *link) open(ctx context.Context, dial dialFunc) error {
	err := l.attempt(ctx, dial)
	if err != nil {
		l.release() // or the library is left behind, which nobody can wait for
	}
	return err
}

func (l *link) attempt(ctx context.Context, dial dialFunc) error {
	ctx, cancel := context.WithTimeout(ctx, openLimit)
	defer cancel()
	l.library.Dialer = l.dialer(ctx, dial, nil)
	opened := make(chan error, 1)
	go func() { opened <- l.guarded() }()
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
		return errAbandoned
	}
}

// guarded opens the library's session. A panic is an error, so that no shard can
// end those beside it.
func (l *link) guarded() (err error) {
	defer func() {
		if p := recover(); p != nil {
			l.cut()
			err = fmt.Errorf("%w: %v\n%s", errPanic, p, debug.Stack())
		}
	}()
	return l.library.Open()
}

type dialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// dialer returns a dialer whose connections are tapped: above TLS, where there
// is TLS. It fails when ctx ends. config may be nil.
func (l *link) dialer(ctx context.Context, dial dialFunc, config *tls.Config) *websocket.Dialer {
	tapped := func(dial dialFunc) dialFunc {
		return func(attempt context.Context, network, addr string) (net.Conn, error) {
			attempt, cancel := context.WithCancel(attempt)
			defer cancel()
			defer context.AfterFunc(ctx, cancel)()
			conn, err := dial(attempt, network, addr)
			if err != nil {
				return nil, err
			}
			return l.attach(ctx, conn)
		}
	}
	return &websocket.Dialer{
		HandshakeTimeout: 10 * time.Second,
		NetDialContext:   tapped(dial),
		NetDialTLSContext: tapped(func(ctx context.Context, network, addr string) (net.Conn, error) {
			return dialTLS(ctx, dial, config, network, addr)
		}),
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

// attach makes conn the link's connection, unless ctx has ended: then nobody
// waits for it.
func (l *link) attach(ctx context.Context, conn net.Conn) (net.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := ctx.Err(); err != nil {
		_ = conn.Close()
		return nil, err
	}
	l.tap = newTap(conn, l.resume)
	return l.tap, nil
}

// current returns the tap on the connection, nil when it was never made.
func (l *link) current() *tap {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tap
}

// cut ends the connection without a word, so that the session can be resumed.
func (l *link) cut() {
	if t := l.current(); t != nil {
		t.cut()
	}
}

// leave ends an open connection with a close code, and waits until the library
// has dealt with what came before.
func (l *link) leave(code int) {
	t := l.current()
	if t == nil {
		return
	}
	t.leave(code)
	late := time.NewTimer(cutLimit)
	defer late.Stop()
	select {
	case <-t.over:
	case <-late.C:
	}
}

// identified says whether an IDENTIFY has been sent.
func (l *link) identified() bool {
	t := l.current()
	return t != nil && t.identified()
}

// reason returns why the connection is over.
func (l *link) reason() ending {
	if t := l.current(); t != nil {
		return t.reason()
	}
	return ending{}
}
