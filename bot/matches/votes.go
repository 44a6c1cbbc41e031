package matches

import (
	"context"

	"noughts/bot/backoff"
	"noughts/bot/store"
	"noughts/game/match"
)

// vote stores a member's vote. Errors: as save's.
func (t *task) vote(ctx context.Context, l *live, v match.Vote) error {
	voted, err := t.owner.deps.Store.Vote(ctx, l.record, v, t.Request.ID)
	if err != nil && !store.Answered(err) && ctx.Err() == nil {
		voted, err = t.owner.deps.Store.Vote(ctx, l.record, v, t.Request.ID) // the key prevents a second vote
	}
	switch {
	case err == nil:
		t.owner.failedSave.note(nil)
		l.setRecord(voted)
		l.unreconciled, t.saved = true, true
		return nil
	case !store.Answered(err): // it is unknown whether it was stored
		t.owner.failedSave.note(err)
		l.loaded = false
		t.owner.reconcileAfter(l, backoff.Shortest)
	}
	return t.owner.memberError(l, err)
}
