package bot

import (
	"context"
	"sync"
)

// Turns are turns by key, such as one for each match. A turn exists only while
// somebody has it or waits for it, so that a million matches at rest cost nothing.
// The zero turns are ready.
type turns[K comparable] struct {
	mu    sync.Mutex
	taken map[K]*taken
}

// A taken turn counts who has it or waits for it.
type taken struct {
	turn
	users int // guarded by the turns' lock
}

// take waits for the turn of a key and returns the function that gives it back.
// Errors: ctx's.
func (t *turns[K]) take(ctx context.Context, key K) (release func(), err error) {
	at := t.join(key)
	if err := at.take(ctx); err != nil {
		t.leave(key, at)
		return nil, err
	}
	return func() {
		at.release()
		t.leave(key, at)
	}, nil
}

func (t *turns[K]) join(key K) *taken {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, ok := t.taken[key]
	if !ok {
		if t.taken == nil {
			t.taken = map[K]*taken{}
		}
		at = &taken{turn: newTurn()}
		t.taken[key] = at
	}
	at.users++
	return at
}

func (t *turns[K]) leave(key K, at *taken) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at.users--
	if at.users == 0 {
		delete(t.taken, key)
	}
}

// used says whether anybody has a key's turn or waits for it.
func (t *turns[K]) used(key K) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, ok := t.taken[key]
	return ok
}
