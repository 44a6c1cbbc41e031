package matches

import (
	"context"
	"errors"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
	"noughts/game/tournament"
)

// Tournaments owns tournaments. *tournaments.Manager implements it. All methods except New and Load
// must be called in a job under the tournament's key.
type Tournaments interface {
	// New stores a new tournament for a request. Errors: plan.ErrTournamentOpen, *store.Done, and
	// those of the handler and the store.
	New(ctx context.Context, r *plan.Request, p plan.NewTournament, facts plan.Facts) (tournament.Record, error)
	// Decide calls a handler to decide on a tournament, and stores the decision. Errors:
	// plan.ErrNoTournament, *store.Done, and those of the handler and the store.
	Decide(ctx context.Context, r *plan.Request, p plan.OnTournament, facts func() plan.Facts) (plan.TournamentDecision, tournament.Record, error)
	// Forget removes a member from a tournament: see tournament.Record.Forget. It records the
	// results of finished games first. Errors: those of the store.
	Forget(ctx context.Context, id match.ID, member string) error
	// Load returns the stored tournament. Errors: plan.ErrNoTournament, and those of the store.
	Load(ctx context.Context, id match.ID) (tournament.Record, error)
	// NoteMessage records that a message shows a tournament.
	NoteMessage(ctx context.Context, id match.ID, message string)
	// NoteOnItsWay records that Discord has not confirmed an answer that edits a tournament's
	// message. The edit may happen at any time or never.
	NoteOnItsWay(id match.ID)
	// Reconcile updates a tournament and the messages that show it.
	Reconcile(id match.ID)
}

// TournamentKey returns the key of a tournament's jobs.
func TournamentKey(id match.ID) string { return "t/" + string(id) }

// LookAfter reconciles a tournament once its pending jobs are done.
func (o *Manager) LookAfter(tournament match.ID) {
	o.queue.RunLast(TournamentKey(tournament), func() { o.tournaments.Reconcile(tournament) })
}

// Begin stores a match of a tournament and posts its board. It may be called any number of times for the same match,
// because the match already has its id. It returns false if the queue has no room for the job.
//
// Begin first stores the match, then the board is posted, and then the message's id is stored. If a stored match has no
// message, the board is posted again under the same nonce, so that Discord does not post it twice.
func (o *Manager) Begin(r match.Record) bool {
	return o.queue.Submit(Key(r.Match.ID), func() {
		ctx, cancel := context.WithTimeout(o.ctx, reconcileLimit)
		defer cancel()
		o.withMatch(r.Match.ID, func(l *live) {
			err := o.stored(ctx, l)
			if errors.Is(err, plan.ErrNoMatch) {
				l.record = match.Record{Place: r.Place, Tournament: r.Tournament}
				if err = o.save(ctx, l, r.Match, ""); errors.Is(err, store.ErrExists) {
					err = o.load(ctx, l) // another process stored the match first
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

// GiveUp resigns a match for a member who has withdrawn from its tournament. It returns false if
// the queue has no room for the job.
func (o *Manager) GiveUp(id match.ID, member string) bool {
	return o.queue.Submit(Key(id), func() {
		ctx, cancel := context.WithTimeout(o.ctx, reconcileLimit)
		defer cancel()
		o.withMatch(id, func(l *live) {
			if o.stored(ctx, l) != nil {
				return // the tournament calls GiveUp again
			}
			next, err := l.record.Match.Resign(member, time.Now())
			if err != nil {
				return // the match is over
			}
			if err = o.save(ctx, l, next, ""); err != nil {
				o.deps.Log.Warn("cannot forfeit a tournament match", "match", id, "err", err)
				return
			}
			l.unreconciled = true
		})
	})
}

// stored loads a match unless the cached record is certainly the stored one. Errors: those of load.
func (o *Manager) stored(ctx context.Context, l *live) error {
	if l.loaded && !o.deps.Store.Shared() {
		return nil
	}
	return o.load(ctx, l)
}

// newTournament stores a new tournament and shows it.
func (t *task) newTournament(ctx context.Context, p plan.NewTournament) error {
	facts := t.manager.facts()
	facts.ID = match.NewID(t.manager.deps.Dice.IntN)
	rec, err := t.manager.tournaments.New(ctx, t.Request, p, facts)
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
	d, rec, err := t.manager.tournaments.Decide(ctx, t.Request, p, t.manager.facts)
	if err != nil {
		return err
	}
	if d.Next != nil {
		t.saved = true
		t.manager.LookAfter(p.Tournament)
	}
	if d.Show == 0 {
		t.answer(nil, d.Answer, nil)
		return nil
	}
	t.showTournament(rec, d.Show)
	return nil
}

// showTournament answers with a tournament. If the answer is a new message, a job under the tournament's key records the
// message's id.
func (t *task) showTournament(rec tournament.Record, as plan.As) {
	t.answered = true
	sent := t.To.Send(t.manager.ctx, as, t.manager.deps.Views.Tournament(rec))
	t.report.Sent = sent
	id, message := rec.Tournament.ID, sent.Message.ID
	if as == plan.InPlace && sent.Fate != Confirmed && t.key == TournamentKey(id) {
		t.manager.tournaments.NoteOnItsWay(id)
	}
	if as == plan.Anew && sent.Fate != Declined && sent.Fate != NoReply {
		t.manager.queue.HandOver(TournamentKey(id), func() {
			ctx, cancel := context.WithTimeout(t.manager.ctx, reconcileLimit)
			defer cancel()
			for looks := 0; message == "" && looks < 3 && backoff.Sleep(ctx, backoff.Shortest) == nil; looks++ {
				message, _, _ = t.manager.deps.Discord.Original(ctx, sent.Message.App, sent.Message.Token)
			}
			t.manager.tournaments.NoteMessage(ctx, id, message)
		})
	}
}

// showTournamentAgain shows the current state of the tournament that an earlier delivery has begun or changed.
func (t *task) showTournamentAgain(id match.ID) {
	rec, err := t.manager.tournaments.Load(t.To.Context(), id)
	if err != nil {
		t.answer(nil, t.manager.deps.Views.Refuse(t.Request, err), err)
		return
	}
	as := plan.Anew
	if t.pressedInPublic() {
		as = plan.InPlace
	}
	t.showTournament(rec, as)
}
