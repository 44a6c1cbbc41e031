package bot

import (
	"context"
	"net"
	"sync"
	"time"
)

// conns limits the number of open connections. Above the limit, a new connection replaces an old one. Connections that
// have not sent any signed request are closed before those that have. Within each group, the connection that has waited
// longest for a signed request is closed first.
type conns struct {
	most int

	mu   sync.Mutex
	open map[*conn]struct{}
}

// A conn is a client's connection. Its fields are guarded by all.mu.
type conn struct {
	net.Conn
	all     *conns
	waits   time.Time // when it began to wait for a signed request: when it was opened, or its last request was answered
	serving bool      // a signed request is being answered
	signed  bool      // the connection has sent a signed request
}

type listener struct {
	net.Listener
	conns *conns
}

// Accept waits for the next connection and returns it. If there are too many connections, it closes one.
func (l listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: raw, all: l.conns, waits: time.Now()}
		excess := l.conns.add(c)
		if excess != nil {
			_ = excess.Close() // closed without a response
		}
		if excess != c {
			return c, nil
		}
	}
}

// add adds a connection and returns the connection that the caller must close. That is nil if there is room, and c
// itself if all other connections are serving requests.
func (a *conns) add(c *conn) *conn {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open == nil {
		a.open = make(map[*conn]struct{})
	}
	a.open[c] = struct{}{}
	if len(a.open) <= a.most {
		return nil
	}
	excess := c
	for other := range a.open {
		if other != c && !other.serving && (excess == c || other.before(excess)) {
			excess = other
		}
	}
	delete(a.open, excess)
	return excess
}

func (c *conn) before(other *conn) bool {
	if c.signed != other.signed {
		return other.signed
	}
	return c.waits.Before(other.waits)
}

func (c *conn) Close() error {
	c.all.mu.Lock()
	delete(c.all.open, c)
	c.all.mu.Unlock()
	return c.Conn.Close()
}

// CloseWrite ends sending, so that a refused client can read the response before the connection closes.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

type connKey struct{}

func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// connOf returns the connection of a request, or nil if it was not accepted by a listener of this package.
func connOf(ctx context.Context) *conn {
	c, _ := ctx.Value(connKey{}).(*conn)
	return c
}

// serves records that a signed request is being answered. The caller must call `answered` afterwards.
func (c *conn) serves() (answered func()) {
	if c == nil {
		return func() {}
	}
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	c.serving, c.signed = true, true
	return func() {
		c.all.mu.Lock()
		defer c.all.mu.Unlock()
		c.serving, c.waits = false, time.Now()
	}
}
