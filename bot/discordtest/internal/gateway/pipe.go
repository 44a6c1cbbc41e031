package gateway

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// PipeBuffer is the size of the buffer of each direction, in bytes.
const PipeBuffer = 64 << 10

// A pipeAddr is the address of the server, without a port, or of a client, with the next port from 1 on.
type pipeAddr string

func (pipeAddr) Network() string  { return "memory" }
func (a pipeAddr) String() string { return string(a) }

// A pipeConn is one end of a connection. Unlike net.Pipe it has buffers, so that bytes written before Close still
// arrive.
type pipeConn struct {
	in, out       *pipeHalf
	local, remote pipeAddr
}

func newPipe(at pipeAddr) (client, server net.Conn) {
	up, down := newPipeHalf(), newPipeHalf()
	return &pipeConn{in: down, out: up, local: at, remote: Host},
		&pipeConn{in: up, out: down, local: Host, remote: at}
}

func (c *pipeConn) Read(b []byte) (int, error)  { return c.in.read(b) }
func (c *pipeConn) Write(b []byte) (int, error) { return c.out.write(b) }
func (c *pipeConn) LocalAddr() net.Addr         { return c.local }
func (c *pipeConn) RemoteAddr() net.Addr        { return c.remote }

// Close ends both directions. Bytes written before it still arrive.
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

type pipeHalf struct {
	mu              sync.Mutex
	changed         sync.Cond
	data            []byte
	noReader        bool // the reading end is closed
	noWriter        bool // the writing end is closed
	readBy, writeBy deadline
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

// closeReader closes the reading end. From then on, write returns io.ErrClosedPipe.
func (h *pipeHalf) closeReader() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.noReader = true
	h.readBy.stop()
	h.changed.Broadcast()
}

// closeWriter closes the writing end. The reader gets the buffered bytes, then io.EOF.
func (h *pipeHalf) closeWriter() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.noWriter = true
	h.writeBy.stop()
	h.changed.Broadcast()
}

// setDeadline sets one of h's deadlines; the zero time means none. A deadline in the past, which
// net/http sets to end a read, needs no timer. This matters in a synctest bubble: there the timer
// would run on the system stack, where the race detector of Go 1.26 has crashed.
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

// A deadline wakes waiting readers and writers when its time comes.
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
