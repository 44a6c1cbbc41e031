package store

import (
	"context"
	"slices"
	"time"

	"noughts/game/match"
	"noughts/game/profile"
)

// Member returns the settings of a member: see Store.
func (s *Memory) Member(ctx context.Context, id string) (match.Member, error) {
	return locked(ctx, s, func() (match.Member, error) { return ReadSettings(s.members[id], Unset(id, s.remains(id))) })
}

// ChangeMember changes the settings of a member: see Store.
func (s *Memory) ChangeMember(ctx context.Context, id string, change func(*match.Member)) (match.Member, error) {
	return locked(ctx, s, func() (match.Member, error) { return changeSettings(s.members, id, Unset(id, s.remains(id)), change) })
}

// Server returns the settings of a server: see Store.
func (s *Memory) Server(ctx context.Context, id string) (match.Server, error) {
	return locked(ctx, s, func() (match.Server, error) { return ReadSettings(s.servers[id], match.Server{ID: id}) })
}

// ChangeServer changes the settings of a server: see Store.
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

// Profile returns a member's results: see Store.
func (s *Memory) Profile(ctx context.Context, member, reader string) (profile.Profile, error) {
	return locked(ctx, s, func() (profile.Profile, error) { return s.ledger.profile(member, reader), nil })
}

// Leaders returns a page of a leaderboard: see Store.
func (s *Memory) Leaders(ctx context.Context, b profile.Board, from, limit int, member string) (profile.Page, error) {
	return locked(ctx, s, func() (profile.Page, error) {
		all := s.ledger.board(b)
		page := profile.Page{Total: len(all)}
		from = min(max(0, from), len(all))
		page.Places = slices.Clip(all[from:min(from+max(0, limit), len(all))])
		for _, p := range all {
			if p.Member == member {
				page.Own = p
			}
		}
		return page, nil
	})
}

// Season returns the best members of a season: see Store.
func (s *Memory) Season(ctx context.Context, guild string, pool profile.Pool, season profile.Season, limit int) ([]profile.SeasonPlace, error) {
	return locked(ctx, s, func() ([]profile.SeasonPlace, error) {
		all := s.ledger.season(guild, pool, season)
		return all[:min(limit, len(all))], nil
	})
}

// NoteLeft records that members have left a guild: see Store.
func (s *Memory) NoteLeft(ctx context.Context, guild string, members []string) error {
	return s.locked(ctx, func() error {
		for at := range s.ledger.places {
			if guild != "" && at.guild == guild && slices.Contains(members, at.member) {
				s.ledger.places[at] = false
			}
		}
		for at, table := range s.puzzles.tables {
			if guild != "" && at.guild == guild {
				s.puzzles.tables[at] = slices.DeleteFunc(slices.Clone(table), func(id string) bool { return slices.Contains(members, id) })
			}
		}
		return nil
	})
}

// Export returns all data of a member: see Store.
func (s *Memory) Export(ctx context.Context, member string) ([]byte, error) {
	if member == match.Anonymous {
		return Kept{Member: match.Member{ID: member}}.Export()
	}
	kept := Kept{}
	var err error
	if kept.Member, err = s.Member(ctx, member); err != nil {
		return nil, err
	}
	of := Scope{Member: member}
	if kept.Matches, err = s.list(ctx, func(r match.Record) (time.Time, bool) { return r.Match.Created, of.has(r) }); err != nil {
		return nil, err
	}
	waits, err := s.list(ctx, func(r match.Record) (time.Time, bool) { return r.Match.Created, r.Match.Queued(member) })
	if err != nil {
		return nil, err
	}
	votes, err := s.votesOf(ctx, member)
	if err != nil {
		return nil, err
	}
	kept.Votes = votes
	kept.Matches = append(kept.Matches, waits...)
	return locked(ctx, s, func() ([]byte, error) {
		kept.Tournaments, kept.Played, kept.Days = s.tournamentsOf(member), s.ledger.played(member), s.puzzles.results(member)
		kept.Roles = s.rolesOf(member)
		var err error
		if kept.Puzzles, err = s.puzzles.solving(member); err != nil {
			return nil, err
		}
		return kept.Export()
	})
}

// leaveTraces stores the counters that daily limits need after a member is forgotten. Callers hold s.mu.
func (s *Memory) leaveTraces(member string, now time.Time) {
	var matches []match.Record
	for _, r := range s.records {
		if (Scope{Member: member}).has(r) && (r.Match.Status != match.Over || r.Match.Changed.After(now.Add(-TraceLife))) {
			matches = append(matches, r)
		}
	}
	solved, _ := s.solving(member) // an unreadable record has no tries
	left := s.remains(member)
	settings, _ := ReadSettings(s.members[member], Unset(member, left))
	games := s.ledger.ratedGames(member, left.Games)
	s.trace(append(s.secret.Of(member, matches, solved, settings, games, now), s.secret.Deletion(member, now)), now)
}

// Forget deletes a member's data: see Store.
func (s *Memory) Forget(ctx context.Context, member string) ([]match.ID, error) {
	return locked(ctx, s, func() (dropped []match.ID, _ error) {
		if member == "" || member == match.Anonymous {
			return nil, nil
		}
		s.leaveTraces(member, time.Now())
		delete(s.members, member)
		s.ledger.forget(member)
		s.puzzles.forget(member)
		if err := s.forgetInTournaments(member, time.Now()); err != nil {
			return nil, err
		}
		for id, r := range s.records {
			r.Votes = r.Votes.Without(member)
			s.records[id] = r
			switch of := (Scope{Member: member}); {
			case !of.has(r):
				if left, waits := r.Match.ForgetQueued(member, time.Now()); waits {
					s.records[id] = AsStored(r.With(left))
				}
			case r.Match.Status == match.Over:
				var waited bool
				if r.Match, waited = r.Match.ForgetNext(member); waited {
					dropped = append(dropped, id)
				}
				r.Match = r.Match.Forget(member)
				r.Match.Version++
				s.records[id] = r
			default:
				delete(s.records, id)
				dropped = append(dropped, id)
			}
		}
		return dropped, nil
	})
}
