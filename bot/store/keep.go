package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"noughts/game/match"
)

// Keepers are the part of a Store that limits how long the data of servers is kept.
type Keepers interface {
	// Keeping returns the servers that limit how long the moves of games are kept (match.Server.KeepDays).
	Keeping(ctx context.Context) ([]match.Server, error)
	// DropMoves deletes the moves of up to `limit` matches of a server that ended before a time, the
	// oldest first (match.Match.DropMoves), and returns the ids of these matches. Each gets a new
	// version. DropMoves returns no ids when no such match is left.
	DropMoves(ctx context.Context, guild string, before time.Time, limit int) ([]match.ID, error)
	// NoteGuilds stores the list of servers that the bot is in. A server that was on an earlier list and is missing
	// from this one counts as removed from now on, until a later list has the server again.
	NoteGuilds(ctx context.Context, present []string, now time.Time) error
	// RemovedGuilds returns the servers that removed the bot before a time.
	RemovedGuilds(ctx context.Context, before time.Time) ([]string, error)
	// ForgetGuild deletes a server's data step by step. A call removes the server, channel and message from up to
	// `limit` finished matches, under a new version, and returns the ids of these matches. If a team played a match,
	// the match is deleted instead. A call that finds no finished match deletes the server's settings, leaderboards,
	// tables of daily puzzles, roles and tournaments, and returns no ids. Then only unfinished matches are left.
	ForgetGuild(ctx context.Context, guild string, limit int) ([]match.ID, error)
}

// KeptSince returns when a match ended: the start of the time for which its server keeps the moves. It returns false if
// the match was not played in a server or has no moves to delete.
func KeptSince(r match.Record) (time.Time, bool) {
	_, droppable := r.Match.DropMoves()
	return r.Match.Changed, droppable && r.Place.Guild != ""
}

// Keeping returns the servers that limit how long moves are kept: see Store.
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

// DropMoves deletes the moves of old matches: see Store.
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

// NoteGuilds stores which servers the bot is in: see Store.
func (s *Memory) NoteGuilds(ctx context.Context, present []string, now time.Time) error {
	return s.locked(ctx, func() error {
		for _, id := range present {
			s.guilds[id] = time.Time{}
		}
		for id, removed := range s.guilds {
			if removed.IsZero() && !slices.Contains(present, id) {
				s.guilds[id] = now
			}
		}
		return nil
	})
}

// RemovedGuilds returns the servers that removed the bot before a time: see Store.
func (s *Memory) RemovedGuilds(ctx context.Context, before time.Time) ([]string, error) {
	return locked(ctx, s, func() (removed []string, _ error) {
		for id, at := range s.guilds {
			if !at.IsZero() && at.Before(before) {
				removed = append(removed, id)
			}
		}
		slices.Sort(removed)
		return removed, nil
	})
}

// ForgetGuild deletes a server's data: see Store.
func (s *Memory) ForgetGuild(ctx context.Context, guild string, limit int) ([]match.ID, error) {
	return locked(ctx, s, func() (changed []match.ID, _ error) {
		open := false
		for id, r := range s.records {
			switch {
			case r.Place.Guild != guild:
			case r.Match.Status != match.Over:
				open = true
			case len(changed) < limit:
				changed = append(changed, id)
				s.forgetGuildOf(r)
			}
		}
		if len(changed) > 0 {
			slices.Sort(changed)
			return changed, nil
		}
		delete(s.servers, guild)
		delete(s.puzzles.posted, guild)
		maps.DeleteFunc(s.wearers, func(at roleOf, _ Wearer) bool { return at.guild == guild })
		maps.DeleteFunc(s.puzzles.tables, func(at guildDay, _ []string) bool { return at.guild == guild })
		maps.DeleteFunc(s.ledger.places, func(at place, _ bool) bool { return at.guild == guild })
		maps.DeleteFunc(s.tournaments, func(_ match.ID, t memoryTournament) bool { return t.record.Place.Guild == guild })
		if !open {
			delete(s.guilds, guild)
		}
		return nil, nil
	})
}

// forgetGuildOf removes the server from a finished match, or deletes the match if a team played. Callers hold s.mu.
func (s *Memory) forgetGuildOf(r match.Record) {
	id := r.Match.ID
	for i := range s.ledger.results {
		if s.ledger.results[i].Game.Match == id {
			s.ledger.results[i].Game.Guild = ""
		}
	}
	if r.Match.Players[0].Team != "" || r.Match.Players[1].Team != "" {
		delete(s.records, id)
		return
	}
	s.records[id] = WithoutGuild(r)
}

// WithoutGuild returns the version of a match that ForgetGuild stores: without server, channel, messages and
// tournament.
func WithoutGuild(r match.Record) match.Record {
	r.Match.Version++
	r.Place.Guild, r.Place.Channel, r.Place.Thread, r.Place.Parent = "", "", 0, ""
	r.Message, r.Mirror, r.Ping.Message, r.Tournament = "", match.Mirror{}, "", ""
	return r
}
