package store

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"noughts/game/match"
	"noughts/game/profile"
)

const (
	// memoryLife is how long Memory keeps a finished match. memoryOver is how many finished matches
	// it keeps, each of less than two kilobytes. memoryPace is the interval between two cleanups.
	memoryLife = 90 * 24 * time.Hour
	memoryOver = 20_000
	memoryPace = 10 * time.Minute
	// memoryKeys is how many idempotency keys a map of Memory.keys holds before it counts as full,
	// so that a flood of keys takes a bounded amount of memory.
	memoryKeys = 1 << 16
)

// Memory is a Store that forgets everything when the process ends. It drops finished matches 90 days after their end,
// and the oldest of them if there are more than 20,000, but not those that wait for a next match (Match.GoesOn). Each
// list scans all matches, which takes about a millisecond for 10,000. The zero Memory is not usable: see NewMemory.
type Memory struct {
	mu      sync.Mutex
	records map[match.ID]match.Record
	// members and servers have the settings by id, as the texts that WriteSettings returns.
	members     map[string]string
	servers     map[string]string
	guilds      map[string]time.Time // by server: when it removed the bot, the zero time while the bot is in it
	cleaned     time.Time            // the time of the last cleanup
	tournaments map[match.ID]memoryTournament
	reviews     map[string]memoryReview // by ReviewedGame.Key
	reviewed    int                     // the number of reviews stored so far
	shares      map[share]time.Time
	// keys has the idempotency keys in two generations. New keys go to the first map. When that map
	// is full or older than an hour, it replaces the second map and a new one is started.
	keys  [2]map[string]match.ID
	keyed time.Time // when the first map was started
	// ledger has the results of members. A result is dropped 90 days after the end of its game.
	ledger  *memoryLedger
	puzzles memoryPuzzles
	wearers map[roleOf]Wearer
	// traces has the counters of daily limits that stay after members' data was deleted.
	traces []Trace
	secret TraceSecret
}

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	s := &Memory{records: map[match.ID]match.Record{}, members: map[string]string{}, servers: map[string]string{}, guilds: map[string]time.Time{}, keys: [2]map[string]match.ID{{}, {}},
		tournaments: map[match.ID]memoryTournament{}, reviews: map[string]memoryReview{}, shares: map[share]time.Time{}, puzzles: newMemoryPuzzles(), wearers: map[roleOf]Wearer{}, secret: NewTraceSecret()}
	s.ledger = newMemoryLedger(func(member string) bool {
		m, err := ReadSettings(s.members[member], match.Member{ID: member})
		return err == nil && m.Unlisted
	}, func(one, other string, since time.Time) int { return s.traced(s.secret.Rated(one, other), since) }, s.remains)
	return s
}

// locked calls `do` while it holds s.mu. If ctx has ended, it returns the error of ctx instead.
func locked[T any](ctx context.Context, s *Memory, do func() (T, error)) (T, error) {
	if err := ctx.Err(); err != nil {
		var none T
		return none, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return do()
}

// locked is like the function locked, for a `do` that returns only an error.
func (s *Memory) locked(ctx context.Context, do func() error) error {
	_, err := locked(ctx, s, func() (struct{}, error) { return struct{}{}, do() })
	return err
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
		case stored && !isAsExpected(before, c):
			return match.Record{}, ErrVersion
		}
		after := AsStored(c.Record)
		if after.Match.IsCounted() {
			if after.HeadToHead == (match.HeadToHead{}) {
				after.HeadToHead = s.score(after)
			}
			s.seeHillRecord(&after)
		}
		if stored {
			after.Message = before.Message
			after.Votes = before.With(after.Match).Votes
		}
		if after.Match.IsCounted() && before.Match.Status != match.Over {
			c.Record = after
			var err error
			if after.Effects, err = CountResult(ctx, s.ledger, c); err != nil {
				return match.Record{}, err
			}
		}
		s.records[id] = after
		if c.Key != "" {
			s.keys[0][c.Key] = id
		}
		return AsStored(after), nil
	})
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

// CarriedOut returns the match that was saved with a key: see Store.
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

// SetMessage stores the live message of a match: see Store.
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

// SetPing stores which mentions were posted: see Store.
func (s *Memory) SetPing(ctx context.Context, r match.Record, to match.Ping) error {
	return s.set(ctx, r, func(stored *match.Record) { stored.Ping = to })
}

// SetPlace stores the channel and thread of a match: see Store.
func (s *Memory) SetPlace(ctx context.Context, r match.Record, to match.Place) error {
	return s.set(ctx, r, func(stored *match.Record) {
		stored.Place.Channel, stored.Place.Thread, stored.Place.Parent = to.Channel, to.Thread, to.Parent
	})
}

// set applies `change` to the stored match of r. It returns ErrVersion if the stored match has another version than r,
// or differs in one of the other values that isAsExpected compares.
func (s *Memory) set(ctx context.Context, r match.Record, change func(stored *match.Record)) error {
	return s.locked(ctx, func() error {
		stored, ok := s.records[r.Match.ID]
		switch {
		case !ok:
			return ErrNotFound
		case !isAsExpected(stored, Change{Record: r, Expected: r.Match.Version}):
			return ErrVersion
		}
		change(&stored)
		s.records[r.Match.ID] = AsStored(stored)
		return nil
	})
}

// isAsExpected reports whether a stored match has the version that c expects, and the ping, place,
// number of votes and mirror of c's record.
func isAsExpected(stored match.Record, c Change) bool {
	return stored.Match.Version == c.Expected && stored.Ping == AsStored(c.Record).Ping && samePlace(stored, c.Record) &&
		stored.Votes.Cast == c.Record.Votes.Cast && stored.Mirror == c.Record.Mirror
}

// samePlace reports whether two records of a match have the same channel, thread and parent.
func samePlace(a, b match.Record) bool {
	return a.Place.Channel == b.Place.Channel && a.Place.Thread == b.Place.Thread && a.Place.Parent == b.Place.Parent
}

// score returns the head-to-head score of a finished match. It counts the games of the same players
// in the same variant and channel on the same day, up to and including this match.
func (s *Memory) score(of match.Record) match.HeadToHead {
	m := of.Match
	score := match.HeadToHead{}.With(m, m)
	for _, r := range s.records {
		o := r.Match
		swapped := o.Players == [2]match.Player{m.Players[1], m.Players[0]}
		if o.ID == m.ID || !o.Result.Decided() || len(o.Given) > 0 || o.Options.Variant != m.Options.Variant || r.Place.Above() != of.Place.Above() || o.Players != m.Players && !swapped ||
			o.Changed.Before(m.HeadToHeadSince()) || o.Changed.After(m.Changed) {
			continue
		}
		score = score.With(m, o)
	}
	return score
}

// Shared returns false: no other process can use the memory.
func (s *Memory) Shared() bool { return false }

// Ping returns ctx.Err(): nothing else can keep the store from being used.
func (s *Memory) Ping(ctx context.Context) error { return ctx.Err() }

// Close does nothing: there is nothing to finish or to release.
func (s *Memory) Close() error { return nil }

// expire drops what is too old: idempotency keys, tournaments, days of the daily puzzle, traces (see the field traces),
// reviews, finished matches and results. Of keys and finished matches it also drops the oldest if there are too many.
func (s *Memory) expire(now time.Time) {
	if now.Sub(s.keyed) > KeyLife || len(s.keys[0]) >= memoryKeys {
		s.keys, s.keyed = [2]map[string]match.ID{{}, s.keys[0]}, now
	}
	if now.Sub(s.cleaned) < memoryPace {
		return
	}
	s.cleaned = now
	s.expireTournaments(now)
	s.puzzles.expire(now)
	s.trace(nil, now)
	maps.DeleteFunc(s.reviews, func(_ string, r memoryReview) bool { return !r.Until.IsZero() && r.Until.Before(now) })
	var over []match.Record
	for _, r := range s.records {
		if r.Match.Status == match.Over && !r.Match.GoesOn() {
			over = append(over, r)
		}
	}
	slices.SortFunc(over, func(a, b match.Record) int { return a.Match.Changed.Compare(b.Match.Changed) })
	for i, r := range over {
		if i < len(over)-memoryOver || now.Sub(r.Match.Changed) > memoryLife {
			delete(s.records, r.Match.ID)
		}
	}
	s.ledger.results = slices.DeleteFunc(s.ledger.results, func(r profile.MemberResult) bool { return now.Sub(r.Game.Ended) > memoryLife })
}
