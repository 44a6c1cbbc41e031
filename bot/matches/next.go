package matches

import (
	"context"
	"errors"

	"noughts/bot/backoff"
	"noughts/bot/store"
	"noughts/commands/plan"
)

// noteNext notes that the match which follows one that is over has begun, if it has. It is
// begun first and noted after that, and the store knows: its id follows from the one before.
// noteNext returns false when nobody knows, and nothing may be done as if it had not begun.
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
		l.unreconciled = true // another process was faster, or somebody has shared the result
	}
	return err == nil
}

// ofOther returns the error for a match that cannot begin because a member has too many open,
// as the member reads it who asks for it: it may be the other one who has.
func ofOther(err error, caller string) error {
	var full *plan.Full
	if !errors.As(err, &full) || full.Of != plan.OfMember && full.Of != plan.OfMemberInChannel || full.Member == caller {
		return err
	}
	return &plan.Full{Of: plan.OfOther, Most: full.Most, Challenged: full.Member}
}
