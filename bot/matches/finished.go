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

// nearMessage is how many matches each query of shownBy reads. The first query reads the matches that ended soonest
// after the message was posted, the second those that ended last before that.
const nearMessage = 100

func (t reader) FinishedMatch(p plan.FinishedMatch) (match.Record, error) {
	ctx := t.To.Context()
	rec, err := t.deps.Store.Load(ctx, p.Match)
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
	v := viewer{task: t.task, reader: t.Request.User}
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

// shownBy returns the finished match that a message in a channel shows. Usually the match ended after the message was
// posted, so those matches are searched first. A board can also be shown again in a new message after the end, so the
// matches that ended before the message was posted are searched second.
func (t *task) shownBy(ctx context.Context, channel, message string) (match.Record, error) {
	posted, err := discordgo.SnowflakeTimestamp(message)
	if err != nil || channel == "" {
		return match.Record{}, store.ErrNotFound
	}
	at := match.Cursor{At: posted}
	for _, q := range []match.Query{
		{Channel: channel, After: at, Limit: nearMessage},
		{Channel: channel, Before: at, Limit: nearMessage},
	} {
		near, err := t.deps.Store.Finished(ctx, q)
		if err != nil {
			return match.Record{}, err
		}
		if i := slices.IndexFunc(near, func(rec match.Record) bool { return rec.Message == message }); i >= 0 {
			return near[i], nil
		}
	}
	return match.Record{}, store.ErrNotFound
}
