package bot

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
)

// A fleet is the shards that a process runs, each with a supervisor of its own.
type fleet struct {
	*gateway
	failed chan error // gets the first FatalError

	mu    sync.Mutex
	total int
	crews map[int]*crew // by shard
	set   chan struct{} // closed when it is known which shards come first
	known bool          // set is closed
}

// A crew is a shard that runs.
type crew struct {
	*shard
	stop context.CancelFunc
	done chan struct{} // closed when it has stopped
}

func newFleet(g *gateway) *fleet {
	return &fleet{gateway: g, failed: make(chan error, 1), crews: map[int]*crew{}, set: make(chan struct{})}
}

// run runs shards until ctx ends or Discord wants no more. Errors: FatalError.
func (f *fleet) run(ctx context.Context, shards Shards) error {
	defer f.stopAll()
	f.keep(ctx, shards.Total, shards.IDs)
	select {
	case err := <-f.failed:
		return err
	case <-ctx.Done():
		return nil
	}
}

// keep makes the shards that run those of ids, of total: it stops others, waits
// for them, and starts what is missing.
func (f *fleet) keep(ctx context.Context, total int, ids []int) {
	f.stopUnless(func(s *shard) bool { return s.total == total && slices.Contains(ids, s.id) })
	f.mu.Lock()
	defer f.mu.Unlock()
	f.total = total
	for _, id := range ids {
		if f.crews[id] == nil {
			f.crews[id] = f.launch(ctx, id)
		}
	}
	if !f.known {
		f.known = true
		close(f.set)
	}
}

// launch starts a shard. Callers hold f.mu.
func (f *fleet) launch(ctx context.Context, id int) *crew {
	ctx, stop := context.WithCancel(ctx)
	c := &crew{shard: newShard(f.gateway, id, f.total), stop: stop, done: make(chan struct{})}
	go func() {
		defer close(c.done)
		defer stop()
		if err := c.run(ctx); err != nil {
			select {
			case f.failed <- err:
			default:
			}
		}
	}()
	return c
}

// recall has all shards stop, and does not wait for them.
func (f *fleet) recall() {
	for _, c := range f.all() {
		c.stop()
	}
}

// disown notes that some shards are another process's now, which saves their
// sessions.
func (f *fleet) disown(lost func(*shard) bool) {
	for _, s := range f.running() {
		if lost(s) {
			s.disowned.Store(true)
		}
	}
}

func (f *fleet) stopAll() { f.stopUnless(func(*shard) bool { return false }) }

// stopUnless stops the shards that are not to stay, all at once, and waits for
// them.
func (f *fleet) stopUnless(stays func(*shard) bool) {
	f.mu.Lock()
	var leaving []*crew
	for _, c := range f.crews {
		if !stays(c.shard) {
			leaving = append(leaving, c)
			c.stop()
		}
	}
	f.mu.Unlock()
	for _, c := range leaving {
		<-c.done
		f.mu.Lock()
		delete(f.crews, c.id)
		f.mu.Unlock()
	}
}

// all returns the crews, by shard.
func (f *fleet) all() []*crew {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.SortedFunc(maps.Values(f.crews), func(a, b *crew) int { return cmp.Compare(a.id, b.id) })
}

// running returns the shards that run, ascending.
func (f *fleet) running() []*shard {
	var shards []*shard
	for _, c := range f.all() {
		shards = append(shards, c.shard)
	}
	return shards
}

// awaitUp returns when the first shards have all been up once, or are this
// process's no more. Errors: ctx's.
func (f *fleet) awaitUp(ctx context.Context) error {
	select {
	case <-f.set:
	case <-ctx.Done():
		return ctx.Err()
	}
	for _, c := range f.all() {
		select {
		case <-c.firstUp:
		case <-c.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// spare says whether the process has been left no shard, because others have
// them all: it waits to take over.
func (f *fleet) spare() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.known && len(f.crews) == 0 && !f.lapsed()
}
