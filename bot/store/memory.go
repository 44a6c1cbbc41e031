package store

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"noughts/game"
	"noughts/game/match"
)

const (
	// memoryLife is how long Memory keeps matches that are over, and memoryPace how
	// often it looks for those that are older.
	memoryLife = 24 * time.Hour
	memoryPace = 10 * time.Minute
	// memoryKeys is how many idempotency keys Memory notes before it forgets older
	// ones sooner, so that a flood cannot fill it within KeyLife.
	memoryKeys = 1 << 16
)

// Memory is a Store that forgets everything when the process ends, and matches
// that are over a day after their end. It looks at all matches for each list, which
// takes about a millisecond with 10,000. The zero Memory is not usable: see
// NewMemory.
type Memory struct {
	mu      sync.Mutex
	records map[match.ID]match.Record
	// What is kept of members and servers, as the text of Settings.
	members map[string]string
	servers map[string]string
	cleaned time.Time // when what is too old was forgotten last
	// Keys are noted in the first map. When that is full or old it becomes the second,
	// in the place of the one before.
	keys  [2]map[string]match.ID
	keyed time.Time // when the first map was begun
}

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{records: map[match.ID]match.Record{}, members: map[string]string{}, servers: map[string]string{}, keys: [2]map[string]match.ID{{}, {}}}
}

// locked does something under the lock, unless ctx is over.
func locked[T any](ctx context.Context, s *Memory, do func() (T, error)) (T, error) {
	if err := ctx.Err(); err != nil {
		var none T
		return none, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return do()
}

// Save stores a match: see Store.
func (s *Memory) Save(ctx context.Context, c Change) (match.Record, error) {
	return locked(ctx, s, func() (match.Record, error) {
		s.expire(time.Now())
		id := c.Record.Match.ID
		if done, ok := s.carriedOut(c.Key); ok {
			return match.Record{}, &Done{Match: done}
		}
		before, stored := s.records[id]
		if err := s.checkCaps(c, before.Match, stored); err != nil {
			return match.Record{}, err
		}
		switch {
		case c.Expected == 0 && stored:
			return match.Record{}, ErrExists
		case c.Expected > 0 && !stored:
			return match.Record{}, ErrNotFound
		}
		after := AsStored(c.Record)
		if stored && (before.Match.Version != c.Expected || before.Ping != after.Ping) {
			return match.Record{}, ErrVersion
		}
		if after.Match.Scored() && after.Score == (match.Score{}) {
			after.Score = s.score(after)
		}
		if stored {
			after.Message = before.Message
		}
		s.records[id] = after
		if c.Key != "" {
			s.keys[0][c.Key] = id
		}
		return AsStored(after), nil
	})
}

// has says whether a match belongs to a scope.
func (s Scope) has(r match.Record) bool {
	return (s.Member == "" || s.Member == r.Match.Owner || r.Match.Side(s.Member) != game.Empty) &&
		(s.Channel == "" || r.Place.Channel == s.Channel) &&
		(s.Guild == "" || r.Place.Guild == s.Guild) && s != (Scope{})
}

// Load returns a match: see Store.
func (s *Memory) Load(ctx context.Context, id match.ID) (match.Record, error) {
	return locked(ctx, s, func() (match.Record, error) {
		r, ok := s.records[id]
		if !ok {
			return r, ErrNotFound
		}
		return AsStored(r), nil
	})
}

// CarriedOut returns what was done for a key: see Store.
func (s *Memory) CarriedOut(ctx context.Context, key string) (match.ID, error) {
	return locked(ctx, s, func() (match.ID, error) {
		id, ok := s.carriedOut(key)
		if !ok {
			return "", ErrNotFound
		}
		return id, nil
	})
}

func (s *Memory) carriedOut(key string) (match.ID, bool) {
	for _, keys := range s.keys {
		if id, ok := keys[key]; ok {
			return id, true
		}
	}
	return "", false
}

// SetMessage notes the live message of a match: see Store.
func (s *Memory) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	return locked(ctx, s, func() (string, error) {
		r, ok := s.records[id]
		if !ok {
			return "", ErrNotFound
		}
		if r.Message == from {
			r.Message = to
			s.records[id] = r
		}
		return r.Message, nil
	})
}

// SetPing notes what players were told: see Store.
func (s *Memory) SetPing(ctx context.Context, r match.Record, to match.Ping) error {
	_, err := locked(ctx, s, func() (match.Record, error) {
		stored, ok := s.records[r.Match.ID]
		switch {
		case !ok:
			return r, ErrNotFound
		case stored.Match.Version != r.Match.Version || stored.Ping != AsStored(r).Ping:
			return r, ErrVersion
		}
		stored.Ping = to
		s.records[r.Match.ID] = AsStored(stored)
		return r, nil
	})
	return err
}

// score counts how the players of a match that is over stand, that match among the others.
func (s *Memory) score(of match.Record) match.Score {
	m := of.Match
	score := match.Score{}.With(m, m)
	for _, r := range s.records {
		o := r.Match
		swapped := o.Players == [2]match.Player{m.Players[1], m.Players[0]}
		if o.ID == m.ID || !o.Result.Counts() || r.Place.Channel != of.Place.Channel || o.Players != m.Players && !swapped ||
			o.Changed.Before(m.ScoreSince()) || o.Changed.After(m.Changed) {
			continue
		}
		score = score.With(m, o)
	}
	return score
}

// Unfinished returns the matches of a scope that are not over: see Store.
func (s *Memory) Unfinished(ctx context.Context, of Scope) ([]match.Record, error) {
	return s.list(ctx, func(r match.Record) (time.Time, bool) {
		return r.Match.Created, r.Match.Status != match.Over && of.has(r)
	})
}

// Finished returns matches that are over: see Store.
func (s *Memory) Finished(ctx context.Context, q Query) ([]match.Record, error) {
	of := Scope{Member: q.Member, Channel: q.Channel}
	found, err := s.list(ctx, func(r match.Record) (time.Time, bool) {
		m := r.Match
		return m.Changed, m.Status == match.Over && len(m.Moves) > 0 && of.has(r) && (q.Before.IsZero() || m.Changed.Before(q.Before))
	})
	slices.Reverse(found)
	return found[:min(q.Limit, len(found))], err
}

// HasPlayed says whether a member has played a variant: see Store.
func (s *Memory) HasPlayed(ctx context.Context, member string, v game.Variant) (bool, error) {
	played, err := s.list(ctx, func(r match.Record) (time.Time, bool) {
		m := r.Match
		return m.Changed, m.Result.Counts() && m.Options.Variant == v && m.Side(member) != game.Empty
	})
	return len(played) > 0, err
}

// list returns copies of the records that are chosen, by a time that each has,
// oldest first.
func (s *Memory) list(ctx context.Context, choose func(match.Record) (at time.Time, chosen bool)) ([]match.Record, error) {
	return locked(ctx, s, func() (found []match.Record, _ error) {
		for _, r := range s.records {
			if _, chosen := choose(r); chosen {
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

// Due returns what is due: see Store.
func (s *Memory) Due(ctx context.Context, now time.Time, after Entry, limit int) ([]Entry, error) {
	return s.entries(ctx, after, limit, func(r match.Record) (time.Time, bool) {
		at, ok := r.Due()
		return at, ok && !at.After(now)
	})
}

// Waiting returns the matches that wait for the computer: see Store.
func (s *Memory) Waiting(ctx context.Context, before time.Time, after Entry, limit int) ([]Entry, error) {
	return s.entries(ctx, after, limit, func(r match.Record) (time.Time, bool) {
		return r.Match.Changed, r.Match.ToMove().IsComputer() && r.Match.Changed.Before(before)
	})
}

// entries returns those of the chosen records that come after an entry.
func (s *Memory) entries(ctx context.Context, after Entry, limit int, choose func(match.Record) (time.Time, bool)) ([]Entry, error) {
	records, err := s.list(ctx, func(r match.Record) (time.Time, bool) {
		at, ok := choose(r)
		return at, ok && cmp.Or(at.Compare(after.At), cmp.Compare(r.Match.ID, after.ID)) > 0
	})
	var found []Entry
	for _, r := range records[:min(limit, len(records))] {
		at, _ := choose(r)
		found = append(found, Entry{r.Match.ID, at, r.Place.Guild})
	}
	return found, err
}

// Member returns what is kept of a member: see Store.
func (s *Memory) Member(ctx context.Context, id string) (match.Member, error) {
	return locked(ctx, s, func() (match.Member, error) { return ReadSettings(s.members[id], match.Member{ID: id}) })
}

// ChangeMember changes what is kept of a member: see Store.
func (s *Memory) ChangeMember(ctx context.Context, id string, change func(*match.Member)) (match.Member, error) {
	return locked(ctx, s, func() (match.Member, error) { return changeSettings(s.members, id, match.Member{ID: id}, change) })
}

// Server returns what is kept of a server: see Store.
func (s *Memory) Server(ctx context.Context, id string) (match.Server, error) {
	return locked(ctx, s, func() (match.Server, error) { return ReadSettings(s.servers[id], match.Server{ID: id}) })
}

// ChangeServer changes what is kept of a server: see Store.
func (s *Memory) ChangeServer(ctx context.Context, id string, change func(*match.Server)) (match.Server, error) {
	return locked(ctx, s, func() (match.Server, error) { return changeSettings(s.servers, id, match.Server{ID: id}, change) })
}

func changeSettings[T Settings](texts map[string]string, id string, unset T, change func(*T)) (T, error) {
	changed, err := ReadSettings(texts[id], unset)
	if err != nil {
		return unset, err
	}
	change(&changed)
	text, err := WriteSettings(texts[id], changed)
	if err != nil {
		return unset, err
	}
	texts[id] = text
	return ReadSettings(text, unset)
}

// Export returns what is kept of a member: see Store.
func (s *Memory) Export(ctx context.Context, member string) ([]byte, error) {
	m, err := s.Member(ctx, member)
	if err != nil {
		return nil, err
	}
	of := Scope{Member: member}
	records, err := s.list(ctx, func(r match.Record) (time.Time, bool) {
		return r.Match.Created, member != match.Anonymous && of.has(r)
	})
	if err != nil {
		return nil, err
	}
	return ExportOf(m, records)
}

// Forget removes what is known of a member: see Store.
func (s *Memory) Forget(ctx context.Context, member string) ([]match.ID, error) {
	return locked(ctx, s, func() (dropped []match.ID, _ error) {
		delete(s.members, member)
		for id, r := range s.records {
			switch of := (Scope{Member: member}); {
			case !of.has(r):
			case r.Match.Status == match.Over:
				r.Match = r.Match.Forget(member)
				s.records[id] = r
			default:
				delete(s.records, id)
				dropped = append(dropped, id)
			}
		}
		return dropped, nil
	})
}

// Shared returns false: the memory is this process's own.
func (s *Memory) Shared() bool { return false }

// Ping returns nil: the store can always be used.
func (s *Memory) Ping(ctx context.Context) error { return ctx.Err() }

// Close does nothing: there is nothing to finish or to release.
func (s *Memory) Close() error { return nil }

// expire forgets what is too old.
func (s *Memory) expire(now time.Time) {
	if now.Sub(s.keyed) > KeyLife || len(s.keys[0]) >= memoryKeys {
		s.keys, s.keyed = [2]map[string]match.ID{{}, s.keys[0]}, now
	}
	if now.Sub(s.cleaned) < memoryPace {
		return
	}
	s.cleaned = now
	for id, r := range s.records {
		if r.Match.Status == match.Over && now.Sub(r.Match.Changed) > memoryLife {
			delete(s.records, id)
		}
	}
}
