package matches

import (
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

// nearMessage is how many matches shownBy reads in each of its two queries, before and after the time of a message:
// those that ended closest to that time.
const nearMessage = 100

// finishedMatch reads a finished match, if the caller may see it.
func (t *task) finishedMatch(ctx context.Context, p plan.FinishedMatch) (match.Record, error) {
	rec, err := t.owner.deps.Store.Load(ctx, p.Match)
	if p.Match == "" {
		rec, err = t.shownBy(ctx, p.Channel, p.Message)
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return match.Record{}, plan.ErrUnfinished
	case errors.Is(err, store.ErrCorrupt):
		return match.Record{}, errors.Join(plan.ErrDamaged, err)
	case err != nil:
		return match.Record{}, err
	}
	v := viewer{task: t, reader: t.Request.User}
	if p.Public {
		v.reader = ""
	}
	switch {
	case !v.sees(ctx, rec):
		return match.Record{}, plan.ErrHidden
	case rec.Match.Status != match.Over || len(rec.Match.Moves) == 0:
		return match.Record{}, plan.ErrUnfinished
	case rec.Match.Dropped > 0:
		return match.Record{}, plan.ErrDropped
	}
	return rec, nil
}

// shownBy returns the finished match that a message in a channel shows. It first searches the matches that ended after
// the message was posted, which is the usual case. A board can also be shown again in a new message after its match has
// ended, so the matches that ended before the message come second.
func (t *task) shownBy(ctx context.Context, channel, message string) (match.Record, error) {
	posted, err := discordgo.SnowflakeTimestamp(message)
	if err != nil || channel == "" {
		return match.Record{}, store.ErrNotFound
	}
	at := store.Entry{At: posted}
	for _, q := range []store.Query{
		{Channel: channel, After: at, Limit: nearMessage},
		{Channel: channel, Before: at, Limit: nearMessage},
	} {
		near, err := t.owner.deps.Store.Finished(ctx, q)
		if err != nil {
			return match.Record{}, err
		}
		if i := slices.IndexFunc(near, func(rec match.Record) bool { return rec.Message == message }); i >= 0 {
			return near[i], nil
		}
	}
	return match.Record{}, store.ErrNotFound
}
