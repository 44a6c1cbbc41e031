package store

import (
	"context"
	"slices"
	"sync"
	"time"

	"noughts/game/match"
)

const (
	// memoryLife is how long Memory keeps matches that are over.
	memoryLife = 24 * time.Hour
	// memoryCauses is how many causes Memory keeps at most, so that a flood cannot
	// fill it within CauseLife.
	memoryCauses = 1 << 16
)

// Memory is a Store that forgets everything when the process ends, matches that
// are over a day after their end, and of the causes all but the newest 65,536.
// The zero Memory is not usable: see NewMemory.
type Memory struct {
	mu     sync.Mutex
	rows   map[match.ID]*row
	index  index
	causes causes
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{rows: map[match.ID]*row{}, index: newIndex(), causes: causes{of: map[Cause]match.ID{}}}
}

// enter locks the store for a caller who is still there. Callers must call
// s.mu.Unlock when it returns nil.
func (s *Memory) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	return nil
}

// Create saves a new match: see Store.
func (s *Memory) Create(ctx context.Context, r Record, cause Cause) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.mu.Unlock()
	now := time.Now()
	s.expire(now)
	if err := s.causes.check(cause); err != nil {
		return err
	}
	if _, taken := s.rows[r.Match.ID]; taken {
		return ErrExists
	}
	row := &row{Record: r.clone()}
	s.rows[r.Match.ID] = row
	s.index.add(row, now)
	s.causes.note(cause, r.Match.ID, now)
	return nil
}

// Load returns a match: see Store.
func (s *Memory) Load(ctx context.Context, id match.ID) (Record, error) {
	if err := s.enter(ctx); err != nil {
		return Record{}, err
	}
	defer s.mu.Unlock()
	r, ok := s.rows[id]
	if !ok {
		return Record{}, ErrNotFound
	}
	return r.clone(), nil
}

// Save replaces a match: see Store.
func (s *Memory) Save(ctx context.Context, m match.Match, expected int, cause Cause) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.mu.Unlock()
	now := time.Now()
	s.expire(now)
	if err := s.causes.check(cause); err != nil {
		return err
	}
	r, ok := s.rows[m.ID]
	switch {
	case !ok:
		return ErrNotFound
	case r.Match.Version != expected:
		return ErrVersion
	}
	m.Moves = slices.Clone(m.Moves)
	s.index.replace(r, m, now)
	s.causes.note(cause, m.ID, now)
	return nil
}

// CarriedOut returns what was done for a cause: see Store.
func (s *Memory) CarriedOut(ctx context.Context, cause Cause) (match.ID, error) {
	if err := s.enter(ctx); err != nil {
		return "", err
	}
	defer s.mu.Unlock()
	if id, ok := s.causes.of[cause]; ok {
		return id, nil
	}
	return "", ErrNotFound
}

// SetMessage notes the live message of a match: see Store.
func (s *Memory) SetMessage(ctx context.Context, id match.ID, message string) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.mu.Unlock()
	r, ok := s.rows[id]
	if !ok {
		return ErrNotFound
	}
	r.Message = message
	return nil
}

// Unfinished returns the matches of a channel that are not over: see Store.
func (s *Memory) Unfinished(ctx context.Context, channel string) ([]Record, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	return oldestFirst(s.index.channels[channel]), nil
}

// UnfinishedOf returns a member's matches that are not over: see Store.
func (s *Memory) UnfinishedOf(ctx context.Context, member string) ([]Record, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	return oldestFirst(s.index.members[member]), nil
}

// Open returns how many matches are not over: see Store.
func (s *Memory) Open(ctx context.Context, of Scope) (int, error) {
	if err := s.enter(ctx); err != nil {
		return 0, err
	}
	defer s.mu.Unlock()
	return s.index.open(of), nil
}

// Finished returns matches that are over: see Store.
func (s *Memory) Finished(ctx context.Context, q Query) ([]Record, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	return s.index.finished(q), nil
}

// Due returns what is due: see Store.
func (s *Memory) Due(ctx context.Context, now time.Time, limit int) ([]match.ID, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	return s.index.due.until(now, limit), nil
}

// Waiting returns the matches that wait for the computer: see Store.
func (s *Memory) Waiting(ctx context.Context, before time.Time, limit int) ([]match.ID, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	return s.index.waiting.until(before.Add(-1), limit), nil
}

// Forget removes what is known of a member: see Store.
func (s *Memory) Forget(ctx context.Context, member string) ([]match.ID, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	var dropped []match.ID
	for _, r := range oldestFirst(s.index.members[member]) {
		s.index.remove(s.rows[r.Match.ID])
		delete(s.rows, r.Match.ID)
		dropped = append(dropped, r.Match.ID)
	}
	s.index.anonymize(member)
	return dropped, nil
}

// Ping returns nil: the store can always be used.
func (s *Memory) Ping(ctx context.Context) error { return ctx.Err() }

// Close does nothing: there is nothing to finish or to release.
func (s *Memory) Close() error { return nil }

// expire forgets what is too old.
func (s *Memory) expire(now time.Time) {
	s.causes.expire(now.Add(-CauseLife))
	for _, r := range s.index.expired(now.Add(-memoryLife)) {
		s.index.remove(r)
		delete(s.rows, r.Match.ID)
	}
}

// clone gives the record its own list of moves, so that a caller who changes
// one in place does not change the stored match.
func (r Record) clone() Record {
	r.Match.Moves = slices.Clone(r.Match.Moves)
	return r
}
