package bot

import (
	"context"
	"errors"
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
	log       *slog.Logger
	meter     Meter // nil counts nothing
	waiting   atomic.Int64
}

// errSearch is wrapped by the error of a search that panicked.
var errSearch = errors.New("a search failed")

// enter waits for a place in the pool, which leave gives back. Errors: ctx's.
func (p *pool) enter(ctx context.Context) error {
	p.waiting.Add(1)
	defer p.waiting.Add(-1)
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *pool) leave() { <-p.slots }

// choose waits for a place in the pool and lets a level choose a move in m. When
// the search fails it returns the first legal move, so that no match waits for
// ever. Errors: ctx's, and ai.ErrGameOver.
func (p *pool) choose(ctx context.Context, m match.Match, level string) (game.Square, error) {
	if err := p.enter(ctx); err != nil {
		return 0, err
	}
	defer p.leave()
	choice, err := p.search(ctx, m, level)
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err() // a search cut short has found little
	case err == nil:
		return choice.Move, nil
	}
	p.log.Error("a search failed", "match", m.ID, "level", level, "position", m.Position().String(), "err", err)
	moves := m.Position().Moves()
	if len(moves) == 0 {
		return 0, ai.ErrGameOver
	}
	return moves[0], nil
}

// search runs one search. A panic in it is an error; so is a move that the rules
// do not allow.
func (p *pool) search(ctx context.Context, m match.Match, level string) (choice ai.Choice, err error) {
	if p.meter != nil {
		begun := time.Now()
		defer func() { p.meter.Searched(m.Options.Variant, level, time.Since(begun)) }()
	}
	defer func() {
		if caught := recover(); caught != nil {
			p.log.Error("a search panicked", "match", m.ID, "panic", caught, "stack", string(debug.Stack()))
			err = fmt.Errorf("%w: %v", errSearch, caught)
		}
	}()
	player, err := p.newPlayer(m.Options.Variant, level, p.seed())
	if err != nil {
		return ai.Choice{}, err
	}
	choice, err = player.Choose(ctx, ai.Game{Start: m.Start(), Moves: m.Moves})
	if err != nil {
		return ai.Choice{}, err
	}
	return choice, m.Position().Check(choice.Move)
}
