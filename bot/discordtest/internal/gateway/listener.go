package gateway

import (
	"context"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
)

// Host is the address of every in-memory listener.
const Host = "discord.test"

// A Listener accepts in-memory connections. All block in ways that testing/synctest recognises.
type Listener struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
	dialled  atomic.Int64
}

// Listen returns a listener without connections.
func Listen() *Listener {
	return &Listener{accepted: make(chan net.Conn), closed: make(chan struct{})}
}

// Accept returns the next connection, or net.ErrClosed once the listener is closed.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.accepted:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close stops listening. Connections stay open. It may be called more than once.
func (l *Listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr returns the listener's address, the same for every listener.
func (l *Listener) Addr() net.Addr { return pipeAddr(Host) }

// Dial returns a connection as soon as the server accepts it. Errors are *net.OpError.
func (l *Listener) Dial(ctx context.Context) (net.Conn, error) {
	client, server := newPipe(pipeAddr(Host + ":" + strconv.FormatInt(l.dialled.Add(1), 10)))
	select {
	case l.accepted <- server:
		return client, nil
	case <-l.closed:
		return nil, &net.OpError{Op: "dial", Net: "memory", Addr: l.Addr(), Err: net.ErrClosed}
	case <-ctx.Done():
		return nil, &net.OpError{Op: "dial", Net: "memory", Addr: l.Addr(), Err: ctx.Err()}
	}
}
