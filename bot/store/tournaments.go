package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"noughts/game/match"
	"noughts/game/tournament"
)

// ErrTournamentOpen is returned for a new tournament in a channel with an open one.
var ErrTournamentOpen = errors.New("store: the channel already has a tournament")

// Tournaments are the part of a Store that keeps tournaments.
type Tournaments interface {
	// SaveTournament stores the next revision of a tournament. The stored revision must be r.Revision; 0 means a new
	// tournament. Like Save, it makes a change only once for each key except "". If the key is stored already, the
	// error is *Done, with Keyed(id) as its Match. Errors: *Done, ErrExists and ErrTournamentOpen for a new tournament,
	// ErrNotFound and ErrVersion for another revision, tournament.ErrInvalid.
	SaveTournament(ctx context.Context, r tournament.Record, key string) (tournament.Record, error)
	// Tournament returns a tournament. Errors: ErrNotFound, ErrCorrupt.
	Tournament(ctx context.Context, id match.ID) (tournament.Record, error)
	// OpenTournament returns the id of a channel's tournament that is not over. Errors: ErrNotFound.
	OpenTournament(ctx context.Context, channel string) (match.ID, error)
	// TournamentsOf returns the ids of the open tournaments that a member plays in or organises.
	TournamentsOf(ctx context.Context, member string) ([]match.ID, error)
	// DueTournaments returns tournaments whose Record.Due is at or before `now`, ordered by that time: the first
	// `limit` that come after the entry `after`.
	DueTournaments(ctx context.Context, now time.Time, after Entry, limit int) ([]Entry, error)
}

// keyed is the prefix of a tournament's id that is stored with an idempotency key. No match's id has this prefix.
const keyed = "t/"

// Keyed returns the id that is stored with the idempotency key of a change of a tournament.
func Keyed(tournament match.ID) match.ID { return keyed + tournament }

// KeyedTournament returns the tournament's id for an id that Keyed has returned. It returns false if `noted` is the id
// of a match.
func KeyedTournament(noted match.ID) (match.ID, bool) {
	id, ok := strings.CutPrefix(string(noted), keyed)
	return match.ID(id), ok
}

// WriteTournament returns the JSON text of a record, which replaces the stored text `before`: see KeepUnknown. Errors:
// tournament.ErrInvalid.
func WriteTournament(before string, r tournament.Record) (string, error) {
	for _, at := range []*time.Time{&r.Tournament.Deadline, &r.Tournament.Created, &r.Tournament.Changed} {
		if !at.IsZero() {
			*at = time.UnixMilli(at.UnixMilli()).UTC()
		}
	}
	if err := r.Validate(); err != nil {
		return "", err
	}
	return KeepUnknown(before, r)
}

// ReadTournament decodes a text of WriteTournament. Errors: ErrCorrupt.
func ReadTournament(text string) (tournament.Record, error) {
	var r tournament.Record
	err := json.Unmarshal([]byte(text), &r)
	if err == nil {
		err = r.Validate()
	}
	if err != nil {
		return tournament.Record{}, fmt.Errorf("%w: a tournament: %w", ErrCorrupt, err)
	}
	return r, nil
}

// SaveTournament stores a tournament: see Tournaments.
func (s *Memory) SaveTournament(ctx context.Context, r tournament.Record, key string) (tournament.Record, error) {
	expected := r.Revision
	r.Revision++
	text, err := WriteTournament("", r)
	if err != nil {
		return tournament.Record{}, err
	}
	return locked(ctx, s, func() (tournament.Record, error) {
		s.expire(time.Now())
		id := r.Tournament.ID
		if done, ok := s.carriedOut(key); ok {
			return tournament.Record{}, &Done{Match: done}
		}
		before, stored := s.tournaments[id]
		switch {
		case expected == 0 && stored:
			return tournament.Record{}, ErrExists
		case expected == 0 && r.Open() && s.openIn(r.Place.Channel) != "":
			return tournament.Record{}, ErrTournamentOpen
		case expected > 0 && !stored:
			return tournament.Record{}, ErrNotFound
		case before.record.Revision != expected:
			return tournament.Record{}, ErrVersion
		}
		if key != "" {
			s.keys[0][key] = Keyed(id)
		}
		saved, err := ReadTournament(text)
		if err == nil {
			s.tournaments[id] = memoryTournament{saved, text}
			saved, err = ReadTournament(text) // a second copy, for the caller
		}
		return saved, err
	})
}

// A memoryTournament is a record that is not shared with callers, and its JSON text.
type memoryTournament struct {
	record tournament.Record
	text   string
}

// openIn returns the id of the open tournament of a channel, "" if there is none.
func (s *Memory) openIn(channel string) match.ID {
	for id, t := range s.tournaments {
		if t.record.Place.Channel == channel && t.record.Open() {
			return id
		}
	}
	return ""
}

// Tournament returns a tournament: see Tournaments.
func (s *Memory) Tournament(ctx context.Context, id match.ID) (tournament.Record, error) {
	return locked(ctx, s, func() (tournament.Record, error) {
		t, ok := s.tournaments[id]
		if !ok {
			return tournament.Record{}, ErrNotFound
		}
		return ReadTournament(t.text)
	})
}

// OpenTournament returns the tournament of a channel: see Tournaments.
func (s *Memory) OpenTournament(ctx context.Context, channel string) (match.ID, error) {
	return locked(ctx, s, func() (match.ID, error) {
		id := s.openIn(channel)
		if id == "" {
			return "", ErrNotFound
		}
		return id, nil
	})
}

// TournamentsOf returns the open tournaments of a member: see Tournaments.
func (s *Memory) TournamentsOf(ctx context.Context, member string) ([]match.ID, error) {
	return locked(ctx, s, func() (open []match.ID, _ error) {
		for _, r := range s.tournamentsOf(member) {
			if r.Open() {
				open = append(open, r.Tournament.ID)
			}
		}
		return open, nil
	})
}

// DueTournaments returns due tournaments: see Tournaments.
func (s *Memory) DueTournaments(ctx context.Context, now time.Time, after Entry, limit int) ([]Entry, error) {
	return locked(ctx, s, func() (due []Entry, _ error) {
		for id, t := range s.tournaments {
			at, ok := t.record.Due()
			if ok && !at.After(now) && cmp.Or(at.Compare(after.At), cmp.Compare(id, after.ID)) > 0 {
				due = append(due, Entry{id, at, t.record.Place.Guild})
			}
		}
		slices.SortFunc(due, func(a, b Entry) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
		return due[:min(limit, len(due))], nil
	})
}

// tournamentsOf returns the tournaments of a member, oldest first. Callers hold s.mu.
func (s *Memory) tournamentsOf(member string) []tournament.Record {
	var found []tournament.Record
	for _, t := range s.tournaments {
		if slices.Contains(t.record.Members(), member) {
			found = append(found, t.record)
		}
	}
	SortTournaments(found)
	return found
}

// SortTournaments sorts records by creation time, and by id if the times are equal.
func SortTournaments(all []tournament.Record) {
	slices.SortFunc(all, func(a, b tournament.Record) int {
		return cmp.Or(a.Tournament.Created.Compare(b.Tournament.Created), cmp.Compare(a.Tournament.ID, b.Tournament.ID))
	})
}

// forgetInTournaments removes a member from all tournaments. Callers hold s.mu.
func (s *Memory) forgetInTournaments(member string, now time.Time) error {
	for _, r := range s.tournamentsOf(member) {
		r = r.Forget(member, now)
		r.Revision++
		text, err := WriteTournament("", r)
		if err == nil {
			r, err = ReadTournament(text)
		}
		if err != nil {
			return err
		}
		s.tournaments[r.Tournament.ID] = memoryTournament{r, text}
	}
	return nil
}

// expireTournaments drops tournaments that ended more than 90 days ago. Callers hold s.mu.
func (s *Memory) expireTournaments(now time.Time) {
	maps.DeleteFunc(s.tournaments, func(_ match.ID, t memoryTournament) bool {
		_, due := t.record.Due()
		return !due && now.Sub(t.record.Tournament.Changed) > memoryLife
	})
}
