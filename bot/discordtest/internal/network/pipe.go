package network

import (
	"context"
	"io"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// PipeBuffer is how many bytes may be on their way in one direction.
const PipeBuffer = 64 << 10

// A Listener accepts connections that exist in memory only. It and its
// connections wait in ways that testing/synctest understands.
type Listener struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
	dialled  atomic.Int64
}

func Listen() *Listener {
	return &Listener{accepted: make(chan net.Conn), closed: make(chan struct{})}
}

func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.accepted:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *Listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *Listener) Addr() net.Addr { return pipeAddr(Host) }

// Dial makes a connection as soon as the server accepts it.
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

// A pipeAddr is the server's address, or with a number a client's.
type pipeAddr string

func (pipeAddr) Network() string  { return "memory" }
func (a pipeAddr) String() string { return string(a) }

// A pipeConn is one end of a connection. Unlike net.Pipe's it has buffers, as a
// network has: what was written before Close still arrives.
type pipeConn struct {
	in, out       *pipeHalf
	local, remote pipeAddr
}

// newPipe returns both ends of a connection of a client at an address.
func newPipe(at pipeAddr) (client, server net.Conn) {
	up, down := newPipeHalf(), newPipeHalf()
	return &pipeConn{in: down, out: up, local: at, remote: Host},
		&pipeConn{in: up, out: down, local: Host, remote: at}
}

func (c *pipeConn) Read(b []byte) (int, error)  { return c.in.read(b) }
func (c *pipeConn) Write(b []byte) (int, error) { return c.out.write(b) }
func (c *pipeConn) LocalAddr() net.Addr         { return c.local }
func (c *pipeConn) RemoteAddr() net.Addr        { return c.remote }

func (c *pipeConn) Close() error {
	c.in.closeReader()
	c.out.closeWriter()
	return nil
}

func (c *pipeConn) SetDeadline(t time.Time) error {
	c.in.setDeadline(&c.in.readBy, t)
	c.out.setDeadline(&c.out.writeBy, t)
	return nil
}

func (c *pipeConn) SetReadDeadline(t time.Time) error {
	c.in.setDeadline(&c.in.readBy, t)
	return nil
}

func (c *pipeConn) SetWriteDeadline(t time.Time) error {
	c.out.setDeadline(&c.out.writeBy, t)
	return nil
}

// A pipeHalf is one direction of a connection.
type pipeHalf struct {
	mu              sync.Mutex
	changed         sync.Cond
	data            []byte
	noReader        bool // the reading end is closed
	noWriter        bool // the writing end is closed
	readBy, writeBy deadline
}

// A deadline wakes the waiting when it has come.
type deadline struct {
	at    time.Time
	timer *time.Timer
}

func (d *deadline) passed() bool { return !d.at.IsZero() && !time.Now().Before(d.at) }

func (d *deadline) stop() {
	if d.timer != nil {
		d.timer.Stop()
	}
}

func newPipeHalf() *pipeHalf {
	h := &pipeHalf{}
	h.changed.L = &h.mu
	return h
}

func (h *pipeHalf) read(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		switch {
		case h.noReader:
			return 0, net.ErrClosed
		case h.readBy.passed():
			return 0, os.ErrDeadlineExceeded
		case len(h.data) > 0:
			n := copy(b, h.data)
			h.data = append(h.data[:0], h.data[n:]...)
			h.changed.Broadcast()
			return n, nil
		case h.noWriter:
			return 0, io.EOF
		case len(b) == 0:
			return 0, nil
		}
		h.changed.Wait()
	}
}

func (h *pipeHalf) write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	written := 0
	for {
		switch {
		case h.noWriter:
			return written, net.ErrClosed
		case h.noReader:
			return written, io.ErrClosedPipe
		case h.writeBy.passed():
			return written, os.ErrDeadlineExceeded
		case written == len(b):
			return written, nil
		}
		room := min(PipeBuffer-len(h.data), len(b)-written)
		if room == 0 {
			h.changed.Wait()
			continue
		}
		h.data = append(h.data, b[written:written+room]...)
		written += room
		h.changed.Broadcast()
	}
}

func (h *pipeHalf) closeReader() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.noReader = true
	h.readBy.stop()
	h.changed.Broadcast()
}

func (h *pipeHalf) closeWriter() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.noWriter = true
	h.writeBy.stop()
	h.changed.Broadcast()
}

// setDeadline sets one of h's deadlines; zero is none. One that has passed, as net/http sets
// to end a read, needs no timer: in a bubble that would be run on the system's stack, where
// the race detector of Go 1.26 has crashed.
func (h *pipeHalf) setDeadline(d *deadline, t time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d.stop()
	d.at = t
	if !t.IsZero() && !d.passed() {
		d.timer = time.AfterFunc(time.Until(t), h.wake)
	}
	h.changed.Broadcast()
}

func (h *pipeHalf) wake() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.changed.Broadcast()
}

// Host is the host of a server without a network.
const Host = "discord.test"
