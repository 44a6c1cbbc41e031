package reviews

import (
	"context"
	"slices"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/queue"
	"noughts/bot/rest"
	"noughts/commands/plan"
)

const (
	// pace is the time between two edits of a message that shows the progress of a review.
	pace      = 1500 * time.Millisecond
	editLimit = 10 * time.Second
	// lastEdits is how many times the bot tries the edit that shows the review. After that, the
	// member can press the button below the message.
	lastEdits = 6
)

// Follow redraws a message while the review of a game is in progress, and once more when it has ended. The function
// `draw` returns the message's content. `by` is the member who asked.
func (o *Reviewer) Follow(key, by string, m rest.Message, draw func(plan.Reviewed) (plan.Content, error)) {
	ctx, cancel := context.WithDeadline(o.ctx, m.Until)
	f := &follower{reviewer: o, by: by, message: m, draw: draw, cancel: cancel}
	r, ok := o.enterFollower(key, f)
	if !ok {
		cancel()
		return
	}
	go func() {
		defer o.work.Done()
		defer func() {
			o.mu.Lock()
			defer o.mu.Unlock()
			o.drop(f)
		}()
		queue.Guard(o.deps.Log, func() {
			if r == nil { // the review ended after the answer was sent
				f.showKept(ctx, key)
			} else {
				f.follow(ctx, r)
			}
		})
	}()
}

// enterFollower adds a follower, and returns the run of its game, nil if there is none. The follower takes the place of
// one of the same message, and of the member's oldest one if the member has too many. It returns false if there is no room.
func (o *Reviewer) enterFollower(key string, f *follower) (r *run, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if same := slices.IndexFunc(o.followed, func(other *follower) bool {
		return other.message.Token == f.message.Token || f.message.ID != "" && other.message.ID == f.message.ID
	}); same >= 0 {
		o.drop(o.followed[same])
	}
	own := slices.DeleteFunc(slices.Clone(o.followed), func(other *follower) bool { return other.by != f.by })
	if len(own) >= maxFollowedOfMember {
		o.drop(own[0])
	}
	if len(o.followed) >= maxFollowed || o.ctx.Err() != nil {
		return nil, false
	}
	o.followed = append(o.followed, f)
	o.work.Add(1)
	return o.runs[key], true
}

// drop ends a follower. Callers hold o.mu.
func (o *Reviewer) drop(f *follower) {
	f.cancel()
	o.followed = slices.DeleteFunc(o.followed, func(other *follower) bool { return other == f })
}

type follower struct {
	reviewer *Reviewer
	by       string // the member who asked for the review
	message  rest.Message
	draw     func(plan.Reviewed) (plan.Content, error)
	cancel   context.CancelFunc
}

// showKept redraws the message with the review from the store. If the store has no review, the message says that the
// review failed.
func (f *follower) showKept(ctx context.Context, key string) {
	known, err := f.reviewer.Find(ctx, key)
	if err != nil || known.Review == nil {
		known.Failed = true
	}
	f.showLast(ctx, known)
}

// follow shows the progress of a review until it ends. Failed edits of the progress are not
// retried, because the next edit shows newer progress anyway.
func (f *follower) follow(ctx context.Context, r *run) {
	shown := 0
	for {
		ended := false
		select {
		case <-r.over:
			ended = true
		case <-time.After(pace):
		case <-ctx.Done():
			return
		}
		known := f.reviewer.look(r)
		if ended || known.Review != nil || known.Failed {
			f.showLast(ctx, known)
			return
		}
		if known.Done == shown {
			continue
		}
		if err := f.edit(ctx, known); err == nil {
			shown = known.Done
		} else if !rest.Unknown(err) {
			f.reviewer.deps.Log.Debug("a message does not say how far a review is", "err", err)
		}
	}
}

// showLast redraws the message for the last time, with the finished review or with the news that it failed. It tries
// the edit several times, because Discord may not know the message yet. If Discord refuses the edit, showLast tries
// again without the picture.
func (f *follower) showLast(ctx context.Context, known plan.Reviewed) {
	var pause backoff.Pause
	for attempt := 1; ; attempt++ {
		err := f.edit(ctx, known)
		if err == nil || ctx.Err() != nil {
			return
		}
		wait, again := rest.MayRetry(err)
		if !again && !rest.Unknown(err) && !known.NoPicture {
			known.NoPicture = true
			continue
		}
		if attempt == lastEdits || !again && !rest.Unknown(err) || backoff.Sleep(ctx, max(wait, pause.Next())) != nil {
			f.reviewer.deps.Log.Info("a review could not be shown", "err", err)
			return
		}
	}
}

func (f *follower) edit(ctx context.Context, known plan.Reviewed) error {
	content, err := f.draw(known)
	if err == nil {
		content, err = f.reviewer.deps.Matches.Draw(ctx, content)
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	return f.reviewer.deps.Discord.EditAnswer(ctx, f.message, content.Response(plan.InPlace).Data)
}
