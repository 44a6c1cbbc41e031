// Package network is a network in memory for servers and clients in testing/synctest bubbles. Waiting for a
// connection, for bytes or for buffer space lets a bubble's clock advance.
//
// Each direction of a connection has a lock of its own, held only while bytes are copied. The package imports
// nothing of this project.
package network

import (
	"context"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
)

// Host is the address of every listener in memory.
const Host = "discord.test"

// A Listener accepts connections that exist in memory only. It and its connections block in ways that
// testing/synctest understands.
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

// Addr returns the address of every listener.
func (l *Listener) Addr() net.Addr { return pipeAddr(Host) }

// Dial returns a connection as soon as the other side accepts it. Errors: of
// *net.OpError, with net.ErrClosed or ctx's.
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
