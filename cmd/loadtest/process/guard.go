// Package process handles the processes that the load test starts: their process groups, their
// resource usage, and their output.
package process

import "sync"

// A Guard holds the process groups to kill when the tool ends. The tool is the loadtest process that started them. The
// Guard is in another process, the emulator's, which notices the end of the tool even if the tool was killed. The zero
// Guard is empty.
type Guard struct {
	mu     sync.Mutex
	groups map[int]bool
	ended  bool
}

// Add adds a group. If End was called before, Add kills the group at once.
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

// Remove removes a group that has ended.
func (g *Guard) Remove(group int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.groups, group)
}

// End kills all groups. From then on, Add kills each added group at once.
func (g *Guard) End() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended = true
	for group := range g.groups {
		Kill(group)
	}
}
