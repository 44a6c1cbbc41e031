package clients

import (
	"net"
	"sync"
)

// A gate is a listener that can let new connections wait, so that something
// surely happens while a bot is not connected.
type gate struct {
	net.Listener
	mu   sync.Mutex
	pass chan struct{} // closed while the gate is open
}

// newGate returns an open gate before a listener.
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

// shut keeps connections from now on waiting until open.
func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.pass:
		g.pass = make(chan struct{})
	default: // shut already
	}
}

// open lets those that wait pass.
func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.pass: // open already
	default:
		close(g.pass)
	}
}
