package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game/match"
)

// mostKept is how many matches, channels and boards are kept in memory at most,
// each of them. A million matches have some 700 MB with all that belongs to them.
const mostKept = 1 << 20

// A registry keeps the matches that are played in memory over the store, which is
// written first and always right. What nobody has used for a while is let go, and
// read again when it is asked for.
//
// Other processes may serve the same matches from the same store. Then what is in
// memory is only tried first where the store decides anyway, by the version; what
// members are shown, and why they are refused, is read from the store. Who is
// alone on the store believes in the memory.
type registry struct {
	store   store.Store
	log     *slog.Logger
	alone   bool           // no other process writes to the store
	most    int            // entries, and channels
	changed func(match.ID) // called after changes that no interaction made

	turns   turns[match.ID] // for the matches in work; held across calls of the store, never of Discord
	reading turns[string]   // for the channels that are being read

	mu       sync.Mutex
	entries  map[match.ID]*entry // changed in place: an assignment would replace the key by a part of another string
	channels map[string]*channel // those that were asked for
}

// An entry is one match in memory, as it was last stored.
type entry struct {
	packed packed
	used   int64 // in Unix nanoseconds
	ended  bool
}

var _ commands.Matches = (*registry)(nil)

func newRegistry(s store.Store) *registry {
	return &registry{
		store: s, log: slog.New(slog.DiscardHandler), most: mostKept, changed: func(match.ID) {},
		entries: map[match.ID]*entry{}, channels: map[string]*channel{},
	}
}

// Create stores a new match: see commands.Matches. Errors: the store's.
func (r *registry) Create(ctx context.Context, m match.Match, at commands.Place) (commands.Game, error) {
	record := store.Record{Match: m, Guild: at.Guild, Channel: at.Channel, Locale: at.Locale, Style: at.Style}
	made := causeOf(ctx)
	var done *store.Done
	switch err := r.store.Create(ctx, record, made.id); {
	case errors.As(err, &done):
		return r.Find(ctx, done.Match)
	case err != nil:
		return commands.Game{}, err
	}
	made.settled.Store(true)
	g := commands.Game{Match: m, Place: at}
	r.keep(g)
	r.notify(ctx, m.ID)
	return g, nil
}

// Find returns a match, ended ones included. Errors: commands.ErrNoMatch,
// commands.ErrDamaged and the store's.
func (r *registry) Find(ctx context.Context, id match.ID) (commands.Game, error) {
	if r.alone {
		if g, ok := r.kept(id); ok {
			return g, nil
		}
	}
	release, err := r.turns.take(ctx, id)
	if err != nil {
		return commands.Game{}, err
	}
	defer release()
	return r.load(ctx, id)
}

// known returns a match as this process knows it. Where other processes serve it,
// too, they may have changed it since. Errors: as Find's.
func (r *registry) known(ctx context.Context, id match.ID) (commands.Game, error) {
	if g, ok := r.kept(id); ok {
		return g, nil
	}
	return r.Find(ctx, id)
}

// CarriedOut says what an earlier delivery of an interaction has changed: see
// commands.Matches.
func (r *registry) CarriedOut(ctx context.Context) (commands.Game, bool) {
	id := r.doneBefore(ctx)
	if id == "" {
		return commands.Game{}, false
	}
	g, err := r.Find(ctx, id)
	return g, err == nil
}

// doneBefore returns the match that an earlier delivery of an interaction has
// changed, "" for none.
func (r *registry) doneBefore(ctx context.Context) match.ID {
	of := causeOf(ctx)
	if of.id == "" || of.settled.Load() {
		return ""
	}
	id, err := r.store.CarriedOut(ctx, of.id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		of.settled.Store(true)
		return ""
	case err != nil:
		r.log.Warn("cannot ask whether an interaction was carried out", "id", of.id, "err", err)
		return ""
	}
	return id
}

// setMessage notes which message shows a match.
func (r *registry) setMessage(ctx context.Context, id match.ID, message string) error {
	release, err := r.turns.take(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	g, ok := r.kept(id)
	if !ok {
		if g, err = r.load(ctx, id); err != nil {
			return err
		}
	}
	if g.Message == message {
		return nil
	}
	if err := r.store.SetMessage(ctx, id, message); err != nil {
		return r.explain(id, err)
	}
	g.Message = message
	r.keep(g)
	return nil
}

// load reads a match from the store. Its caller has the match's turn. Errors: as
// Find's.
func (r *registry) load(ctx context.Context, id match.ID) (commands.Game, error) {
	record, err := r.store.Load(ctx, id)
	if err != nil {
		return commands.Game{}, r.explain(id, err)
	}
	g := gameOf(record)
	if before, ok := r.kept(id); ok {
		g.Place.Away = before.Place.Away
	}
	r.keep(g)
	return g, nil
}

// explain turns the store's words for a match that it cannot give into the
// handlers'.
func (r *registry) explain(id match.ID, err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		r.forget(id)
		return commands.ErrNoMatch
	case errors.Is(err, store.ErrCorrupt):
		r.log.Error("a stored match is damaged", "match", id, "err", err)
		return fmt.Errorf("%w: %w", commands.ErrDamaged, err)
	}
	return err
}

// kept returns a match that is in memory.
func (r *registry) kept(id match.ID) (commands.Game, bool) {
	r.mu.Lock()
	e, ok := r.entries[id]
	if !ok {
		r.mu.Unlock()
		return commands.Game{}, false
	}
	e.used = usedNow(e.ended)
	packed := e.packed
	r.mu.Unlock()
	return packed.game(), true
}

// keep keeps a match as it is stored. But for a new match, its caller has its turn.
func (r *registry) keep(g commands.Game) {
	packed, id := pack(g), g.Match.ID
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.entries[id]
	if !ok {
		id = own(id)
		evict(r.entries, r.most, func(e *entry) int64 { return e.used },
			func(id match.ID, _ *entry) bool { return r.turns.used(id) })
		e = &entry{}
		r.entries[id] = e
	}
	e.packed, e.ended = packed, g.Match.Status == match.Over
	e.used = usedNow(e.ended)
	r.index(id, g)
}

// usedNow returns the time at which a match in memory counts as used last, in Unix
// nanoseconds. One that has ended is let go sooner than others: there is little left
// to do with it.
func usedNow(ended bool) int64 {
	now := time.Now()
	if ended {
		now = now.Add(endedLife - idleLife)
	}
	return now.UnixNano()
}

// own returns an id that keeps nothing but itself in memory: others are often parts
// of a packed game.
func own(id match.ID) match.ID { return match.ID(strings.Clone(string(id))) }

// forget lets go of a match of which memory may be wrong.
func (r *registry) forget(id match.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.entries, id)
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
	before := since.UnixNano()
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, e := range r.entries {
		if e.used < before && !r.turns.used(id) {
			delete(r.entries, id)
		}
	}
	for id, c := range r.channels {
		if c.used < before && !r.reading.used(id) {
			delete(r.channels, id)
		}
	}
}

func gameOf(r store.Record) commands.Game {
	return commands.Game{
		Match: r.Match,
		Place: commands.Place{
			Guild: r.Guild, Channel: r.Channel, Locale: r.Locale, Style: r.Style, Away: r.Guild == "",
		},
		Message: r.Message,
	}
}

// byAge puts games in the order in which they were begun.
func byAge(games []commands.Game) {
	slices.SortFunc(games, func(a, b commands.Game) int {
		return cmp.Or(a.Match.Created.Compare(b.Match.Created), cmp.Compare(a.Match.ID, b.Match.ID))
	})
}
