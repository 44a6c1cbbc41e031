package bot

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// conns limits the number of open connections. Above the limit, a new connection replaces an old one. Connections that
// have not sent any signed request are closed before those that have. Within each group, the connection that has waited
// longest for a signed request is closed first.
type conns struct {
	most int

	mu   sync.Mutex
	open map[net.Conn]*conn
}

// A conn is what is known of a client's connection. Its fields are guarded by all.mu.
type conn struct {
	all     *conns
	waits   time.Time // when it began to wait for a signed request: when it was opened, or its last request was answered
	serving bool      // a signed request is being answered
	signed  bool      // the connection has sent a signed request
}

type connKey struct{}

// admit is the server's ConnContext. If there are too many connections, it closes one: the new one itself if all others
// are serving requests.
func (a *conns) admit(ctx context.Context, c net.Conn) context.Context {
	admitted := &conn{all: a, waits: time.Now()}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open[c] = admitted
	if len(a.open) > a.most {
		excess := c
		for other, known := range a.open {
			if other != c && !known.serving && (excess == c || known.before(a.open[excess])) {
				excess = other
			}
		}
		delete(a.open, excess)
		_ = excess.Close() // closed without a response
	}
	return context.WithValue(ctx, connKey{}, admitted)
}

// note is the server's ConnState.
func (a *conns) note(c net.Conn, state http.ConnState) {
	if state == http.StateClosed {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.open, c)
	}
}

func (c *conn) before(other *conn) bool {
	if c.signed != other.signed {
		return other.signed
	}
	return c.waits.Before(other.waits)
}

// connOf returns the connection of a request, or nil if the request came to the handler without one.
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
