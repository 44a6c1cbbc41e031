package matches

import (
	"context"
	"errors"
	"time"

	"noughts/game/match"
)

// reconcileMatchesOf reconciles the unfinished matches of a member whose vacations have changed. If they cannot be
// listed, each match learns of the change at its next reconcile, before its clock can end the game.
func (o *Manager) reconcileMatchesOf(ctx context.Context, member string) {
	open, err := o.deps.Store.Unfinished(ctx, match.Scope{Member: member})
	if err != nil {
		o.deps.Log.Warn("cannot list the matches of a member on vacation, so their boards are late", "err", err)
	}
	for _, rec := range open {
		o.reconcileSoon(rec.Match.ID)
	}
}

// noteVacations copies the vacations in the players' settings to the match and saves it. Tournament
// matches have no vacations.
func (o *Manager) noteVacations(ctx context.Context, l *cachedMatch) {
	before, now := l.record.Match, time.Now()
	if l.record.Tournament != "" {
		return
	}
	next := before
	// The cache may be stale. If it shows a change, the settings are read again from the store.
	for _, read := range []func(context.Context, string) (match.Member, error){o.member, o.deps.Store.Member} {
		var failed error
		next = before.WithVacations(func(id string) time.Time {
			m, err := read(ctx, id)
			failed = errors.Join(failed, err)
			return m.AwayUntil(now)
		}, now)
		if failed != nil || next.Version == before.Version {
			return
		}
	}
	_ = o.saveUnasked(ctx, l, next) // after an error the next reconcile tries again
}

// endVacation ends the vacation of a caller who was away before their move.
func (t *task) endVacation(ctx context.Context, before match.Match) {
	if before.AwayUntil(before.Side(t.Request.User)).IsZero() {
		return
	}
	if _, err := t.changeMember(ctx, func(m *match.Member) { m.ComeBack(time.Now()) }); err != nil {
		t.deps.Log.Warn("cannot end a member's vacation after their move", "match", before.ID, "err", err)
	}
}
