package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game/match"
)

// A registry keeps the matches that are played in memory, channel by channel,
// over the store, which is written first and always right.
type registry struct {
	store   store.Store
	changed func(match.ID) // called after changes that no interaction made

	mu       sync.Mutex
	entries  map[match.ID]*entry
	channels map[string]*channel // those that were asked for
}

// An entry is one match in memory. Its turn is held across calls of the store,
// never across calls of Discord's.
type entry struct {
	turn
	loaded bool
	game   commands.Game
	used   time.Time
}

// A channel is the index of a channel's unfinished matches.
type channel struct {
	loading turn // held while the store is asked
	loaded  bool
	ids     map[match.ID]struct{} // guarded by the registry's lock
}

var _ commands.Matches = (*registry)(nil)

func newRegistry(s store.Store) *registry {
	return &registry{
		store: s, changed: func(match.ID) {},
		entries: map[match.ID]*entry{}, channels: map[string]*channel{},
	}
}

// Create stores a new match.
func (r *registry) Create(ctx context.Context, m match.Match, at commands.Place) (commands.Game, error) {
	record := store.Record{Match: m, Guild: at.Guild, Channel: at.Channel, Locale: at.Locale, Style: at.Style}
	if err := r.store.Create(ctx, record, ""); err != nil {
		return commands.Game{}, err
	}
	r.mu.Lock()
	r.entries[m.ID] = &entry{turn: newTurn(), loaded: true, game: gameOf(record), used: time.Now()}
	r.index(m, at.Channel)
	r.mu.Unlock()
	r.notify(ctx, m.ID)
	return gameOf(record), nil
}

// CarriedOut says what an interaction has changed.
func (r *registry) CarriedOut(context.Context) (commands.Game, bool) { return commands.Game{}, false }

// Find returns a match, ended ones included. Errors: commands.ErrNoMatch and the
// store's.
func (r *registry) Find(ctx context.Context, id match.ID) (commands.Game, error) {
	e := r.entry(id)
	if err := e.take(ctx); err != nil {
		return commands.Game{}, err
	}
	defer e.release()
	if err := r.load(ctx, e, id); err != nil {
		return commands.Game{}, err
	}
	return e.game, nil
}

// mostRaces is how often Change tries against other processes that save first.
const mostRaces = 10

// Change changes a match and stores it. Errors: commands.ErrNoMatch, the
// store's, and what change returns.
func (r *registry) Change(ctx context.Context, id match.ID, change func(match.Match) (match.Match, error)) (commands.Game, error) {
	e := r.entry(id)
	for range mostRaces {
		g, err := r.tryChange(ctx, e, id, change)
		if !errors.Is(err, store.ErrVersion) {
			return g, err
		}
	}
	return commands.Game{}, fmt.Errorf("changing match %s: %w", id, store.ErrVersion)
}

func (r *registry) tryChange(ctx context.Context, e *entry, id match.ID, change func(match.Match) (match.Match, error)) (commands.Game, error) {
	if err := e.take(ctx); err != nil {
		return commands.Game{}, err
	}
	defer e.release()
	if err := r.load(ctx, e, id); err != nil {
		return commands.Game{}, err
	}
	old := e.game.Match
	next, err := change(old)
	switch {
	case err != nil && r.behind(ctx, e):
		return commands.Game{}, store.ErrVersion
	case err != nil || next.Version == old.Version:
		return e.game, err
	}
	if err := r.store.Save(ctx, next, old.Version, ""); err != nil {
		e.loaded = false // whatever happened, the store knows
		return commands.Game{}, noMatch(err)
	}
	e.game.Match = next
	r.mu.Lock()
	r.index(next, e.game.Place.Channel)
	r.mu.Unlock()
	r.notify(ctx, id)
	return e.game, nil
}

// behind says whether another process has changed the match since it was read,
// so that a refusal may be wrong. Callers have locked the entry.
func (r *registry) behind(ctx context.Context, e *entry) bool {
	record, err := r.store.Load(ctx, e.game.Match.ID)
	if err != nil || record.Match.Version == e.game.Match.Version {
		return false
	}
	e.game = gameOf(record)
	return true
}

// InChannel returns the unfinished matches of a channel, oldest first.
func (r *registry) InChannel(ctx context.Context, in string) ([]commands.Game, error) {
	ids, err := r.unfinished(ctx, in)
	if err != nil {
		return nil, err
	}
	games := make([]commands.Game, 0, len(ids))
	for _, id := range ids {
		g, err := r.Find(ctx, id)
		switch {
		case errors.Is(err, commands.ErrNoMatch): // deleted since
		case err != nil:
			return nil, err
		case g.Match.Status != match.Over:
			games = append(games, g)
		}
	}
	slices.SortFunc(games, func(a, b commands.Game) int {
		return cmp.Or(a.Match.Created.Compare(b.Match.Created), cmp.Compare(a.Match.ID, b.Match.ID))
	})
	return games, nil
}

// unfinished returns a channel's index, read from the store the first time. It
// may name matches that have just ended.
func (r *registry) unfinished(ctx context.Context, in string) ([]match.ID, error) {
	c := r.channel(in)
	if err := c.loading.take(ctx); err != nil {
		return nil, err
	}
	defer c.loading.release()
	if !c.loaded {
		records, err := r.store.Unfinished(ctx, in)
		if err != nil {
			return nil, err
		}
		r.mu.Lock()
		for _, record := range records {
			c.ids[record.Match.ID] = struct{}{}
		}
		r.mu.Unlock()
		c.loaded = true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Keys(c.ids)), nil
}

// channel returns a channel's index, which collects changes from then on, also
// while it is read from the store.
func (r *registry) channel(id string) *channel {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, ok := r.channels[id]
	if !ok {
		c = &channel{loading: newTurn(), ids: map[match.ID]struct{}{}}
		r.channels[id] = c
	}
	return c
}

// setMessage notes which message shows a match.
func (r *registry) setMessage(ctx context.Context, id match.ID, message string) error {
	e := r.entry(id)
	if err := e.take(ctx); err != nil {
		return err
	}
	defer e.release()
	if err := r.load(ctx, e, id); err != nil {
		return err
	}
	if e.game.Message == message {
		return nil
	}
	if err := r.store.SetMessage(ctx, id, message); err != nil {
		return noMatch(err)
	}
	e.game.Message = message
	return nil
}

// entry returns the entry of a match, which may have nothing loaded. Two entries
// of one match can live for a moment when one is let go while in use; the store's
// version keeps them right.
func (r *registry) entry(id match.ID) *entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.entries[id]
	if !ok {
		e = &entry{turn: newTurn()}
		r.entries[id] = e
	}
	e.used = time.Now()
	return e
}

// load fills an entry whose turn its caller has.
func (r *registry) load(ctx context.Context, e *entry, id match.ID) error {
	if e.loaded {
		return nil
	}
	record, err := r.store.Load(ctx, id)
	if err != nil {
		r.forget(id, e)
		return noMatch(err)
	}
	e.game, e.loaded = gameOf(record), true
	return nil
}

// forget keeps ids that never were from staying in memory.
func (r *registry) forget(id match.ID, e *entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.entries[id] == e {
		delete(r.entries, id)
	}
}

// index notes a match in its channel, or drops it when it is over. Callers hold
// r.mu.
func (r *registry) index(m match.Match, in string) {
	c, known := r.channels[in]
	switch {
	case !known: // will be read when somebody asks
	case m.Status == match.Over:
		delete(c.ids, m.ID)
	default:
		c.ids[m.ID] = struct{}{}
	}
}

// notify tells of a change: to the interaction that makes it, which will show
// it, or else to everybody.
func (r *registry) notify(ctx context.Context, id match.ID) {
	if c, ok := ctx.Value(changesKey{}).(*changes); ok {
		c.add(id)
		return
	}
	r.changed(id)
}

// sweep lets go of the matches and channels that nobody has used since.
func (r *registry) sweep(since time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	used := map[string]bool{}
	for id, e := range r.entries {
		switch {
		case e.used.Before(since):
			delete(r.entries, id)
		case e.tryTake():
			used[e.game.Place.Channel] = true
			e.release()
		}
	}
	for id := range r.channels {
		if !used[id] {
			delete(r.channels, id)
		}
	}
}

func gameOf(r store.Record) commands.Game {
	return commands.Game{
		Match:   r.Match,
		Place:   commands.Place{Guild: r.Guild, Channel: r.Channel, Locale: r.Locale, Style: r.Style},
		Message: r.Message,
	}
}

// noMatch turns the store's word for a missing match into the handlers'.
func noMatch(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return commands.ErrNoMatch
	}
	return err
}
