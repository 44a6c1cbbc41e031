package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"noughts/game/match"
)

// KeptSince returns when a match of a server ended, and false if it has no moves that can be dropped.
func KeptSince(r match.Record) (time.Time, bool) {
	_, droppable := r.Match.DropMoves()
	return r.Match.Changed, droppable && r.Place.Guild != ""
}

// Keeping returns the servers that do not keep moves for ever: see Store.
func (s *Memory) Keeping(ctx context.Context) ([]match.Server, error) {
	return locked(ctx, s, func() (all []match.Server, _ error) {
		for id, text := range s.servers {
			if server, err := ReadSettings(text, match.Server{ID: id}); err == nil && server.KeepDays > 0 {
				all = append(all, server)
			}
		}
		slices.SortFunc(all, func(a, b match.Server) int { return cmp.Compare(a.ID, b.ID) })
		return all, nil
	})
}

// DropMoves drops the moves of old matches: see Store.
func (s *Memory) DropMoves(ctx context.Context, guild string, before time.Time, limit int) ([]match.ID, error) {
	old, err := s.list(ctx, func(r match.Record) (time.Time, bool) {
		at, ok := KeptSince(r)
		return at, ok && r.Place.Guild == guild && at.Before(before)
	})
	if err != nil {
		return nil, err
	}
	return locked(ctx, s, func() (dropped []match.ID, _ error) {
		for _, r := range old[:min(limit, len(old))] {
			stored := s.records[r.Match.ID]
			if next, ok := stored.Match.DropMoves(); ok {
				s.records[r.Match.ID] = AsStored(stored.With(next))
				dropped = append(dropped, r.Match.ID)
			}
		}
		return dropped, nil
	})
}
