package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"noughts/game/match"
)

// Vote stores a vote: see Store.
func (s *Memory) Vote(ctx context.Context, r match.Record, v match.Vote, key string) (match.Record, error) {
	return locked(ctx, s, func() (match.Record, error) {
		s.expire(time.Now())
		if done, ok := s.carriedOut(key); ok {
			return match.Record{}, &Done{Match: done}
		}
		stored, ok := s.records[r.Match.ID]
		switch {
		case !ok:
			return match.Record{}, ErrNotFound
		case stored.Match.Version != r.Match.Version:
			return match.Record{}, ErrVersion
		}
		stored.Votes = stored.Votes.With(v)
		s.records[r.Match.ID] = stored
		if key != "" {
			s.keys[0][key] = r.Match.ID
		}
		return AsStored(stored), nil
	})
}

// votesOf returns the votes of a member.
func (s *Memory) votesOf(ctx context.Context, member string) ([]MemberVote, error) {
	return locked(ctx, s, func() (votes []MemberVote, _ error) {
		for id, r := range s.records {
			if choice := r.Votes.Of(member); choice != "" {
				votes = append(votes, MemberVote{Match: id, Move: r.Match.Poll(), Choice: choice})
			}
		}
		slices.SortFunc(votes, func(a, b MemberVote) int { return cmp.Compare(a.Match, b.Match) })
		return votes, nil
	})
}

// SetMirror stores the id of the message with the second board of a match: see Store.
func (s *Memory) SetMirror(ctx context.Context, id match.ID, message string) (string, error) {
	return locked(ctx, s, func() (string, error) {
		stored, ok := s.records[id]
		if !ok {
			return "", ErrNotFound
		}
		if stored.Mirror.Message == "" {
			stored.Mirror.Message = message
			s.records[id] = stored
		}
		return stored.Mirror.Message, nil
	})
}
