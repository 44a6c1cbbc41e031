package matches

import (
	"context"
	"errors"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

// strand notes that nobody can see a match where it is. It does nothing if that is noted, or if the match is over.
func (o *Owner) strand(ctx context.Context, l *live) {
	m := l.record.Match
	if m.Status == match.Over || !m.Stranded.IsZero() {
		return
	}
	o.deps.Log.Info("the place of a match is gone", "match", l.id, "channel", l.record.Place.Channel)
	if err := o.save(ctx, l, m.Strand(time.Now()), ""); errors.Is(err, store.ErrVersion) && o.load(ctx, l) == nil {
		l.unreconciled = true // another process saved first
	}
}
