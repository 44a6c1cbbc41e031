package matches

import (
	"context"
	"errors"
	"slices"
	"time"

	"noughts/bot/shown"
	"noughts/bot/store"
	"noughts/game/match"
)

const (
	// maxPlaces is how many channels one request looks at to find stranded matches. unseenPatience is how long a new
	// match may be without a known message.
	maxPlaces      = 8
	unseenPatience = 5 * time.Second
)

// strand notes that nobody can see a match where it is. It does nothing if that is noted, or if the match is over.
func (o *Manager) strand(ctx context.Context, l *cachedMatch) {
	m := l.record.Match
	if m.Status == match.Over || !m.Stranded.IsZero() {
		return
	}
	o.deps.Log.Info("the place of a match is gone", "match", l.id, "channel", l.record.Place.Channel)
	_ = o.saveUnasked(ctx, l, m.Strand(time.Now())) // after an error the next reconcile tries again
}

// withdraw ends a new match whose first message Discord has refused, so that nobody can see it.
func (o *Manager) withdraw(l *cachedMatch) {
	m := l.record.Match
	next := m.Unseen(time.Now())
	if next.Version == m.Version {
		return
	}
	ctx, cancel := context.WithTimeout(o.untilStop, callLimit)
	defer cancel()
	if err := o.save(ctx, l, next, ""); err != nil {
		o.deps.Log.Warn("cannot withdraw a match that Discord does not show", "match", l.id, "err", err)
	}
}

// isUnseen reports whether a game between two computers has no message, so that nobody watches.
func isUnseen(l *cachedMatch) bool {
	m := l.record.Match
	return m.Watched() && m.Status == match.Playing && l.record.Message == "" && l.shown.Board.State == shown.Absent && time.Since(m.Created) > unseenPatience
}

// stranded answers plan.Stranded. It takes the places at which it has not looked, or about which Discord does not
// answer in time, to be usable.
func (t *task) stranded(ctx context.Context) ([]match.Record, error) {
	open, err := t.deps.Store.Unfinished(ctx, match.Scope{Member: t.Request.User})
	ctx, cancel := context.WithTimeout(ctx, lookUpTime)
	defer cancel()
	usable := map[string]bool{t.Request.Place.Channel: true}
	return slices.DeleteFunc(open, func(rec match.Record) bool {
		if !rec.Match.Stranded.IsZero() || rec.Message == "" && rec.Tournament == "" && time.Since(rec.Match.Created) > unseenPatience {
			return false
		}
		can, known := usable[rec.Place.Channel]
		if !known {
			can = len(usable) > maxPlaces || t.canPlay(ctx, rec.Place, t.Request.User)
			usable[rec.Place.Channel] = can
		}
		return can
	}), err
}

const playCalls = 5

// canPlay reports whether a member can play in a place. It is true if Discord does not say, or the caller's share of
// calls is used up.
func (t *task) canPlay(ctx context.Context, at match.Place, member string) bool {
	if at.Guild == "" || at.Away || !t.lookUps.Take(t.Request.User, playCalls, time.Now()) {
		return true
	}
	can, err := t.deps.Discord.CanPlay(ctx, at.Guild, at.Channel, member)
	return can || err != nil
}

// moveHere stores that a match goes on in the place of the request. The caller then saves the match, whose record has
// the rest of the new place. Errors: those of Store.SetPlace.
func (t *task) moveHere(ctx context.Context, l *cachedMatch) error {
	to := placeOf(t.Request, l.record.Place.Style, l.record.Place.Explains)
	if err := t.deps.Store.SetPlace(ctx, l.record, to); err != nil {
		return err
	}
	l.record.Place, l.shown.Thread = to, shown.ThreadProgress{}
	return nil
}

// letGo looks at the places of the open matches that have filled a limit for a new match. It strands
// the matches of the first place that it finds gone, so that they no longer count, and reports whether it found one.
func (o *Manager) letGo(ctx context.Context, full *match.Full) bool {
	of := match.Scope{Member: full.Member}
	switch full.Of {
	case match.OfServer:
		of = match.Scope{Guild: full.Guild}
	case match.OfMember, match.OfChallenge:
	default:
		return false // the matches are where the new one is to begin, or are over
	}
	open, err := o.deps.Store.Unfinished(ctx, of)
	if err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, lookUpTime)
	defer cancel()
	var looked []string
	for _, rec := range open {
		there := rec.Place
		if !rec.Match.Stranded.IsZero() || there.Guild == "" || there.Away || slices.Contains(looked, there.Channel) {
			continue
		}
		if full.Member != "" && !o.lookUps.Take(full.Member, 1, time.Now()) {
			return false
		}
		exists, err := o.deps.Discord.CanPlay(ctx, there.Guild, there.Channel, "")
		switch {
		case err == nil && !exists:
			o.strandAll(ctx, open, there.Channel)
			return true
		case err != nil, len(looked) == maxPlaces:
			return false
		}
		looked = append(looked, there.Channel)
	}
	return false
}

// strandAll strands the matches of a channel outside their queues. If one changes at the same time, it is left alone.
func (o *Manager) strandAll(ctx context.Context, all []match.Record, channel string) {
	for _, rec := range all {
		if rec.Place.Channel != channel || !rec.Match.Stranded.IsZero() {
			continue
		}
		change := store.Change{Record: rec.With(rec.Match.Strand(time.Now())), Expected: rec.Match.Version}
		if _, err := o.deps.Store.Save(ctx, change); err != nil && !errors.Is(err, store.ErrVersion) {
			o.deps.Log.Warn("cannot note that the place of a match is gone", "match", rec.Match.ID, "err", err)
		}
		o.wakeFor(change.Record)
		o.matchCache.Remove(rec.Match.ID) // the cached record is stale
	}
}
