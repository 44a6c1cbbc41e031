package matches

import (
	"context"
	"sync"
)

// Idle work is what nobody waits for at their turn, such as reviews. A search of it begins only while
// there is a slot that no member's search needs, and takes none away: a member's turn that comes
// meanwhile is begun at once, whatever idle work still runs.
type idle struct {
	mu      sync.Mutex
	running int
	changed chan struct{} // closed when something has ended; nil while nothing waits
}

// Idle waits until a search may begin that nobody waits for at their turn, and returns what is to be called
// at its end. Errors: ctx's.
func (o *Owner) Idle(ctx context.Context) (release func(), err error) {
	for {
		changed := o.beginIdle()
		if changed == nil {
			return o.endIdle, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// beginIdle begins a search of idle work if one may begin, or else returns what tells when to ask
// again. Where there are several slots, one is left to members.
func (o *Owner) beginIdle() (changed <-chan struct{}) {
	i := &o.idle
	i.mu.Lock()
	defer i.mu.Unlock()
	if o.waiting.Load() == 0 && len(o.slots)+i.running < cap(o.slots) && i.running < max(1, cap(o.slots)-1) {
		i.running++
		return nil
	}
	if i.changed == nil {
		i.changed = make(chan struct{})
	}
	return i.changed
}

func (o *Owner) endIdle() {
	o.idle.mu.Lock()
	o.idle.running--
	o.idle.mu.Unlock()
	o.tellIdle()
}

// tellIdle tells idle work that waits that a slot may be free.
func (o *Owner) tellIdle() {
	i := &o.idle
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.changed != nil {
		close(i.changed)
		i.changed = nil
	}
}
