package web

import "context"

// A bell rings when something of a view changes.
type bell struct {
	ctx     context.Context
	rung    chan struct{} // holds one: rings between two looks are one ring
	watched map[string]bool
}

func newBell(ctx context.Context) *bell {
	return &bell{ctx: ctx, rung: make(chan struct{}, 1), watched: map[string]bool{}}
}

// watchAll watches what the view shows and what it counts pings of: channels
// that are new since the last call, too.
func (b *bell) watchAll(v *view) {
	b.watch("world", v.world.Changed)
	if v.panel {
		b.watch("wire", v.server.panel.Wire.Changed)
	}
	for _, c := range v.world.Channels(v.member) {
		b.watch(c.ID, v.world.Client(v.member, c).Changed)
	}
}

// watch rings at every change until the context ends. A change after it has
// returned is not missed.
func (b *bell) watch(name string, changed func() <-chan struct{}) {
	if b.watched[name] {
		return
	}
	b.watched[name] = true
	next := changed()
	go func() {
		for {
			select {
			case <-next:
			case <-b.ctx.Done():
				return
			}
			next = changed() // before ringing, so that what follows rings again
			select {
			case b.rung <- struct{}{}:
			default:
			}
		}
	}()
}
