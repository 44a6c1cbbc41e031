package bot

import "sync"

// recent remembers the last ids it was shown: Discord may deliver an event more
// than once.
type recent struct {
	mu   sync.Mutex
	seen map[string]struct{}
	ring []string
	next int
}

func newRecent(size int) *recent {
	return &recent{seen: make(map[string]struct{}, size), ring: make([]string, size)}
}

// again says whether id was shown before, and remembers it.
func (r *recent) again(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.seen[id]; ok {
		return true
	}
	delete(r.seen, r.ring[r.next])
	r.ring[r.next] = id
	r.seen[id] = struct{}{}
	r.next = (r.next + 1) % len(r.ring)
	return false
}
