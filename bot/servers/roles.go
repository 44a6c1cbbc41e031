package servers

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/queue"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

const (
	// rolePace is the interval between two checks of a server. The method look makes a check. Checks are made even if no game
	// has ended, because the bot is not told that a member has left. If no server gives roles, nothing is checked.
	rolePace  = 5 * time.Minute
	rolePage  = 200
	lookLimit = 30 * time.Second
	// retryAfter is the pause after Discord has refused to give or to take a role. Discord blocks
	// bots whose requests it refuses too often.
	retryAfter = time.Hour
	// `mostWearers` is the largest number of members of one server who get the server's role for beating the champion level.
	mostWearers = 100
)

// RoleDiscord has the methods of *rest.Client that Roles uses.
type RoleDiscord interface {
	GiveRole(ctx context.Context, guild, member, role string) error
	TakeRole(ctx context.Context, guild, member, role string) error
}

// RoleViews draw the lines for servers' log channels. *commands.Commands implements it.
type RoleViews interface {
	// NoRole returns the log line for a role that Discord refuses to give to members or to take from them. Without
	// members the role is deleted.
	NoRole(s match.Server, role string, members []string) plan.Content
}

// ServerLog posts lines in servers' log channels. *matches.Manager implements it.
type ServerLog interface {
	LogInServer(s match.Server, name string, content plan.Content)
}

// A Roles gives roles. All its exported fields are required.
type Roles struct {
	alarm backoff.Alarm

	Store     store.Store
	Discord   RoleDiscord
	Views     RoleViews
	ServerLog ServerLog
	Log       *slog.Logger
	// Present reads a list of a guild's members until all of them are still there. *matches.Manager implements it.
	Present func(ctx context.Context, guild string, read func() (members []string, err error)) error
	// Reach reports whether this process receives the interactions of a guild's members. `since` is the time from which
	// it has received them without a gap.
	Reach func(guild string) (since time.Time, ok bool)
}

// Run checks all servers regularly until ctx ends.
func (g *Roles) Run(ctx context.Context) {
	g.alarm.Run(ctx, rolePace, g.Store.Shared(), func(now time.Time) (next time.Time, again bool) {
		if g.lookAtAll(ctx, now) {
			next = now.Add(rolePace)
		}
		return next, false
	})
}

// ServerChanged makes Run look soon, because a server's settings have changed.
func (g *Roles) ServerChanged() { g.alarm.Set(time.Now().Add(rolePace)) }

// lookAtAll checks all servers. It returns false if none gives roles.
func (g *Roles) lookAtAll(ctx context.Context, now time.Time) (some bool) {
	after := ""
	for ctx.Err() == nil {
		guilds, err := g.Store.RoleGuilds(ctx, after, rolePage)
		if ctx.Err() != nil {
			return some
		}
		if err != nil {
			g.Log.Warn("cannot list the servers with roles", "err", err)
			return true
		}
		some = some || len(guilds) > 0
		for _, guild := range guilds {
			if _, reached := g.Reach(guild); reached {
				queue.Guard(g.Log, func() {
					if err := g.look(ctx, guild, now); err != nil && ctx.Err() == nil {
						g.Log.Warn("cannot give the roles of a server", "guild", guild, "err", err)
					}
				})
			}
		}
		if len(guilds) < rolePage {
			break
		}
		after = guilds[len(guilds)-1]
	}
	return some
}

// look checks one server: it gives roles to the members who should have them now, and takes back
// the roles that the bot has given to other members.
func (g *Roles) look(ctx context.Context, guild string, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	server, err := g.Store.Server(ctx, guild)
	if err != nil {
		return err
	}
	var due []store.Wearer
	err = g.Present(ctx, guild, func() (best []string, err error) {
		due, err = g.due(ctx, server, now)
		for _, w := range due {
			if w.Role != server.ChampionRole { // many members can have that one, and nobody follows them in it
				best = append(best, w.Member)
			}
		}
		return best, err
	})
	if err != nil {
		return err
	}
	wearers, err := g.Store.Wearers(ctx, guild)
	if err != nil {
		return err
	}
	refused := map[string][]string{} // members by role
	var failed error
	for _, w := range due {
		if !slices.ContainsFunc(wearers, func(known store.Wearer) bool { return same(known, w) }) {
			wearers = append(wearers, w)
		}
	}
	for _, w := range wearers {
		wanted := slices.ContainsFunc(due, func(d store.Wearer) bool { return same(d, w) })
		state, err := g.settle(ctx, guild, w, wanted, now)
		if rest.NoRole(err) {
			if state != w.State {
				refused[w.Role] = nil
			}
			continue
		}
		if err != nil {
			failed = cmp.Or(failed, err)
			if ctx.Err() != nil {
				break
			}
			continue
		}
		if state != w.State && (state == store.Refused || state == store.Stuck) {
			refused[w.Role] = append(refused[w.Role], w.Member)
		}
	}
	for role, members := range refused { // newly
		g.ServerLog.LogInServer(server, roleNonce(role, now), g.Views.NoRole(server, role, members))
	}
	return failed
}

func same(a, b store.Wearer) bool { return a.Role == b.Role && a.Member == b.Member }

// due returns who should have which of a server's roles now. The result has one store.Wearer for each pair of role and
// member, without duplicates, in the state store.Bare.
func (g *Roles) due(ctx context.Context, s match.Server, now time.Time) (all []store.Wearer, err error) {
	add := func(role, member string) {
		if w := (store.Wearer{Role: role, Member: member}); !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	if s.LeaderRole != "" {
		for _, pool := range profile.Pools() {
			board, err := g.Store.Leaders(ctx, profile.Leaderboard{Pool: pool, Guild: s.ID}, 0, 1, "")
			if err != nil {
				return nil, err
			}
			for _, p := range board.Places {
				if p.Placed() {
					add(s.LeaderRole, p.Member)
				}
			}
		}
	}
	if s.DailyRole != "" {
		monday, _ := puzzle.DayAt(now).Week()
		champions, err := g.Store.DailyChampions(ctx, s.ID, monday-7, monday-1, 1)
		if err != nil {
			return nil, err
		}
		for _, c := range champions {
			add(s.DailyRole, c.Member)
		}
	}
	if s.ChampionRole != "" {
		members, err := g.Store.ChampionBeaters(ctx, s.ID, mostWearers)
		if err != nil {
			return nil, err
		}
		for _, id := range members {
			switch m, err := g.Store.Member(ctx, id); {
			case errors.Is(err, store.ErrCorrupt): // the member's settings cannot be read, so the member gets no role
			case err != nil:
				return nil, err
			case !m.Unlisted:
				add(s.ChampionRole, id)
			}
		}
	}
	return all, nil
}

// settle brings one store.Wearer (a member and a role) to the wanted state: it gives the role if `wanted` is true, and
// takes it back otherwise. It returns the state that is stored afterwards. After a transient error the next check of
// the server tries again. If the role is deleted, it returns Discord's error with the state store.Refused.
func (g *Roles) settle(ctx context.Context, guild string, w store.Wearer, wanted bool, now time.Time) (store.WearerState, error) {
	set := func(state store.WearerState) (store.WearerState, error) {
		w.State, w.Since = state, now
		return state, g.Store.SetWearer(ctx, guild, w)
	}
	waits := now.Sub(w.Since) < retryAfter
	notGiven := w.State == store.Refused || w.State == store.Gone
	switch {
	case wanted && w.State == store.Worn, wanted && notGiven && waits, !wanted && w.State == store.Stuck && waits:
		return w.State, nil
	case wanted && w.State == store.Stuck:
		return set(store.Worn)
	case !wanted && notGiven:
		return set(store.Bare)
	case !wanted:
		err := g.Discord.TakeRole(ctx, guild, w.Member, w.Role)
		switch _, again := rest.MayRetry(err); {
		case again:
			return w.State, err
		case err == nil, rest.Unknown(err): // 404: the member or the role no longer exists
			return set(store.Bare)
		}
		return set(store.Stuck)
	}
	if _, err := set(store.Giving); err != nil {
		return w.State, err
	}
	err := g.Discord.GiveRole(ctx, guild, w.Member, w.Role)
	switch _, again := rest.MayRetry(err); {
	case again:
		return w.State, err
	case err == nil:
		return set(store.Worn)
	case rest.NoMember(err): // the member has left the server; NoteLeft takes the member off the leaderboard, so that the next best can lead it
		if err := g.Store.NoteLeft(ctx, guild, []string{w.Member}); err != nil {
			return w.State, err
		}
		return set(store.Gone)
	}
	state, failed := set(store.Refused)
	if failed == nil && rest.NoRole(err) {
		failed = err
	}
	return state, failed
}

// roleNonce returns the nonce of a log line about a role, of at most 25 characters. Processes that log the
// same refusal in the same minute use the same nonce, so Discord posts the line once.
func roleNonce(role string, now time.Time) string {
	id, _ := strconv.ParseUint(role, 10, 64)
	return "r" + strconv.FormatUint(id, 36) + "-" + strconv.FormatInt(now.Unix()/60, 36)
}
