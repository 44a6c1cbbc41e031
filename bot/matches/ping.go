package matches

import (
	"context"
	"strconv"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

// pingLife is how long Discord is asked to take a ping of which it is not known whether
// it has it: that long it surely takes no second one of the same name.
const pingLife = 3 * time.Minute

// tellPlayers tells players beside the board what is to be told, and takes back what is
// not true any more: see match.Ping.
//
// What is to be told is stored first and posted then, and after that the message is
// stored. Of several processes the one that stores it posts it. When it crashes, another
// one, or the next, posts it once more under the same name, by which Discord knows that
// it has it.
func (o *Owner) tellPlayers(ctx context.Context, l *live) {
	now := time.Now()
	if o.closed.Load() || now.Before(l.pingRetryAt) {
		return // Store.Due names the match
	}
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	if l.record.PingIsOld() && !o.clearPing(ctx, l) {
		return
	}
	switch pending, takeOver := l.record.Ping.Pending, l.record.Ping.TakeOver(); {
	case pending.IsZero():
		if notice, member := l.record.Notice(now); notice != match.NoNotice && o.beginPing(ctx, l, notice, member) {
			o.post(ctx, l)
		}
	case now.Before(takeOver):
		o.reconcileAfter(l, takeOver.Sub(now))
	case now.Sub(pending) >= pingLife:
		o.settlePing(ctx, l, "") // it may be there
	default:
		o.post(ctx, l)
	}
}

// beginPing stores that a member is told something, and returns whether it is to be
// posted by this process: the bot may post there, and the member wants it.
func (o *Owner) beginPing(ctx context.Context, l *live, notice match.Notice, member string) bool {
	if _, reached := o.Reach(l.record.Place.Guild); !reached {
		return false
	}
	to := match.Ping{Turn: l.record.Match.Turn(), Told: notice, Message: l.record.Ping.Message}
	if !l.record.Place.Away && !l.record.Place.Quiet {
		settings, err := o.Store.Member(ctx, member)
		if err != nil {
			o.Log.Warn("cannot read what a player has chosen, who is to be told about a turn", "match", l.id, "err", err)
			return false // it stays due
		}
		if settings.Wants(notice) {
			to.Pending = time.Now()
		}
	}
	return o.setPing(ctx, l, to) && !to.Pending.IsZero()
}

// post posts the ping that is pending in the place of the message before.
func (o *Owner) post(ctx context.Context, l *live) {
	ping := l.record.Ping
	if !o.deletePing(ctx, l, ping.Message) {
		return
	}
	id, err := o.postNamed(ctx, l, o.Views.Ping(l.record))
	if err != nil && o.retryPing(l, err) {
		return
	}
	o.settlePing(ctx, l, id)
}

// clearPing takes away what is left of a ping whose turn is over. It returns false when
// that is to be tried again.
func (o *Owner) clearPing(ctx context.Context, l *live) bool {
	ping := l.record.Ping
	if wait := time.Until(ping.TakeOver()); !ping.Pending.IsZero() && wait > 0 {
		o.reconcileAfter(l, wait) // who posts it may be at it
		return false
	}
	if !o.deletePing(ctx, l, ping.Message) {
		return false
	}
	if !ping.Pending.IsZero() && time.Since(ping.Pending) < pingLife {
		// Posted again it tells which message it is, and mentions nobody if it is new.
		silent := o.Views.Ping(l.record)
		silent.Pings = nil
		id, err := o.postNamed(ctx, l, silent)
		if err != nil && o.retryPing(l, err) || err == nil && !o.deletePing(ctx, l, id) {
			return false
		}
	}
	return o.settlePing(ctx, l, "")
}

// postNamed posts a ping under the name of its turn and notice.
func (o *Owner) postNamed(ctx context.Context, l *live, content plan.Content) (id string, err error) {
	ping := l.record.Ping
	name := string(l.id) + "-" + strconv.FormatInt(ping.Turn.UnixMilli(), 36) + strconv.Itoa(int(ping.Told))
	return o.Discord.Post(ctx, l.record.Place.Channel, name, content.Response(plan.Anew).Data)
}

// deletePing deletes a message, if there is one, and returns false when that is to be
// tried again.
func (o *Owner) deletePing(ctx context.Context, l *live, message string) bool {
	if message == "" {
		return true
	}
	err := o.Discord.Delete(ctx, l.record.Place.Channel, message)
	return err == nil || rest.Unknown(err) || !o.retryPing(l, err)
}

// retryPing says whether a call that failed is to be made again, and when: not for long.
func (o *Owner) retryPing(l *live, err error) bool {
	wait, later := rest.MayRetry(err)
	if _, limited := rest.RateLimited(err); !limited {
		wait = backoff.Longest
		l.pingFailures++
	}
	if !later || l.pingFailures >= maxFailures {
		o.Log.Info("a player could not be told about a turn", "match", l.id, "err", err)
		return false
	}
	l.pingRetryAt = time.Now().Add(wait)
	o.reconcileAfter(l, wait)
	return true
}

// settlePing notes the message of the ping, "" for none. It returns false when that fails,
// as when another process has changed the match meanwhile: it stays pending then.
func (o *Owner) settlePing(ctx context.Context, l *live, message string) bool {
	l.pingFailures = 0
	to := l.record.Ping
	to.Pending, to.Message = time.Time{}, message
	return o.setPing(ctx, l, to)
}

// setPing stores what players were told. When it fails the match is read again: another
// process has told it, or the turn is over, or nobody knows.
func (o *Owner) setPing(ctx context.Context, l *live, to match.Ping) bool {
	if err := o.Store.SetPing(ctx, l.record, to); err != nil {
		if !store.Answered(err) {
			o.Log.Warn("cannot store what a player is told about a turn", "match", l.id, "err", err)
		}
		l.loaded = false
		o.reconcileAfter(l, backoff.Shortest)
		return false
	}
	l.record.Ping = to
	l.record = store.AsStored(l.record)
	return true
}
