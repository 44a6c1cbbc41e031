package bot

import (
	"context"
	"errors"
	"fmt"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game/match"
)

// mostRaces is how often a change is tried against other processes that save
// first.
const mostRaces = 10

// Change changes a match and stores it: see commands.Matches. Errors:
// commands.ErrNoMatch, commands.ErrDamaged, the store's, and what change returns.
func (r *registry) Change(ctx context.Context, id match.ID, change func(match.Match) (match.Match, error)) (commands.Game, error) {
	release, err := r.turns.take(ctx, id)
	if err != nil {
		return commands.Game{}, err
	}
	w := work{registry: r, id: id, change: change}
	g, err := w.do(ctx)
	release()
	var done *store.Done
	if errors.As(err, &done) {
		return r.Find(ctx, done.Match)
	}
	return g, err
}

// A work is one change of a match, while the match's turn is held.
type work struct {
	*registry
	id     match.ID
	change func(match.Match) (match.Match, error)

	game  commands.Game
	fresh bool // game has been read from the store for this work
}

// do makes the change, again after races that were lost. Errors: as Change's, and
// *store.Done.
func (w *work) do(ctx context.Context) (commands.Game, error) {
	if err := w.begin(ctx); err != nil {
		return commands.Game{}, err
	}
	for range mostRaces {
		next, err := w.change(w.game.Match)
		switch {
		case err == nil && next.Version != w.game.Match.Version:
			if err = w.save(ctx, next); !errors.Is(err, store.ErrVersion) {
				return w.game, err
			}
			if err := w.read(ctx); err != nil {
				return commands.Game{}, err
			}
		case w.behind(ctx): // so that it was decided on an old match
		case err == nil:
			return w.game, nil
		default:
			return w.game, w.unlessDone(ctx, err)
		}
	}
	return commands.Game{}, fmt.Errorf("changing match %s: %w", w.id, store.ErrVersion)
}

// begin takes the match from memory, or else from the store.
func (w *work) begin(ctx context.Context) error {
	if g, ok := w.kept(w.id); ok {
		w.game = g
		return nil
	}
	return w.read(ctx)
}

// read takes the match from the store.
func (w *work) read(ctx context.Context) (err error) {
	w.game, err = w.load(ctx, w.id)
	w.fresh = true
	return err
}

// save stores the match as it is to be. Errors: the store's, commands.ErrNoMatch
// among them.
func (w *work) save(ctx context.Context, next match.Match) error {
	made := causeOf(ctx)
	err := w.store.Save(ctx, next, w.game.Match.Version, made.id)
	switch {
	case errors.Is(err, store.ErrVersion):
		return err
	case err != nil:
		w.forget(w.id) // whatever happened, the store knows
		return w.explain(w.id, err)
	}
	made.settled.Store(true)
	w.game.Match = next
	w.keep(w.game)
	w.notify(ctx, w.id)
	return nil
}

// behind says whether another process has changed the match since it was read,
// and reads it again.
func (w *work) behind(ctx context.Context) bool {
	if w.fresh || w.alone {
		return false
	}
	before := w.game
	if w.read(ctx) != nil {
		w.game = before
		return false
	}
	return w.game.Match.Version != before.Match.Version
}

// unlessDone returns the error of a refusal, or *store.Done when the interaction
// was carried out before and is refused for what it has changed itself.
func (w *work) unlessDone(ctx context.Context, refusal error) error {
	if id := w.doneBefore(ctx); id != "" {
		return &store.Done{Match: id}
	}
	return refusal
}
