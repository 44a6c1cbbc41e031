package bot

import (
	"context"
	"slices"
	"sync"

	"noughts/game/match"
)

// changes collects the matches that were changed for one interaction. Its answer
// shows them; what it does not show is shown after it.
type changes struct {
	mu  sync.Mutex
	ids []match.ID
}

type changesKey struct{}

// withChanges returns a context whose changes are collected.
func withChanges(ctx context.Context) (context.Context, *changes) {
	c := &changes{}
	return context.WithValue(ctx, changesKey{}, c), c
}

func (c *changes) add(id match.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.ids, id) {
		c.ids = append(c.ids, id)
	}
}

func (c *changes) list() []match.ID {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ids
}
