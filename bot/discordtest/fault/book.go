package fault

import (
	"slices"
	"sync"
	"time"

	"noughts/bot/discordtest/object"
)

// A Book holds the faults that tests inject for each application, by Application.Inject of package discordtest. A fault
// of events or requests is pending until its last strike. A fault of the gateway strikes before it is added. It stays
// in the Book until the client has recovered from it; a fatal one stays until the struck connections are closed.
type Book struct {
	mu         sync.Mutex
	waiting    map[object.Snowflake][]*Injection // oldest first
	recovering map[object.Snowflake][]*Injection
}

// NewBook returns a book without faults.
func NewBook() *Book {
	return &Book{waiting: map[object.Snowflake][]*Injection{}, recovering: map[object.Snowflake][]*Injection{}}
}

// Add adds a pending fault for the application `app`. The fault strikes the next events or requests that it fits.
func (b *Book) Add(app object.Snowflake, f Fault) *Injection {
	b.mu.Lock()
	defer b.mu.Unlock()
	in := b.injection(f)
	b.waiting[app] = append(b.waiting[app], in)
	return in
}

// AddStruck adds a fault of the gateway that has just struck a number of the application's connections.
func (b *Book) AddStruck(app object.Snowflake, f Fault, connections int) *Injection {
	b.mu.Lock()
	defer b.mu.Unlock()
	in := b.injection(f)
	in.hit, in.open, in.outcome.Struck = connections, connections, connections
	if f.Effect() == EffectNone {
		close(in.done)
	} else {
		b.recovering[app] = append(b.recovering[app], in)
	}
	return in
}

// injection returns a new Injection of the fault, guarded by the lock of this Book.
func (b *Book) injection(f Fault) *Injection {
	return &Injection{Fault: f, book: b, done: make(chan struct{}), outcome: Outcome{Injected: time.Now()}}
}

// Take returns the oldest pending fault of the application for which `fits` returns true, and false if there is none.
// It counts one strike of the fault, and removes the fault after its last strike.
func (b *Book) Take(app object.Snowflake, fits func(Fault) bool) (Fault, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, in := range b.waiting[app] {
		if !fits(in.Fault) {
			continue
		}
		in.outcome.Struck++
		if in.outcome.Struck == in.Fault.Times {
			close(in.done)
			b.waiting[app] = slices.Delete(b.waiting[app], i, i+1)
		}
		return in.Fault, true
	}
	return Fault{}, false
}

// TakeKind is like Take, for a pending fault of one of the kinds.
func (b *Book) TakeKind(app object.Snowflake, kinds ...Kind) (Fault, bool) {
	return b.Take(app, func(f Fault) bool { return slices.Contains(kinds, f.Kind) })
}

// Armed reports whether any application has a pending fault.
func (b *Book) Armed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, waiting := range b.waiting {
		if len(waiting) > 0 {
			return true
		}
	}
	return false
}

// eachRecovering calls the function `over` for each of the application's gateway faults from which the client has not
// yet recovered. If `over` returns true, the fault is over and is removed.
func (b *Book) eachRecovering(app object.Snowflake, over func(*Injection) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.recovering[app] = slices.DeleteFunc(b.recovering[app], func(in *Injection) bool {
		if !over(in) {
			return false
		}
		close(in.done)
		return true
	})
}

// NoteLost records that a gateway connection of the application has ended.
func (b *Book) NoteLost(app object.Snowflake) {
	b.eachRecovering(app, func(in *Injection) bool {
		if in.open == 0 {
			return false
		}
		in.open--
		if in.open == 0 {
			in.outcome.Lost = time.Now()
		}
		return in.open == 0 && in.Fault.Effect() == EffectStop
	})
}

// NoteBack records that a gateway session of the application is up again, resumed or new.
func (b *Book) NoteBack(app object.Snowflake, resumed bool) {
	b.eachRecovering(app, func(in *Injection) bool {
		if resumed {
			in.outcome.Resumes++
		}
		in.back++
		if in.back < in.hit {
			return false
		}
		in.outcome.Back = time.Now()
		return true
	})
}

// NoteIdentify records that the application has sent IDENTIFY.
func (b *Book) NoteIdentify(app object.Snowflake) {
	b.eachRecovering(app, func(in *Injection) bool {
		in.outcome.Identifies++
		return false
	})
}
