package bot

import (
	"context"
	"errors"
	"slices"
	"time"

	"noughts/commands"
	"noughts/game/match"
)

// A channel is the index of a channel's unfinished matches. It serves who is alone
// on the store; others ask the store, which knows of everybody's.
type channel struct {
	// Guarded by the registry's lock. From the moment it is there the index follows
	// changes, also while it is read from the store.
	ids  []match.ID
	read bool
	used int64 // in Unix nanoseconds
}

// InChannel returns the unfinished matches of a channel, oldest first.
func (r *registry) InChannel(ctx context.Context, in string) ([]commands.Game, error) {
	if !r.alone {
		return r.stored(ctx, in)
	}
	ids, err := r.unfinished(ctx, in)
	if err != nil {
		return nil, err
	}
	games := make([]commands.Game, 0, len(ids))
	for _, id := range ids {
		g, err := r.Find(ctx, id)
		switch {
		case errors.Is(err, commands.ErrNoMatch), errors.Is(err, commands.ErrDamaged): // deleted or spoilt since
		case err != nil:
			return nil, err
		case g.Match.Status != match.Over:
			games = append(games, g)
		}
	}
	byAge(games)
	return games, nil
}

// stored asks the store for the unfinished matches of a channel.
func (r *registry) stored(ctx context.Context, in string) ([]commands.Game, error) {
	records, err := r.store.Unfinished(ctx, in)
	if err != nil {
		return nil, err
	}
	games := make([]commands.Game, len(records))
	for i, record := range records {
		games[i] = gameOf(record)
	}
	return games, nil
}

// unfinished returns a channel's index, read from the store the first time. It
// may name matches that have just ended.
func (r *registry) unfinished(ctx context.Context, in string) ([]match.ID, error) {
	release, err := r.reading.take(ctx, in)
	if err != nil {
		return nil, err
	}
	defer release()
	if ids, ok := r.indexed(in); ok {
		return ids, nil
	}
	records, err := r.store.Unfinished(ctx, in)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.channelLocked(in)
	for _, record := range records {
		c.add(own(record.Match.ID))
	}
	c.read = true
	return slices.Clone(c.ids), nil
}

// indexed returns the index of a channel, and false if it must be read first; it
// then begins to follow changes.
func (r *registry) indexed(in string) ([]match.ID, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.channelLocked(in)
	return slices.Clone(c.ids), c.read
}

// channelLocked returns the index of a channel. Callers hold r.mu, and the turn of
// reading the channel, so that the index stays.
func (r *registry) channelLocked(id string) *channel {
	c, ok := r.channels[id]
	if !ok {
		evict(r.channels, r.most, func(c *channel) int64 { return c.used },
			func(id string, _ *channel) bool { return r.reading.used(id) })
		c = &channel{}
		r.channels[id] = c
	}
	c.used = time.Now().UnixNano()
	return c
}

// index notes a match in its channel, or drops it when it is over. Callers hold
// r.mu.
func (r *registry) index(id match.ID, g commands.Game) {
	c, known := r.channels[g.Place.Channel]
	switch {
	case !known: // will be read when somebody asks
	case g.Match.Status == match.Over:
		c.ids = slices.DeleteFunc(c.ids, func(other match.ID) bool { return other == id })
	default:
		c.add(id) // of the entry's, or there already
	}
}

func (c *channel) add(id match.ID) {
	if !slices.Contains(c.ids, id) {
		c.ids = append(slices.Grow(c.ids, 1), id)
	}
}
