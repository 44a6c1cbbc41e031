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

type reader struct{ *task }

var _ plan.Reader = reader{}

// Evaluation returns the engine's evaluation of a position, unless it is withheld: see withhold.
func (t reader) Evaluation(q plan.Evaluation) ([]ai.Choice, error) {
	ctx := t.To.Context()
	position := positionsOf(q.Game.Start, q.Game.Moves, len(q.Game.Moves))
	switch err := t.withhold(ctx, position, openingPlies, q.Match); {
	case errors.Is(err, plan.ErrWithheld) && q.Limit > 0:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return t.evaluate(ctx, t.searcher(), q), nil
}

func (t reader) AcceptsDraw(offered match.Match) bool {
	return t.acceptsDraw(t.To.Context(), t.searcher(), offered)
}

func (t reader) OpenMatches(q match.Scope) ([]match.Record, error) {
	ctx := t.To.Context()
	found, err := t.deps.Store.Unfinished(ctx, q)
	v := viewer{task: t.task, reader: t.Request.User}
	return slices.DeleteFunc(found, func(rec match.Record) bool { return !v.sees(ctx, rec) }), err
}

func (t reader) HavePlayed(v game.Variant, members []string) (bool, error) {
	for _, member := range members {
		if played, err := t.deps.Store.HasPlayed(t.To.Context(), member, v); !played || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (t reader) Export() ([]byte, error) {
	end, err := t.drawingSlot(t.To.Context())
	if err != nil {
		return nil, err
	}
	defer end()
	return t.deps.Store.Export(t.To.Context(), t.Request.User)
}

// Member reads the settings of a member from the store, bypassing the cache, and caches them.
func (t reader) Member(id string) (match.Member, error) {
	_, writes, _ := t.memberCache.get(id)
	m, err := t.deps.Store.Member(t.To.Context(), id)
	if err == nil {
		t.memberCache.addRead(id, cachedSettings[match.Member]{value: m, readAt: time.Now()}, writes)
	}
	return m, err
}

func (t reader) Server() (match.Server, error) {
	return t.deps.Store.Server(t.To.Context(), t.Request.Place.Guild)
}

func (t reader) BotPermissions() map[string]plan.Permissions {
	bits := t.permissions(t.To.Context(), t.Request.App)
	if bits == nil {
		return nil
	}
	may := make(map[string]plan.Permissions, len(bits))
	for channel, all := range bits {
		may[channel] = plan.Permissions(all)
	}
	return may
}

func (t reader) Outranks(role string) (bool, error) {
	return t.deps.Discord.Outranks(t.To.Context(), t.Request.Place.Guild, t.Request.User, t.Request.Roles, role)
}

func (t reader) CanPlay(member string) bool {
	return t.canPlay(t.To.Context(), t.Request.Place, member)
}

func (t reader) Stranded() ([]match.Record, error) { return t.stranded(t.To.Context()) }

func (t reader) Deleted(channels, roles []string) []string {
	if !t.lookUps.Take(t.Request.User, 2, time.Now()) {
		return nil
	}
	ctx, cancel := context.WithTimeout(t.To.Context(), permissionsLimit)
	defer cancel()
	gone, err := t.deps.Discord.Deleted(ctx, t.Request.Place.Guild, channels, roles)
	if err != nil {
		t.deps.Log.Info("cannot look up the channels and roles of a server", "guild", t.Request.Place.Guild, "err", err)
	}
	return gone
}

func (t reader) OpenTournament() (match.ID, error) {
	id, err := t.deps.Store.OpenTournament(t.To.Context(), t.Request.Place.Channel)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return id, err
}

func (t reader) PuzzleRatings(puzzles []string) (map[string]profile.Rating, error) {
	return t.deps.Store.PuzzleRatings(t.To.Context(), puzzles)
}
