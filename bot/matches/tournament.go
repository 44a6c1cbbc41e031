package matches

import (
	"context"
	"errors"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
	"noughts/game/tournament"
)

// Tournaments own tournaments: *tournaments.Manager. All its methods except New are called in the job under the
// tournament's key.
type Tournaments interface {
	// New stores a new tournament for a request. Errors: plan.ErrTournamentOpen,
	// *store.Done, the handler's and the store's.
	New(ctx context.Context, r *plan.Request, p plan.NewTournament, facts plan.Facts) (tournament.Record, error)
	// Decide has a handler decide on a tournament, and stores what it decided. Errors:
	// plan.ErrNoTournament, *store.Done, the handler's and the store's.
	Decide(ctx context.Context, r *plan.Request, p plan.OnTournament, facts func(match.Place) plan.Facts) (plan.TournamentDecision, tournament.Record, error)
	// Forget removes a member from a tournament: see tournament.Record.Forget. It records the results of
	// finished games first. Errors: the store's.
	Forget(ctx context.Context, id match.ID, member string) error
	// Load returns a tournament as it is stored. Errors: plan.ErrNoTournament, the store's.
	Load(ctx context.Context, id match.ID) (tournament.Record, error)
	// NoteMessage records that a message shows a tournament.
	NoteMessage(ctx context.Context, id match.ID, message string)
	// NoteOnItsWay records that a pending answer, which may arrive at any time or never, changes the message of
	// a tournament. It is called in the job under the tournament's key.
	NoteOnItsWay(id match.ID)
	// Reconcile updates a tournament and the messages that show it.
	Reconcile(id match.ID)
}

// TournamentKey returns the key of a tournament's jobs.
func TournamentKey(id match.ID) string { return "t/" + string(id) }

// LookAfter reconciles a tournament after its pending jobs.
func (o *Owner) LookAfter(tournament match.ID) {
	o.queue.RunLast(TournamentKey(tournament), func() { o.tournaments.Reconcile(tournament) })
}

// Begin begins a match of a tournament and posts its board. The id was chosen before. It may be called any
// number of times. It returns false if there is no room for it.
//
// The match is stored first, then posted, then its message is stored. If a match has no message, it is posted
// under its nonce, so that Discord posts it once.
func (o *Owner) Begin(r match.Record) bool {
	return o.queue.Submit(Key(r.Match.ID), func() {
		ctx, cancel := context.WithTimeout(o.ctx, reconcileLimit)
		defer cancel()
		o.withMatch(r.Match.ID, func(l *live) {
			err := o.stored(ctx, l)
			if errors.Is(err, plan.ErrNoMatch) {
				l.record = match.Record{Place: r.Place, Tournament: r.Tournament}
				if err = o.save(ctx, l, r.Match, ""); errors.Is(err, store.ErrExists) {
					err = o.load(ctx, l) // another process was faster
				}
			}
			if err != nil {
				o.deps.Log.Warn("cannot start a tournament match", "match", l.id, "err", err)
				return
			}
			l.unreconciled = true
		})
	})
}

// GiveUp gives a match up for a member who has withdrawn from its tournament.
func (o *Owner) GiveUp(id match.ID, member string) bool {
	return o.queue.Submit(Key(id), func() {
		ctx, cancel := context.WithTimeout(o.ctx, reconcileLimit)
		defer cancel()
		o.withMatch(id, func(l *live) {
			if o.stored(ctx, l) != nil {
				return // the tournament comes back to it
			}
			next, err := l.record.Match.Resign(member, time.Now())
			if err != nil {
				return // it is over
			}
			if err = o.save(ctx, l, next, ""); err != nil {
				o.deps.Log.Warn("cannot forfeit a tournament match", "match", id, "err", err)
				return
			}
			l.unreconciled = true
		})
	})
}

// stored loads a match unless the cached one is as it is stored. Errors: load's.
func (o *Owner) stored(ctx context.Context, l *live) error {
	if l.loaded && !o.deps.Store.Shared() {
		return nil
	}
	return o.load(ctx, l)
}

// newTournament stores a new tournament and shows it.
func (t *task) newTournament(ctx context.Context, p plan.NewTournament) error {
	facts := t.owner.facts(t.Request.Place)
	facts.ID = match.NewID(t.owner.deps.Dice.IntN)
	rec, err := t.owner.tournaments.New(ctx, t.Request, p, facts)
	if err != nil {
		return err
	}
	t.saved = true
	t.showTournament(rec, plan.Anew)
	return nil
}

// onTournament calls a handler to decide on a tournament, in the job under its key.
func (t *task) onTournament(ctx context.Context, p plan.OnTournament) error {
	if key := TournamentKey(p.Tournament); t.key != key {
		return t.handOverTo(key, func() { t.follow(p, nil) })
	}
	d, rec, err := t.owner.tournaments.Decide(ctx, t.Request, p, t.owner.facts)
	if err != nil {
		return err
	}
	if d.Next != nil {
		t.saved = true
		t.owner.LookAfter(p.Tournament)
	}
	if d.Show == 0 {
		t.answer(nil, d.Answer, nil)
		return nil
	}
	t.showTournament(rec, d.Show)
	return nil
}

// showTournament answers with a tournament. The message is recorded under the tournament's key.
func (t *task) showTournament(rec tournament.Record, as plan.As) {
	t.answered = true
	sent := t.To.Send(t.owner.ctx, as, t.owner.deps.Views.Tournament(rec))
	t.report.Sent = sent
	id, message := rec.Tournament.ID, sent.Message.ID
	if as == plan.InPlace && sent.Fate != Confirmed && t.key == TournamentKey(id) {
		t.owner.tournaments.NoteOnItsWay(id)
	}
	if sent.Fate == Confirmed && message != "" && as == plan.Anew {
		t.owner.queue.HandOver(TournamentKey(id), func() {
			ctx, cancel := context.WithTimeout(t.owner.ctx, reconcileLimit)
			defer cancel()
			t.owner.tournaments.NoteMessage(ctx, id, message)
		})
	}
}

// showTournamentAgain shows the tournament that an earlier delivery was carried out on, as it
// is now.
func (t *task) showTournamentAgain(id match.ID) {
	rec, err := t.owner.tournaments.Load(t.To.Context(), id)
	if err != nil {
		t.answer(nil, t.owner.deps.Views.Refuse(t.Request, err), err)
		return
	}
	as := plan.Anew
	if t.pressedInPublic() {
		as = plan.InPlace
	}
	t.showTournament(rec, as)
}
