package matches

import (
	"context"
	"errors"
	"slices"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/profile"
)

// A reader is the plan.Reader of a task.
type reader struct{ *task }

var _ plan.Reader = reader{}

// Evaluation returns the engine's evaluation of a position, unless it is withheld: see withhold.
func (r reader) Evaluation(q plan.Evaluation) ([]ai.Choice, error) {
	ctx := r.To.Context()
	position := positionsOf(q.Game.Start, q.Game.Moves, len(q.Game.Moves))
	switch err := r.withhold(ctx, position, openingPlies, q.Match); {
	case errors.Is(err, plan.ErrWithheld) && q.Limit > 0:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return r.owner.evaluate(ctx, r.searcher(), q), nil
}

// AcceptsDraw asks the computer whether it accepts the offered draw.
func (r reader) AcceptsDraw(offered match.Match) bool {
	return r.owner.acceptsDraw(r.To.Context(), r.searcher(), offered)
}

// OpenMatches reads unfinished matches that the caller may see.
func (r reader) OpenMatches(q plan.OpenMatches) ([]match.Record, error) {
	ctx := r.To.Context()
	found, err := r.owner.deps.Store.Unfinished(ctx, store.Scope{Channel: q.Channel, Threads: q.Threads, Member: q.Member})
	v := viewer{task: r.task, reader: r.Request.User}
	return slices.DeleteFunc(found, func(rec match.Record) bool { return !v.sees(ctx, rec) }), err
}

// HavePlayed reports whether every one of the members has played enough matches of the variant.
func (r reader) HavePlayed(v game.Variant, members []string) (bool, error) {
	for _, member := range members {
		if played, err := r.owner.deps.Store.HasPlayed(r.To.Context(), member, v); !played || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Export reads everything that is stored about the caller.
func (r reader) Export() ([]byte, error) {
	end, err := r.drawingSlot(r.To.Context())
	if err != nil {
		return nil, err
	}
	defer end()
	return r.owner.deps.Store.Export(r.To.Context(), r.Request.User)
}

// Member reads the settings of a member from the store, bypassing the cache, and caches them.
func (r reader) Member(id string) (match.Member, error) {
	_, writes, _ := r.owner.memberCache.get(id)
	m, err := r.owner.deps.Store.Member(r.To.Context(), id)
	if err == nil {
		r.owner.memberCache.addRead(id, cachedSettings[match.Member]{value: m, readAt: time.Now()}, writes)
	}
	return m, err
}

// Server reads the settings of the request's server.
func (r reader) Server() (match.Server, error) {
	return r.owner.deps.Store.Server(r.To.Context(), r.Request.Place.Guild)
}

// BotPermissions returns the bot's permissions in the channels of the request's server, nil if they are unknown.
func (r reader) BotPermissions() map[string]plan.Permissions {
	bits := r.permissions(r.To.Context(), r.Request.App)
	if bits == nil {
		return nil
	}
	may := make(map[string]plan.Permissions, len(bits))
	for channel, all := range bits {
		may[channel] = plan.Permissions(all)
	}
	return may
}

// Outranks asks Discord whether the caller's highest role is above a role.
func (r reader) Outranks(role string) (bool, error) {
	return r.owner.deps.Discord.Outranks(r.To.Context(), r.Request.Place.Guild, r.Request.User, r.Request.Roles, role)
}

// CanPlay reports whether a member can play in the request's channel.
func (r reader) CanPlay(member string) bool {
	return r.canPlay(r.To.Context(), r.Request.Place, member)
}

// Stranded reads the caller's matches that cannot go on where they are.
func (r reader) Stranded() ([]match.Record, error) { return r.stranded(r.To.Context()) }

// Deleted asks Discord which channels and roles are gone.
func (r reader) Deleted(channels, roles []string) []string {
	if !r.owner.lookUps.Take(r.Request.User, 2, time.Now()) {
		return nil
	}
	ctx, cancel := context.WithTimeout(r.To.Context(), permissionsLimit)
	defer cancel()
	gone, err := r.owner.deps.Discord.Deleted(ctx, r.Request.Place.Guild, channels, roles)
	if err != nil {
		r.owner.deps.Log.Info("cannot look up the channels and roles of a server", "guild", r.Request.Place.Guild, "err", err)
	}
	return gone
}

// OpenTournament returns the id of the open tournament of the request's channel, "" for none.
func (r reader) OpenTournament() (match.ID, error) {
	id, err := r.owner.deps.Store.OpenTournament(r.To.Context(), r.Request.Place.Channel)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return id, err
}

// PuzzleRatings reads the ratings of puzzles.
func (r reader) PuzzleRatings(puzzles []string) (map[string]profile.Rating, error) {
	return r.owner.deps.Store.PuzzleRatings(r.To.Context(), puzzles)
}
