package clients

import (
	"net"
	"sync"
)

// A gate is a listener that can hold back new connections. Tests use it to keep a bot disconnected.
type gate struct {
	net.Listener
	mu   sync.Mutex
	pass chan struct{} // closed while the gate is open
}

// newGate returns an open gate that wraps a listener.
func newGate(l net.Listener) *gate {
	g := &gate{Listener: l, pass: make(chan struct{})}
	close(g.pass)
	return g
}

// Accept returns the next connection, once the gate is open.
func (g *gate) Accept() (net.Conn, error) {
	c, err := g.Listener.Accept()
	g.mu.Lock()
	pass := g.pass
	g.mu.Unlock()
	<-pass
	return c, err
}

// shut makes new connections wait until open is called.
func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.pass:
		g.pass = make(chan struct{})
	default: // already shut
	}
}

// open lets the waiting connections through.
func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.pass: // already open
	default:
		close(g.pass)
	}
}
