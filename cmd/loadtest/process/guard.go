// Package process is what the load test needs for the processes that it starts:
// process groups, what they use, and what they write.
package process

import "sync"

// A Guard knows process groups that must not outlive the tool. It stands in the
// emulator's process, which notices when the tool has ended, even when it was
// killed. The zero Guard knows none.
type Guard struct {
	mu     sync.Mutex
	groups map[int]bool
	ended  bool
}

// Add makes Guard know a group, which Remove undoes. After End the group is
// killed at once.
func (g *Guard) Add(group int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended {
		Kill(group)
		return
	}
	if g.groups == nil {
		g.groups = map[int]bool{}
	}
	g.groups[group] = true
}

// Remove makes Guard forget a group that has ended.
func (g *Guard) Remove(group int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.groups, group)
}

// End kills all groups.
func (g *Guard) End() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended = true
	for group := range g.groups {
		Kill(group)
	}
}
