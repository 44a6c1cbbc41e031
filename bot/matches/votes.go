package matches

import (
	"context"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/store"
	"noughts/game/match"
)

// votePace is how long after an edit the next one may show votes alone: members who vote
// behind a private pad would else have the board edited for each of them.
const votePace = 2 * time.Second

// vote notes a member's vote. Errors: as save's.
func (t *task) vote(ctx context.Context, l *live, v match.Vote) error {
	voted, err := t.Store.Vote(ctx, l.record, v, t.Request.ID)
	if err != nil && !store.Answered(err) && ctx.Err() == nil {
		voted, err = t.Store.Vote(ctx, l.record, v, t.Request.ID) // its key keeps it from being cast twice
	}
	switch {
	case err == nil:
		t.failedSave.note(nil)
		l.setRecord(voted)
		l.unreconciled, t.saved = true, true
		return nil
	case !store.Answered(err): // nobody knows whether it was noted
		t.failedSave.note(err)
		l.loaded = false
		t.reconcileAfter(l, backoff.Shortest)
	}
	return t.explain(l, err)
}

// votesWait says whether the live message is to be edited a little later: it was just now,
// and only votes are new, as far as is known.
func (o *Owner) votesWait(l *live) bool {
	wait := time.Until(l.board.editedAt.Add(votePace))
	if !l.record.Match.VoteRuns() || wait <= 0 || o.closed.Load() {
		return false
	}
	o.reconcileAfter(l, wait)
	return true
}
