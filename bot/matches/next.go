package matches

import (
	"context"
	"errors"

	"noughts/bot/backoff"
	"noughts/bot/store"
)

// noteNext records in a finished match that the following match has begun, if it has. The store knows: the
// following match has the id m.ID.Next. noteNext returns false if that is unknown; the caller must then not
// treat the following match as not begun.
func (o *Owner) noteNext(ctx context.Context, l *live) bool {
	m := l.record.Match
	if !m.GoesOn() {
		return true
	}
	switch _, err := o.deps.Store.Load(ctx, m.ID.Next()); {
	case errors.Is(err, store.ErrNotFound):
		return true
	case err != nil && !errors.Is(err, store.ErrCorrupt):
		o.deps.Log.Warn("cannot look up the match that follows another", "match", l.id, "err", err)
		o.reconcileAfter(l, backoff.Longest)
		return false
	}
	err := o.save(ctx, l, m.Continue(), "")
	if errors.Is(err, store.ErrVersion) && o.load(ctx, l) == nil {
		l.unreconciled = true // another process was faster, or a player has shared the result
	}
	return err == nil
}
