package matches

import (
	"context"
	"errors"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

// decide carries out a request about a match: it loads the match unless it is remembered, calls p.Decide, saves the
// decision and answers.
//
// If two members press at once in one process, the queue runs the two jobs one after the other. Decide then sees
// the result of the first press when it decides on the second. If another process handles the first press, the second
// save fails with store.ErrVersion, and Decide is called again on the newer match.
//
// A decision that saves nothing is not checked in this way. So if the decision was made on the cached match and another
// process may have changed it, the match is loaded, and if it has changed Decide is called again.
func (t *task) decide(l *cachedMatch, p plan.On) {
	ctx := t.To.Context()
	d, err := plan.Decision{}, store.ErrVersion
	for races := 0; races < maxRaces && errors.Is(err, store.ErrVersion); races++ {
		cached := l.loaded
		if !cached {
			if err = t.load(ctx, l); err != nil {
				break
			}
		}
		if !isShownHere(t.Request, l.record) && !(p.Anywhere && l.record.Match.TakesPart(t.Request.User)) {
			err = plan.ErrNoMatch // handlers must not see matches of other places
			break
		}
		version := l.record.Match.Version
		d, err = p.Decide(t.Request, l.record, t.factsOn(ctx, l.record))
		if err == nil && d.Answer.View == nil && len(d.Answer.Content.Files) > 0 { // before anything is stored, since a drawing may be refused
			d.Answer.Content, err = t.draw(ctx, d.Answer.Content)
		}
		if err == nil && d.Next != nil {
			err = t.saveDecided(ctx, l, d)
		}
		switch {
		case err == nil && d.Vote != nil:
			err = t.vote(ctx, l, *d.Vote)
		case d.Next != nil:
		case cached && t.deps.Store.Shared():
			if failed := t.load(ctx, l); failed != nil {
				err = failed
			} else if l.record.Match.Version != version {
				err = store.ErrVersion
			}
		}
	}
	switch {
	case err != nil:
		t.refuse(l, err)
	case d.Begin != nil:
		t.follow(*d.Begin, nil)
	case d.Other != nil:
		t.follow(*d.Other, nil)
	case d.Refused != nil:
		t.refuse(l, d.Refused)
	case d.Answer.View != nil:
		t.show(l, d.Answer.As, *d.Answer.View)
	default:
		t.answer(l, d.Answer, nil)
	}
}

// saveDecided saves the match after the decision. A computer's move that is found within instantLimit is part of
// the same save. One within moveLimit is saved after that, before the member is answered. Errors: those of save.
func (t *task) saveDecided(ctx context.Context, l *cachedMatch, d plan.Decision) error {
	before, next, idempotencyKey := l.record.Match, *d.Next, t.Request.ID
	if d.Refused != nil || d.Vote != nil {
		idempotencyKey = "" // the clock has ended the match, and the member's own action was refused; or the vote follows
	}
	if move, ok := t.awaitMove(ctx, l, next, instantLimit); ok {
		var err error
		if next, err = next.PlayComputer(move, time.Now()); err != nil {
			return err
		}
	}
	if d.Here {
		if err := t.moveHere(ctx, l); err != nil {
			return err
		}
	}
	if err := t.save(ctx, l, next, idempotencyKey); err != nil {
		return err
	}
	l.unreconciled = true // a reconcile is due unless noteAnswer, after the answer, finds nothing left to do
	t.saved = t.saved || idempotencyKey != ""
	if d.Log != nil {
		t.LogInServer(t.Request.Server, string(l.id)+"-m", d.Log(t.Request.Texts.ForLocale(t.Request.Place.Locale)))
	}
	if l.record.Match.BackAt != before.BackAt {
		t.endVacation(ctx, before)
	}
	if l.record.Match.AwaitsComputer() {
		t.playComputer(ctx, l)
	}
	return nil
}

// refuse tells the member the reason of a refusal. If an earlier delivery of the interaction was carried out, refuse
// shows its result instead: the handler may have refused this delivery only because of the earlier one's change.
func (t *task) refuse(l *cachedMatch, err error) {
	if id, ok := t.carriedOut(err); ok {
		t.showAgain(l, id)
		return
	}
	if l != nil && t.deps.Views.Stale(err) {
		if t.repairs(l) {
			t.report.Refusal = err
			t.show(l, plan.InPlace, plan.View{Caller: t.Request.User})
			t.To.Add(t.untilStop, t.deps.Views.Refuse(t.Request, err).Content)
			return
		}
		t.noteStalePress(l)
	}
	t.answer(l, t.deps.Views.Refuse(t.Request, err), err)
}

// carriedOut returns the match that an earlier delivery of the interaction has begun or changed. It
// returns false if no earlier delivery has.
func (t *task) carriedOut(refusal error) (match.ID, bool) {
	var done *store.Done
	switch {
	case errors.As(refusal, &done):
		return done.Match, true
	case t.saved || t.Request.Kind == plan.Completion:
		return "", false
	}
	id, err := t.deps.Store.CarriedOut(t.To.Context(), t.Request.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.deps.Log.Warn("cannot check whether an interaction was handled", "id", t.Request.ID, "err", err)
	}
	return id, err == nil
}

// showAgain shows the current state of the match that an earlier delivery has begun or changed. l
// is the match of the running job, nil if the job is not about a match.
func (t *task) showAgain(l *cachedMatch, id match.ID) {
	t.saved = true
	if tournament, ok := store.KeyedTournament(id); ok {
		t.showTournamentAgain(tournament)
		return
	}
	show := func(l *cachedMatch) {
		err := t.load(t.To.Context(), l)
		if err == nil && !isShownHere(t.Request, l.record) {
			err = plan.ErrNoMatch
		}
		if err != nil {
			t.answer(l, t.deps.Views.Refuse(t.Request, err), err)
			return
		}
		as := plan.Anew
		if t.Request.Match == id && t.Request.OnBoard() {
			as = plan.InPlace
		}
		t.show(l, as, plan.View{Caller: t.Request.User})
	}
	if l != nil && l.id == id {
		show(l)
		return
	}
	if err := t.handOver(Key(id), func() { t.withMatch(id, show) }); err != nil {
		t.answer(l, t.deps.Views.Refuse(t.Request, err), err)
	}
}

func (t *task) vote(ctx context.Context, l *cachedMatch, v match.Vote) error {
	stored, err := t.deps.Store.Vote(ctx, l.record, v, t.Request.ID)
	if store.IsWorthAnother(ctx, err) {
		stored, err = t.deps.Store.Vote(ctx, l.record, v, t.Request.ID)
	}
	if err = t.noteStored(l, stored, err); err == nil {
		l.unreconciled, t.saved = true, true
	}
	return err
}
