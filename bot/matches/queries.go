package matches

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/ai"
	"noughts/game/match"
)

// ask answers a question of a handler.
func (t *task) ask(ctx context.Context, q plan.Question) (any, error) {
	switch q := q.(type) {
	case plan.OpenMatches:
		return t.openMatches(ctx, q)
	case plan.Stranded:
		return t.stranded(ctx)
	case plan.CanPlay:
		return t.canPlay(ctx, t.Request.Place, q.Member), nil
	case plan.HavePlayed:
		return t.havePlayed(ctx, q)
	case plan.Member:
		return t.readMember(ctx, q.ID)
	case plan.Server:
		return t.owner.deps.Store.Server(ctx, t.Request.Place.Guild)
	case plan.BotPermissions:
		return t.botPermissions(ctx), nil
	case plan.Outranks:
		return t.owner.deps.Discord.Outranks(ctx, t.Request.Place.Guild, t.Request.User, t.Request.Roles, q.Role)
	case plan.Export:
		return t.export(ctx)
	case plan.OpenTournament:
		return t.openTournament(ctx)
	case plan.AcceptsDraw:
		return t.owner.acceptsDraw(ctx, t.searcher(), q.Offered), nil
	case plan.Evaluation:
		return t.evaluation(ctx, q)
	case plan.Profile:
		return t.profile(ctx, q)
	case plan.Leaders:
		return t.leaders(ctx, q)
	case plan.Seasons:
		return t.seasons(ctx, q)
	case plan.FinishedMatches:
		return t.finishedMatches(ctx, q)
	case plan.FinishedMatch:
		return t.finishedMatch(ctx, q)
	case plan.DailyTable:
		return t.dailyTable(ctx, q)
	case plan.DailyChampions:
		return t.dailyChampions(ctx, q)
	case plan.Deleted:
		return t.deleted(ctx, q), nil
	case plan.HasLeft:
		return t.hasLeft(ctx, q.Member), nil
	case plan.TryPuzzle:
		return t.tryPuzzle(ctx, q)
	case plan.SolvePuzzle:
		return t.solvePuzzle(ctx, q)
	case plan.PuzzleRatings:
		return t.owner.deps.Store.PuzzleRatings(ctx, q.Puzzles)
	}
	return nil, fmt.Errorf("unknown question %T", q)
}

// evaluation returns the engine's evaluation of a position, unless it is withheld: see withhold.
func (t *task) evaluation(ctx context.Context, q plan.Evaluation) ([]ai.Choice, error) {
	position := positionsOf(q.Game.Start, q.Game.Moves, len(q.Game.Moves))
	switch err := t.withhold(ctx, position, openingPlies, q.Match); {
	case errors.Is(err, plan.ErrWithheld) && q.Limit > 0:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return t.owner.evaluate(ctx, t.searcher(), q), nil
}

// openMatches reads unfinished matches that the caller may see.
func (t *task) openMatches(ctx context.Context, q plan.OpenMatches) ([]match.Record, error) {
	found, err := t.owner.deps.Store.Unfinished(ctx, store.Scope{Channel: q.Channel, Threads: q.Threads, Member: q.Member})
	v := viewer{task: t, reader: t.Request.User}
	return slices.DeleteFunc(found, func(rec match.Record) bool { return !v.sees(ctx, rec) }), err
}

// havePlayed reports whether every one of q.Members has played enough matches of the variant: see plan.HavePlayed.
func (t *task) havePlayed(ctx context.Context, q plan.HavePlayed) (all bool, err error) {
	for _, member := range q.Members {
		if played, err := t.owner.deps.Store.HasPlayed(ctx, member, q.Variant); !played || err != nil {
			return false, err
		}
	}
	return true, nil
}

// export reads everything that is stored about the caller.
func (t *task) export(ctx context.Context) ([]byte, error) {
	end, err := t.drawingSlot(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	return t.owner.deps.Store.Export(ctx, t.Request.User)
}

// readMember reads the settings of a member from the store, bypassing the cache, and caches them.
func (t *task) readMember(ctx context.Context, id string) (match.Member, error) {
	_, writes, _ := t.owner.memberCache.get(id)
	m, err := t.owner.deps.Store.Member(ctx, id)
	if err == nil {
		t.owner.memberCache.addRead(id, cachedSettings[match.Member]{value: m, readAt: time.Now()}, writes)
	}
	return m, err
}

// botPermissions returns the bot's permissions in the channels of the request's server, nil if they are unknown.
func (t *task) botPermissions(ctx context.Context) map[string]plan.Permissions {
	bits := t.permissions(ctx, t.Request.App)
	if bits == nil {
		return nil
	}
	may := make(map[string]plan.Permissions, len(bits))
	for channel, all := range bits {
		may[channel] = plan.Permissions(all)
	}
	return may
}

// deleted answers plan.Deleted.
func (t *task) deleted(ctx context.Context, q plan.Deleted) []string {
	if !t.owner.lookUps.Take(t.Request.User, 2, time.Now()) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, permissionsLimit)
	defer cancel()
	gone, err := t.owner.deps.Discord.Deleted(ctx, t.Request.Place.Guild, q.Channels, q.Roles)
	if err != nil {
		t.owner.deps.Log.Info("cannot look up the channels and roles of a server", "guild", t.Request.Place.Guild, "err", err)
	}
	return gone
}

// openTournament returns the id of the open tournament of the request's channel, "" for none.
func (t *task) openTournament(ctx context.Context) (match.ID, error) {
	id, err := t.owner.deps.Store.OpenTournament(ctx, t.Request.Place.Channel)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return id, err
}
