package main

import "sync"

// wards are the process groups that end with the tool, even when that is killed:
// the emulator's process, which notices it, ends them. The zero wards are none.
type wards struct {
	mu     sync.Mutex
	groups map[int]bool
	ended  bool
}

func (w *wards) add(group int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		killGroup(group)
		return
	}
	if w.groups == nil {
		w.groups = map[int]bool{}
	}
	w.groups[group] = true
}

func (w *wards) drop(group int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.groups, group)
}

// end kills them all.
func (w *wards) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	for group := range w.groups {
		killGroup(group)
	}
}
