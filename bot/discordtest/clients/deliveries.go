package clients

import (
	"sync"

	"noughts/bot/discordtest"
)

// deliveries tells when an interaction leaves for the bot. Safe for concurrent
// use.
type deliveries struct {
	mu      sync.Mutex
	waiting []chan struct{}
}

// note is the server's observer.
func (d *deliveries) note(discordtest.Delivery) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.waiting {
		close(c)
	}
	d.waiting = nil
}

// next returns a channel that the next interaction closes.
func (d *deliveries) next() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := make(chan struct{})
	d.waiting = append(d.waiting, c)
	return c
}
