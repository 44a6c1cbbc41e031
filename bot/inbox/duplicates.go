package inbox

import "sync"

// recent remembers the last ids, because Discord may deliver an interaction more than once.
type recent struct {
	mu   sync.Mutex
	ids  map[string]struct{}
	ring []string
	next int
}

func newRecent(size int) *recent {
	return &recent{ids: make(map[string]struct{}, size), ring: make([]string, size)}
}

// isDuplicate reports whether an id has come before, and remembers it.
func (r *recent) isDuplicate(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.ids[id]; ok {
		return true
	}
	delete(r.ids, r.ring[r.next])
	r.ring[r.next] = id
	r.ids[id] = struct{}{}
	r.next = (r.next + 1) % len(r.ring)
	return false
}
