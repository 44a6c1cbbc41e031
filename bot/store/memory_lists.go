package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// has reports whether a match belongs to a scope.
func (s Scope) has(r match.Record) bool {
	return (s.Member == "" || s.Member == r.Match.Owner || r.Match.Side(s.Member) != game.Empty) &&
		(s.Channel == "" || r.Place.Channel == s.Channel || s.Threads && r.Place.Parent == s.Channel) &&
		(s.Guild == "" || r.Place.Guild == s.Guild) && s != (Scope{})
}

// Unfinished returns the open matches of a scope: see Store.
func (s *Memory) Unfinished(ctx context.Context, of Scope) ([]match.Record, error) {
	return s.list(ctx, func(r match.Record) (time.Time, bool) {
		return r.Match.Created, r.Match.Status != match.Over && of.has(r)
	})
}

// Finished returns finished matches: see Store.
func (s *Memory) Finished(ctx context.Context, q Query) ([]match.Record, error) {
	of := Scope{Member: q.Member, Channel: q.Channel, Guild: q.Guild}
	order := func(m match.Match, e Entry) int { return cmp.Or(m.Changed.Compare(e.At), cmp.Compare(m.ID, e.ID)) }
	found, err := s.list(ctx, func(r match.Record) (time.Time, bool) {
		m := r.Match
		return m.Changed, m.Status == match.Over && len(m.Moves) > 0 && of.has(r) &&
			(q.Before == Entry{} || order(m, q.Before) < 0) && (q.After == Entry{} || order(m, q.After) > 0)
	})
	if q.After != (Entry{}) {
		found = found[:min(q.Limit, len(found))]
	}
	slices.Reverse(found)
	return found[:min(q.Limit, len(found))], err
}

// HasPlayed reports whether a member has played enough matches of a variant: see Store.
func (s *Memory) HasPlayed(ctx context.Context, member string, v game.Variant) (bool, error) {
	played, err := s.list(ctx, func(r match.Record) (time.Time, bool) {
		m := r.Match
		return m.Changed, m.Result.Decided() && m.Options.Variant == v && m.Side(member) != game.Empty
	})
	return len(played) >= match.FirstGames, err
}

// list returns copies of the records that `choose` selects, without their votes, ordered by the time that `choose`
// returns, oldest first.
func (s *Memory) list(ctx context.Context, choose func(match.Record) (at time.Time, chosen bool)) ([]match.Record, error) {
	return locked(ctx, s, func() (found []match.Record, _ error) {
		for _, r := range s.records {
			if _, chosen := choose(r); chosen {
				r.Votes.Now = nil
				found = append(found, AsStored(r))
			}
		}
		slices.SortFunc(found, func(a, b match.Record) int {
			x, _ := choose(a)
			y, _ := choose(b)
			return cmp.Or(x.Compare(y), cmp.Compare(a.Match.ID, b.Match.ID))
		})
		return found, nil
	})
}

// Due returns due matches: see Store.
func (s *Memory) Due(ctx context.Context, now time.Time, after Entry, limit int) ([]Entry, error) {
	return s.entries(ctx, after, limit, func(r match.Record) (time.Time, bool) {
		at, ok := r.Due()
		return at, ok && !at.After(now)
	})
}

// Waiting returns the matches that wait for the computer: see Store.
func (s *Memory) Waiting(ctx context.Context, before time.Time, after Entry, limit int) ([]Entry, error) {
	return s.entries(ctx, after, limit, func(r match.Record) (time.Time, bool) {
		return r.Match.Changed, r.Match.AwaitsComputer() && !r.Match.Changed.After(before)
	})
}

// entries returns the Entries of the records that `choose` selects: the first `limit` after the given Entry.
func (s *Memory) entries(ctx context.Context, after Entry, limit int, choose func(match.Record) (time.Time, bool)) ([]Entry, error) {
	order := func(a, b Entry) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) }
	return locked(ctx, s, func() (found []Entry, _ error) {
		for _, r := range s.records {
			at, ok := choose(r)
			if e := (Entry{r.Match.ID, at, r.Place.Guild}); ok && order(e, after) > 0 {
				found = append(found, e)
			}
		}
		slices.SortFunc(found, order)
		return found[:min(limit, len(found))], nil
	})
}
