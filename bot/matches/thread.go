package matches

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

// needForThread is what the bot needs in a channel to have games in threads there.
const needForThread plan.Permissions = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// wantsThread says whether a match that begins with a request is to have a thread of its own:
// the server wants that, and one can be opened.
func wantsThread(r *plan.Request) bool {
	return r.Server.Threads && r.Threads && !r.Place.Away && r.BotMay.Has(needForThread)
}

// mindThread opens the thread of a match that is to have one, and brings the board there. Each step is stored before the next: the thread is opened at the
// message that shows the match, whose id it has, so that a step that is made again after a
// crash does nothing twice.
func (o *Owner) mindThread(ctx context.Context, l *live) {
	ctx, cancel := context.WithTimeout(ctx, 2*editLimit)
	defer cancel()
	p, m := l.record.Place, l.record.Match
	switch {
	case o.closed.Load() || time.Now().Before(l.threadRetryAt): // Store.Due names the match
	case p.Thread == match.ThreadWanted && m.Status == match.Over:
		o.withoutThread(ctx, l)
	case p.Thread == match.ThreadWanted && m.Status == match.Playing:
		if o.openThread(ctx, l) {
			o.moveToThread(ctx, l)
		}
	case p.Thread == match.ThreadOpening:
		o.moveToThread(ctx, l)
	}
}

// openThread opens the thread at the message that shows the match.
func (o *Owner) openThread(ctx context.Context, l *live) bool {
	b := &l.board
	if l.record.Message == "" || b.message.ID != l.record.Message {
		if due, ok := l.record.Due(); ok && !time.Now().Before(due) {
			o.withoutThread(ctx, l) // the answer got lost
		}
		return false
	}
	names := map[string]string{}
	for _, player := range l.record.Match.Players {
		if player.IsPerson() {
			names[player.ID], _ = o.Discord.UserName(ctx, player.ID) // without it, it is "somebody"
		}
	}
	err := o.Discord.StartThread(ctx, l.record.Place.Channel, l.record.Message, o.Views.ThreadName(l.record, names))
	if err != nil {
		if !o.retryThread(l, err) {
			if s, err := o.server(ctx, l.record.Place.Guild); err == nil {
				o.tellOwners(s, string(l.id)+"-l", o.Views.NoThread(l.record))
			}
			o.withoutThread(ctx, l)
		}
		return false
	}
	return o.setPlace(ctx, l, l.record.Place.InThread(l.record.Message))
}

// moveToThread posts the board in the thread. The message at which that was opened then says
// where the board is.
func (o *Owner) moveToThread(ctx context.Context, l *live) {
	shown := l.record
	shown.Place.Thread = match.ThreadOpen
	if thread := l.record.Place.Channel; l.record.Message == thread || l.board.message.Channel != thread {
		content := o.Views.Live(shown, plan.View{}, plan.InPlace)
		id, err := o.Discord.Post(ctx, l.record.Place.Channel, string(l.id)+"-t", content.Response(plan.Anew).Data)
		if err != nil {
			if !o.retryThread(l, err) { // nobody can play there
				o.setPlace(ctx, l, match.Place{
					Guild: shown.Place.Guild, Channel: shown.Place.Parent, Locale: shown.Place.Locale, Style: shown.Place.Style,
					Explains: shown.Place.Explains, Quiet: shown.Place.Quiet,
				})
				l.board.version = 0
			}
			return
		}
		o.setLive(l, rest.Message{Channel: l.record.Place.Channel, ID: id}, l.record.Match.Version)
	}
	if !l.board.unsaved {
		o.setPlace(ctx, l, shown.Place)
	}
}

// withoutThread has a match played where it was begun.
func (o *Owner) withoutThread(ctx context.Context, l *live) {
	place := l.record.Place
	place.Thread = match.NoThread
	if o.setPlace(ctx, l, place) {
		l.board.version = 0 // it says that the board is elsewhere
	}
}

// closeThread archives the thread when the match is over for long enough, unless another game
// is played in it. The thread of a series, and that of a hill, is closed by its last game: the
// one before may be waited for there. The board shows the end before: in an archived thread it can be edited no
// more.
func (o *Owner) closeThread(ctx context.Context, l *live) {
	p, m, now := l.record.Place, l.record.Match, time.Now()
	if p.Thread != match.ThreadOpen || m.Status != match.Over || m.GoesOn() || now.Before(m.Changed.Add(match.ThreadRest)) ||
		o.closed.Load() || now.Before(l.threadRetryAt) || now.Before(l.board.retryAt) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 2*editLimit)
	defer cancel()
	open, err := o.Store.Unfinished(ctx, store.Scope{Channel: l.record.Place.Channel})
	if err != nil {
		return
	}
	follows, err := o.followedInThread(ctx, l)
	if err != nil {
		return
	}
	if len(open) == 0 && !follows {
		if err := o.Discord.CloseThread(ctx, l.record.Place.Channel); err != nil && o.retryThread(l, err) {
			return
		}
	}
	p.Thread = match.ThreadClosed
	o.setPlace(ctx, l, p)
}

// followedInThread says whether the match that has followed one is in the same thread.
func (o *Owner) followedInThread(ctx context.Context, l *live) (bool, error) {
	if !l.record.Match.Continued {
		return false, nil
	}
	next, err := o.Store.Load(ctx, l.record.Match.ID.Next())
	switch {
	case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrCorrupt):
		return false, nil
	case err != nil:
		return false, err
	}
	return next.Place.Channel == l.record.Place.Channel, nil
}

// retryThread says whether a call that failed is to be made again, and when: not for long.
func (o *Owner) retryThread(l *live, err error) bool {
	wait, later := rest.MayRetry(err)
	if _, limited := rest.RateLimited(err); !limited {
		wait = backoff.Longest
		l.threadFailures++
	}
	if !later || l.threadFailures >= maxFailures {
		o.Log.Info("a match cannot have a thread of its own", "match", l.id, "channel", l.record.Place.Channel, "err", err)
		return false
	}
	l.threadRetryAt = time.Now().Add(wait)
	o.reconcileAfter(l, wait)
	return true
}

// setPlace stores where a match is played. When it fails the match is read again: another
// process was faster, or nobody knows.
func (o *Owner) setPlace(ctx context.Context, l *live, to match.Place) bool {
	if err := o.Store.SetPlace(ctx, l.record, to); err != nil {
		if !store.Answered(err) {
			o.Log.Warn("cannot store where a match is played", "match", l.id, "err", err)
		}
		l.loaded = false
		if !errors.Is(err, store.ErrNotFound) {
			o.reconcileAfter(l, backoff.Shortest)
		}
		return false
	}
	l.record.Place, l.threadFailures = to, 0
	return true
}
