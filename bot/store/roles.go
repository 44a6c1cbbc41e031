package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"noughts/game/match"
	"noughts/game/profile"
)

// Roles are the part of a Store about the roles of Discord that the bot gives to members.
type Roles interface {
	// RoleGuilds returns up to `limit` servers with ids after `after`, in ascending order: servers that have chosen a
	// role for the bot to give, and servers with a stored Wearer.
	RoleGuilds(ctx context.Context, after string, limit int) ([]string, error)
	// Wearers returns the members who get roles from the bot in a guild, ordered by role and member.
	Wearers(ctx context.Context, guild string) ([]Wearer, error)
	// SetWearer stores a Wearer in a guild. If its State is Bare, the stored Wearer with this role
	// and member is deleted instead. Times are stored in whole milliseconds.
	SetWearer(ctx context.Context, guild string, w Wearer) error
	// ChampionBeaters returns up to `limit` members, ordered by id, who have beaten the champion level
	// (profile.BeatChampion) and have a rated game in the guild.
	ChampionBeaters(ctx context.Context, guild string, limit int) ([]string, error)
}

// A Wearer is a member who gets a role from the bot. A Wearer stays when the member's other data is
// deleted, until the role is taken back.
type Wearer struct {
	Role   string
	Member string
	State  WearerState
	Since  time.Time // when the Wearer entered this state
}

// WearerState is how far the bot has come with giving a role or taking it back.
type WearerState string

// The states of a Wearer.
const (
	Bare    WearerState = ""        // the member does not wear the role
	Giving  WearerState = "giving"  // the bot gives the role, and Discord has not confirmed yet
	Worn    WearerState = "worn"    // Discord has confirmed that the member wears the role
	Refused WearerState = "refused" // Discord refuses to give the role
	Gone    WearerState = "gone"    // the bot could not give the role, because the member has left the server
	Stuck   WearerState = "stuck"   // Discord refuses to take the role back
)

// A WornRole is a role in a member's export.
type WornRole struct {
	Server string `json:"server"`
	Role   string `json:"role"`
}

// A roleOf is the key of a Wearer.
type roleOf struct{ guild, role, member string }

// RoleGuilds returns the servers with roles: see Roles.
func (s *Memory) RoleGuilds(ctx context.Context, after string, limit int) ([]string, error) {
	return locked(ctx, s, func() ([]string, error) {
		all := map[string]bool{}
		for id, text := range s.servers {
			if server, err := ReadSettings(text, match.Server{ID: id}); err == nil && server.GivesRoles() {
				all[id] = true
			}
		}
		for at := range s.wearers {
			all[at.guild] = true
		}
		maps.DeleteFunc(all, func(id string, _ bool) bool { return id <= after })
		ids := slices.Sorted(maps.Keys(all))
		return ids[:min(limit, len(ids))], nil
	})
}

// Wearers returns a guild's wearers: see Roles.
func (s *Memory) Wearers(ctx context.Context, guild string) ([]Wearer, error) {
	return locked(ctx, s, func() (all []Wearer, _ error) {
		for at, w := range s.wearers {
			if at.guild == guild {
				all = append(all, w)
			}
		}
		slices.SortFunc(all, func(a, b Wearer) int { return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Member, b.Member)) })
		return all, nil
	})
}

// SetWearer stores a wearer: see Roles.
func (s *Memory) SetWearer(ctx context.Context, guild string, w Wearer) error {
	return s.locked(ctx, func() error {
		at := roleOf{guild, w.Role, w.Member}
		if w.State == Bare {
			delete(s.wearers, at)
			return nil
		}
		w.Since = time.UnixMilli(w.Since.UnixMilli()).UTC()
		s.wearers[at] = w
		return nil
	})
}

// ChampionBeaters returns the members who have beaten the champion level: see Roles.
func (s *Memory) ChampionBeaters(ctx context.Context, guild string, limit int) ([]string, error) {
	return locked(ctx, s, func() ([]string, error) {
		all := map[string]bool{}
		for _, r := range s.ledger.results {
			beat := func(e profile.Earned) bool { return e.Achievement == profile.BeatChampion }
			if r.Verdict == profile.Rated && r.Game.Guild == guild && slices.ContainsFunc(s.ledger.earned[r.Member()], beat) {
				all[r.Member()] = true
			}
		}
		members := slices.Sorted(maps.Keys(all))
		return members[:min(limit, len(members))], nil
	})
}

// rolesOf returns the roles that a member wears.
func (s *Memory) rolesOf(member string) (all []WornRole) {
	for at := range s.wearers {
		if at.member == member {
			all = append(all, WornRole{Server: at.guild, Role: at.role})
		}
	}
	slices.SortFunc(all, func(a, b WornRole) int { return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Role, b.Role)) })
	return all
}
