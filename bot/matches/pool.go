package matches

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// A pool runs searches, so many at once.
type pool struct {
	newPlayer func(v game.Variant, level string, seed uint64) (ai.Player, error)
	seed      func() uint64
	slots     chan struct{}
	waiting   atomic.Int64 // for a slot
	meter     Meter
	log       *slog.Logger
}

// search waits for a slot and lets a level choose a move in m. A panic in it is an
// error, and so is a move that the rules do not allow. Errors: ctx's, for want of a
// slot, and the player's.
func (p *pool) search(ctx context.Context, m match.Match, level string) (choice ai.Choice, err error) {
	p.waiting.Add(1)
	select {
	case p.slots <- struct{}{}:
		p.waiting.Add(-1)
	case <-ctx.Done():
		p.waiting.Add(-1)
		return ai.Choice{}, ctx.Err()
	}
	begun := time.Now()
	defer func() {
		if caught := recover(); caught != nil {
			p.log.Error("a search panicked", "match", m.ID, "panic", caught, "stack", string(debug.Stack()))
			err = fmt.Errorf("a search panicked: %v", caught)
		}
		p.meter.Searched(m.Options.Variant, level, time.Since(begun))
		<-p.slots
	}()
	player, err := p.newPlayer(m.Options.Variant, level, p.seed())
	if err != nil {
		return ai.Choice{}, err
	}
	if choice, err = player.Choose(ctx, ai.Game{Start: m.Start(), Moves: m.Moves}); err != nil {
		return ai.Choice{}, err
	}
	return choice, m.Position().Check(choice.Move)
}
