package matches

import (
	"context"
	"errors"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/store"
	"noughts/bot/tournaments"
	"noughts/commands/plan"
	"noughts/game/match"
	"noughts/game/tournament"
)

// Begin stores a match of a tournament and posts its board. It may be called any number of times for the same match,
// because the match already has its id. It returns false if the queue has no room for the job.
//
// Begin first stores the match, then the board is posted, and then the message's id is stored. If a stored match has no
// message, the board is posted again under the same nonce, so that Discord does not post it twice.
func (o *Manager) Begin(r match.Record) bool {
	return o.queue.Submit(Key(r.Match.ID), func() {
		o.onMatch(r.Match.ID, reconcileLimit, func(ctx context.Context, l *cachedMatch) {
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
		o.onMatch(id, reconcileLimit, func(ctx context.Context, l *cachedMatch) {
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
func (o *Manager) stored(ctx context.Context, l *cachedMatch) error {
	if l.loaded && !o.deps.Store.Shared() {
		return nil
	}
	return o.load(ctx, l)
}

func (t *task) newTournament(ctx context.Context, p plan.NewTournament) error {
	facts := t.facts()
	facts.ID = match.NewID(t.deps.Dice.IntN)
	rec, err := t.Tournaments.New(ctx, t.Request, p, facts)
	if err != nil {
		return err
	}
	t.saved = true
	t.showTournament(rec, plan.Anew)
	return nil
}

func (t *task) onTournament(ctx context.Context, p plan.OnTournament) error {
	if key := tournaments.Key(p.Tournament); t.key != key {
		return t.handOver(key, func() { t.follow(p, nil) })
	}
	d, rec, err := t.Tournaments.Decide(ctx, t.Request, p, t.facts)
	if err != nil {
		return err
	}
	if d.Next != nil {
		t.saved = true
		t.Tournaments.LookAfter(p.Tournament)
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
	sent := t.To.Send(t.untilStop, as, t.deps.Views.Tournament(rec))
	t.report.Sent = sent
	id, message := rec.Tournament.ID, sent.Message.ID
	if as == plan.InPlace && sent.Fate != Confirmed && t.key == tournaments.Key(id) {
		t.Tournaments.NoteOnItsWay(id)
	}
	if as == plan.Anew && sent.Fate != Declined && sent.Fate != NoReply {
		t.queue.HandOver(tournaments.Key(id), func() {
			ctx, cancel := context.WithTimeout(t.untilStop, reconcileLimit)
			defer cancel()
			for looks := 0; message == "" && looks < 3 && backoff.Sleep(ctx, backoff.Shortest) == nil; looks++ {
				message, _, _ = t.deps.Discord.Original(ctx, sent.Message.App, sent.Message.Token)
			}
			t.Tournaments.NoteMessage(ctx, id, message)
		})
	}
}

func (t *task) showTournamentAgain(id match.ID) {
	rec, err := t.Tournaments.Load(t.To.Context(), id)
	if err != nil {
		t.answer(nil, t.deps.Views.Refuse(t.Request, err), err)
		return
	}
	as := plan.Anew
	if t.Request.OnBoard() {
		as = plan.InPlace
	}
	t.showTournament(rec, as)
}
