package matches

import (
	"context"
	"errors"
	"time"

	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/bot/tournaments"
	"noughts/commands/plan"
	"noughts/game/match"
)

// maxLeaving is how many times forget lists and leaves a member's open matches. One time may not be enough, because
// others may challenge the member meanwhile. Store.Forget drops matches that are still open after the last time.
const maxLeaving = 3

func (t *task) mayForget(ctx context.Context) error {
	last, err := t.deps.Store.Forgotten(ctx, t.Request.User)
	if err != nil || last.IsZero() || time.Since(last) >= t.deps.Limits.DeletePause {
		return err
	}
	t.deps.Meter.Limited(limits.Deletions)
	return &plan.TooSoon{Again: last.Add(t.deps.Limits.DeletePause)}
}

// forget makes the caller leave all open tournaments and then all open matches, one after the other, each under its own
// key. It then deletes the caller's data and redraws the boards of these matches without the caller's name.
//
// Tournaments come first: if a player leaves one, the opponents win the player's games there. If the games were aborted
// first, each would count against the player to move.
//
// A crash may leave the work half done. The caller's next press, or a second delivery of this press, does the rest.
func (t *task) forget(ctx context.Context, p plan.Forget) error {
	if err := t.mayForget(ctx); err != nil {
		return err
	}
	cups, err := t.deps.Store.TournamentsOf(ctx, t.Request.User)
	if err != nil {
		return err
	}
	leave := func(id match.ID) error {
		err := t.Tournaments.Forget(t.To.Context(), id, t.Request.User)
		t.Tournaments.LookAfter(id)
		return err
	}
	return t.leaveEach(cups, tournaments.Key, leave, func() error { return t.leaveMatches(p, nil, maxLeaving) })
}

// leaveMatches makes the caller leave all open matches, and then calls remove. `left` are the matches that the caller
// has already left, and `rounds` bounds the repetitions: see maxLeaving.
func (t *task) leaveMatches(p plan.Forget, left []match.ID, rounds int) error {
	open, err := t.deps.Store.Unfinished(t.To.Context(), match.Scope{Member: t.Request.User})
	switch {
	case err != nil:
		return err
	case len(open) == 0 || rounds == 0:
		return t.remove(p, left)
	}
	ids := make([]match.ID, len(open))
	for i, rec := range open {
		ids[i] = rec.Match.ID
	}
	leave := func(id match.ID) (err error) {
		t.withMatch(id, func(l *cachedMatch) { err = t.leave(l) })
		return err
	}
	return t.leaveEach(ids, Key, leave, func() error { return t.leaveMatches(p, append(left, ids...), rounds-1) })
}

// leaveEach calls `leave` for each id, one after the other, each in a job under the key of that id. It then calls
// `then`.
func (t *task) leaveEach(ids []match.ID, key func(match.ID) string, leave func(match.ID) error, then func() error) error {
	if len(ids) == 0 {
		return then()
	}
	t.key, t.next = key(ids[0]), func() {
		err := leave(ids[0])
		if err == nil {
			err = t.leaveEach(ids[1:], key, leave, then)
		}
		if err != nil {
			t.refuse(nil, err)
		}
	}
	return nil
}

// leave ends a match as if the caller had left it. It does nothing if the match is over.
func (t *task) leave(l *cachedMatch) error {
	ctx := t.To.Context()
	for range maxRaces {
		if err := t.load(ctx, l); err != nil {
			if errors.Is(err, plan.ErrNoMatch) || errors.Is(err, plan.ErrDamaged) {
				return nil // Store.Forget drops the match
			}
			return err
		}
		f := t.factsOn(ctx, l.record)
		next := f.Ticked
		if left, err := next.LeaveForGood(t.Request.User, f.Now); err == nil {
			next = left
		}
		if next.Version == l.record.Match.Version {
			return nil // the match is over, or the member is no longer a player
		}
		if err := t.save(ctx, l, next, ""); !errors.Is(err, store.ErrVersion) {
			l.unreconciled = true
			return err
		}
	}
	return store.ErrVersion
}

func (t *task) remove(p plan.Forget, left []match.ID) error {
	dropped, err := t.deps.Store.Forget(t.To.Context(), t.Request.User)
	if err != nil {
		return err
	}
	t.forgotten.Add(t.Request.User, struct{}{})
	t.memberCache.addWritten(t.Request.User, match.Member{ID: t.Request.User})
	t.setLanguage("")
	for _, id := range append(left, dropped...) {
		t.queue.RunLast(Key(id), func() { t.redraw(id) })
	}
	t.answer(nil, p.Show(), nil)
	return nil
}

func (o *Manager) redraw(id match.ID) {
	o.onMatch(id, reconcileLimit, func(ctx context.Context, l *cachedMatch) {
		if o.load(ctx, l) == nil {
			l.shown, l.unreconciled = l.shown.Redrawn(), true
		}
	})
}
