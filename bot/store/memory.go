package store

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"noughts/game/match"
)

// Memory is a Store that forgets everything when the process ends. The zero
// Memory is not usable: see NewMemory.
type Memory struct {
	mu      sync.Mutex
	records map[match.ID]Record
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{records: make(map[match.ID]Record)}
}

// Create saves a new match. Errors: ErrExists.
func (s *Memory) Create(ctx context.Context, r Record) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.records[r.Match.ID]; taken {
		return ErrExists
	}
	s.records[r.Match.ID] = r.clone()
	return nil
}

// Load returns a match. Errors: ErrNotFound.
func (s *Memory) Load(ctx context.Context, id match.ID) (Record, error) {
	if err := ctx.Err(); err != nil {
		return Record{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.records[id]
	if !ok {
		return Record{}, ErrNotFound
	}
	return r.clone(), nil
}

// Save replaces a match whose stored version is expected. Errors: ErrNotFound,
// ErrVersion.
func (s *Memory) Save(ctx context.Context, m match.Match, expected int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.records[m.ID]
	switch {
	case !ok:
		return ErrNotFound
	case r.Match.Version != expected:
		return ErrVersion
	}
	r.Match = m
	s.records[m.ID] = r.clone()
	return nil
}

// SetMessage notes the live message of a match. Errors: ErrNotFound.
func (s *Memory) SetMessage(ctx context.Context, id match.ID, message string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.records[id]
	if !ok {
		return ErrNotFound
	}
	r.Message = message
	s.records[id] = r
	return nil
}

// Unfinished returns the matches of a channel that are not over, oldest first.
func (s *Memory) Unfinished(ctx context.Context, channel string) ([]Record, error) {
	return s.collect(ctx, func(r Record) bool {
		return r.Channel == channel && r.Match.Status != match.Over
	})
}

// Due returns the ids of the unfinished matches whose deadline is not after
// now, oldest first.
func (s *Memory) Due(ctx context.Context, now time.Time) ([]match.ID, error) {
	due, err := s.collect(ctx, func(r Record) bool {
		m := r.Match
		return m.Status != match.Over && !m.Deadline.IsZero() && !m.Deadline.After(now)
	})
	ids := make([]match.ID, len(due))
	for i, r := range due {
		ids[i] = r.Match.ID
	}
	return ids, err
}

// Close does nothing: there is nothing to release.
func (s *Memory) Close() error { return nil }

func (s *Memory) collect(ctx context.Context, want func(Record) bool) ([]Record, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []Record
	for _, r := range s.records {
		if want(r) {
			found = append(found, r.clone())
		}
	}
	slices.SortFunc(found, func(a, b Record) int {
		return cmp.Or(a.Match.Created.Compare(b.Match.Created), cmp.Compare(a.Match.ID, b.Match.ID))
	})
	return found, nil
}

// clone gives the record its own list of moves, so that a caller who changes
// one in place does not change the stored match.
func (r Record) clone() Record {
	r.Match.Moves = slices.Clone(r.Match.Moves)
	return r
}
