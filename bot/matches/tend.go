package matches

import (
	"context"
	"errors"
	"strconv"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

const (
	// tendLimit is how long looking after a match may take, and editLimit how long one
	// call of Discord's may: a press that comes meanwhile waits for it.
	tendLimit = 10 * time.Second
	editLimit = 1500 * time.Millisecond
	// reachRest is how long the clocks leave alone what ran out before members could
	// reach the bot: another process, which they could reach, ends it in that time.
	reachRest = 5 * time.Second
)

// tendSoon has a match tended after what is in work for it.
func (o *Owner) tendSoon(id match.ID) { o.queue.Soon(Key(id), func() { o.tend(id, false) }) }

// wakeAfter has a match tended after a while, unless it is tended sooner by then.
func (o *Owner) wakeAfter(l *live, wait time.Duration) {
	if o.ctx.Err() != nil {
		return // it is the next process's
	}
	at := time.Now().Add(wait)
	if l.wake != nil && l.wakeAt.After(time.Now()) && !l.wakeAt.After(at) {
		return
	}
	if l.wake != nil {
		l.wake.Stop()
	}
	id := l.id
	l.wakeAt = at
	l.waking.Store(true)
	l.wake = time.AfterFunc(wait, func() { o.tendSoon(id) })
}

// tend brings a match and what shows it up to date. It may be called at any time
// and as often as one likes: it looks at what is, not at what has happened. takeUp
// says that no process works on the computer's turn.
func (o *Owner) tend(id match.ID, takeUp bool) {
	if l, ok := o.memory.Peek(id); ok && l.broken {
		return // it would fail again: it is left alone until a member acts on it
	}
	ctx, cancel := context.WithTimeout(o.ctx, tendLimit)
	defer cancel()
	o.with(id, func(l *live) {
		l.waking.Store(false)
		if !l.known || o.Store.Shared() {
			switch err := o.load(ctx, l); {
			case errors.Is(err, plan.ErrNoMatch), errors.Is(err, plan.ErrDamaged):
				return
			case err != nil:
				o.Log.Warn("a match cannot be read", "match", id, "err", err)
				o.wakeAfter(l, backoff.Longest)
				return
			}
		}
		if l.display.unnoted {
			o.note(l)
		}
		o.endDue(ctx, l)
		if takeUp {
			o.think(l, l.record.Match)
		}
		o.playFound(ctx, l)
		if wait := time.Until(l.display.retryAt); wait > 0 && !o.closed.Load() {
			o.wakeAfter(l, wait)
		} else if o.confirm(ctx, l) {
			o.bringUp(ctx, l)
		}
		o.clearRetired(ctx, l)
	})
}

// Tend brings up to date what an interaction may have left behind that came too late
// to be answered: an earlier delivery of it may have been carried out, and its
// answer got lost with the process. key is what the interaction keeps order with,
// and at has its token.
func (o *Owner) Tend(key, interaction string, at rest.Message) {
	o.queue.Do(key, func() {
		ctx, cancel := context.WithTimeout(o.ctx, tendLimit)
		defer cancel()
		id, err := o.Store.CarriedOut(ctx, interaction)
		if err != nil {
			return // nothing was done for it, or the next press tells
		}
		o.queue.HandOver(Key(id), func() { o.findAnswer(id, at) })
	})
}

// findAnswer takes the answer to an interaction that was carried out on a match for
// what shows the match, if it is the newest that does.
func (o *Owner) findAnswer(id match.ID, at rest.Message) {
	ctx, cancel := context.WithTimeout(o.ctx, editLimit)
	defer cancel()
	o.with(id, func(l *live) {
		if !l.known && o.load(ctx, l) != nil {
			return
		}
		message, private, err := o.Discord.Original(ctx, at.App, at.Token)
		d := &l.display
		if err != nil || private || message != d.at.ID && !newer(message, d.kept.ID) {
			return
		}
		at.ID = message
		o.adopt(l, at, 0)
		l.untended = true
	})
}

// endDue ends what is due in a match, where its members could come.
func (o *Owner) endDue(ctx context.Context, l *live) {
	now := time.Now()
	back, reached := o.Reach(l.record.Place.Guild)
	if !reached || now.Sub(back) < reachRest {
		return
	}
	before := l.record.Match
	next := before.TickAfter(back, now)
	if next.Version == before.Version {
		return
	}
	if next.Warned && !before.Warned && !o.warn(ctx, l, next) {
		return // it stays due
	}
	if err := o.save(ctx, l, next, ""); err != nil {
		if !errors.Is(err, store.ErrVersion) {
			o.Log.Error("a due match could not be ended", "match", l.id, "err", err)
		}
		return
	}
	o.Log.Info("time ran out", "match", l.id, "version", next.Version, "over", next.Status == match.Over)
}

// warn posts the notice that a match, as it is to be saved, is about to be abandoned. It
// is posted before, so that it is posted in any case: Discord makes it once. warn
// returns false when it is to be tried again.
func (o *Owner) warn(ctx context.Context, l *live, next match.Match) bool {
	switch d := &l.display; {
	case l.record.Place.Away:
		return true // the bot may not speak there by itself
	case time.Now().Before(d.retryAt):
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	record := l.record
	record.Match = next
	nonce := string(l.id) + "-" + strconv.Itoa(next.Version)
	_, err := o.Discord.Post(ctx, record.Place.Channel, nonce, o.Views.Warning(record).Response(plan.Anew).Data)
	if err == nil {
		return true
	}
	o.Log.Info("players could not be told that their match is about to be abandoned", "match", l.id, "err", err)
	wait, later := rest.MayRetry(err)
	if later {
		l.display.retryAt = time.Now().Add(max(wait, backoff.Longest))
	}
	return !later
}

// confirm asks Discord for the answer that showed a match last, if that is not sure
// and matters: before an edit, which Discord must not get first, and when the id of
// the message is not known or another process has noted another. It says whether the
// display is settled.
func (o *Owner) confirm(ctx context.Context, l *live) bool {
	d := &l.display
	due := d.sentAt.Add(answerLife)
	if d.sure || d.at.ID != "" && (!d.behind(l.record.Match.Version) || d.at.ID == d.kept.ID && time.Now().After(due)) {
		return true
	}
	if d.at.FollowUp || !d.at.HasToken(time.Now()) {
		return o.fallBack(l)
	}
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	id, private, err := o.Discord.Original(ctx, d.at.App, d.at.Token)
	wait, later := rest.MayRetry(err)
	switch {
	case err == nil && private: // another delivery of the interaction got that answer
	case err == nil:
		at := d.at
		at.ID = id
		o.adopt(l, at, d.version)
		return true
	case later:
		o.again(l, wait, err)
		return false
	case rest.Unknown(err) && time.Now().Before(due) && !o.closed.Load():
		o.wakeAfter(l, min(askPace, time.Until(due))) // Discord may have it, and not know of it yet
		return false
	}
	o.Log.Info("an answer did not come to show a match", "match", l.id, "err", err)
	return o.fallBack(l)
}

// fallBack takes the last message that was sure for the one that shows a match.
func (o *Owner) fallBack(l *live) bool {
	d := &l.display
	d.at, d.version, d.sure = d.kept, 0, true
	return true
}

// bringUp edits the live message if it does not show the newest version.
func (o *Owner) bringUp(ctx context.Context, l *live) {
	d := &l.display
	version := l.record.Match.Version
	switch now := time.Now(); {
	case d.echo.IsZero():
	case now.Before(d.echo):
		o.wakeAfter(l, d.echo.Sub(now))
	default:
		d.echo, d.version = time.Time{}, 0
	}
	if d.at.ID == "" || !d.behind(version) || !l.mayEdit(d.at) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	at, err := o.Discord.Edit(ctx, d.at, o.Views.Live(l.record, plan.View{}, plan.InPlace).Components)
	d.at = at
	if err == nil {
		d.version, d.tries, d.sure = version, 0, true
		l.untended = l.untended || o.Store.Shared() // a newer board of another process may have come before
		return
	}
	if wait, later := rest.MayRetry(err); later {
		if _, limited := rest.RateLimited(err); !limited { // it may still come, after a newer board
			d.echo = time.Now().Add(echoDelay)
		}
		o.again(l, wait, err)
		return
	}
	o.Log.Info("a live board cannot be edited", "match", l.id, "err", err)
	d.at, d.sure = rest.Message{}, true // until a member presses it or asks for it
}

// again has what failed tried again, a few times, but as often as it is put off by a
// rate limit.
func (o *Owner) again(l *live, wait time.Duration, err error) {
	d := &l.display
	if _, limited := rest.RateLimited(err); !limited {
		d.tries++
	}
	if d.tries >= mostTries {
		o.Log.Warn("a live board could not be brought up to date", "match", l.id, "err", err)
		d.tries = 0
		return
	}
	wait = max(wait, backoff.Shortest<<d.tries/2)
	d.retryAt = time.Now().Add(wait)
	o.wakeAfter(l, wait)
}

// clearRetired leaves a pointer to the new board in messages that were live. What
// cannot be edited keeps its buttons, and a press on one brings the rest.
func (o *Owner) clearRetired(ctx context.Context, l *live) {
	d := &l.display
	for _, m := range d.retired {
		if m.ID == d.at.ID || !l.mayEdit(m) {
			continue
		}
		call, cancel := context.WithTimeout(ctx, editLimit)
		if _, err := o.Discord.Edit(call, m, o.Views.Moved(l.record).Components); err != nil {
			o.Log.Info("an old board cannot be cleared", "match", l.id, "err", err)
			if _, later := rest.MayRetry(err); later { // it may still come, after the message was pressed and is the live one
				d.echo = time.Now().Add(echoDelay)
				o.wakeAfter(l, echoDelay)
			}
		}
		cancel()
	}
	d.retired = nil
}
