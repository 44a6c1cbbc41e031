package matches

import (
	"context"
	"errors"
	"strconv"
	"time"

	"noughts/bot/rest"
	"noughts/bot/shown"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

const (
	// callLimit is the timeout of one call to Discord or to the store. It is short because members'
	// presses wait behind the call.
	callLimit = 1500 * time.Millisecond
	// maxSteps bounds the steps (shown.Step) that one catchUp executes. It is far above the number that a match can
	// need.
	maxSteps = 50
)

// catchUp executes the steps from package shown until Discord shows the stored match, or until the next step is not due
// yet.
func (o *Manager) catchUp(ctx context.Context, l *cachedMatch) {
	for range maxSteps {
		if ctx.Err() != nil {
			break
		}
		if !l.loaded && !o.reload(ctx, l) {
			return
		}
		want := o.want(l)
		_, want.Reached = o.Reach(l.record.Place.Guild)
		step, wait := l.shown.Next(want)
		if step.Kind == shown.None {
			if !wait.IsZero() {
				o.reconcileAfter(l, time.Until(wait))
			}
			return
		}
		outcome, err := o.execute(ctx, l, step)
		outcome.At = time.Now()
		l.shown = l.shown.After(want, step, outcome)
		o.logOutcome(l, step, outcome, err)
		if rest.Gone(err) && inOwnPlace(l.record, step) {
			o.strand(ctx, l)
		}
		if step.Kind == shown.EditBoard && outcome.Status == shown.Done && want.Shared {
			l.loaded = false // the edit may have overwritten a newer board of another process: load and compare again
		}
	}
	l.unreconciled = true
}

func inOwnPlace(rec match.Record, s shown.Step) bool {
	switch s.Kind {
	case shown.PostBoard, shown.PostInThread, shown.PostPing:
		return true
	}
	return s.Message.Channel == rec.Place.Channel
}

func (o *Manager) execute(ctx context.Context, l *cachedMatch, s shown.Step) (shown.StepResult, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	at := l.record.Place.Channel
	switch s.Kind {
	case shown.StoreMessage:
		stored, err := o.deps.Store.SetMessage(ctx, l.id, s.From, s.Message.ID)
		if err == nil {
			l.record.Message = stored
		}
		return o.written(l, stored, err)
	case shown.FindAnswer:
		if s.Message.FollowUp || !s.Message.HasToken(time.Now()) {
			return shown.StepResult{Status: shown.Refused}, nil
		}
		id, private, err := o.deps.Discord.Original(ctx, s.Message.App, s.Message.Token)
		outcome := outcomeOf(id, err)
		outcome.Private = private
		return outcome, err
	case shown.PostBoard:
		return o.postBoard(ctx, l, l.record, "-board")
	case shown.PostInThread:
		open := l.record
		open.Place.Thread = match.ThreadOpen
		return o.postBoard(ctx, l, open, "-t")
	case shown.EditBoard:
		m, err := o.deps.Discord.Edit(ctx, s.Message, o.deps.Views.Live(l.record, plan.View{}, plan.InPlace).Components)
		outcome := outcomeOf("", err)
		outcome.Message = m
		return outcome, err
	case shown.Point:
		_, err := o.deps.Discord.Edit(ctx, s.Message, o.deps.Views.Moved(l.record, s.Message.Channel).Components)
		return outcomeOf("", err), err
	case shown.PostMirror:
		data := o.deps.Views.Live(l.record, plan.View{}, plan.InPlace).Response(plan.Anew).Data
		id, err := o.deps.Discord.Post(ctx, l.record.Mirror.Channel, string(l.id)+"-2", data)
		return outcomeOf(id, err), err
	case shown.EditMirror:
		_, err := o.deps.Discord.Edit(ctx, s.Message, o.deps.Views.Live(l.record, plan.View{}, plan.InPlace).Components)
		return outcomeOf("", err), err
	case shown.StoreMirror:
		stored, err := o.deps.Store.SetMirror(ctx, l.id, s.Message.ID)
		if err == nil {
			l.record.Mirror.Message = stored
		}
		return o.written(l, stored, err)
	case shown.ClaimPing:
		return o.claimPing(ctx, l)
	case shown.PostPing:
		return o.postPing(ctx, l, at, s.Silent)
	case shown.DeletePing:
		err := o.deps.Discord.Delete(ctx, s.Message.Channel, s.Message.ID)
		return outcomeOf("", err), err
	case shown.SettlePing:
		to := l.record.Ping
		to.Pending, to.Message = time.Time{}, s.Message.ID
		return o.setPing(ctx, l, to)
	case shown.StartThread:
		err := o.startThread(ctx, l, s.Message)
		return outcomeOf("", err), err
	case shown.StorePlace:
		return o.setPlace(ctx, l, s)
	case shown.CloseThread:
		return o.closeThread(ctx, l)
	}
	return shown.StepResult{}, errors.New("unknown step")
}

// outcomeOf returns the result of a step that made a call to Discord. `id` and `err` are what the call returned.
func outcomeOf(id string, err error) shown.StepResult {
	wait, again := rest.MayRetry(err)
	_, limited := rest.RateLimited(err)
	switch {
	case err == nil:
		return shown.StepResult{Status: shown.Done, ID: id}
	case limited:
		return shown.StepResult{Status: shown.Limited, Wait: wait}
	case again:
		return shown.StepResult{Status: shown.Lost}
	case rest.Unknown(err):
		return shown.StepResult{Status: shown.Unknown}
	}
	return shown.StepResult{Status: shown.Refused}
}

// written returns the result of a step that wrote to the store. If the write failed, the match is loaded again before
// the next step: another process may have changed it, or the result of the write is unknown.
func (o *Manager) written(l *cachedMatch, id string, err error) (shown.StepResult, error) {
	if err == nil {
		return shown.StepResult{Status: shown.Done, ID: id}, nil
	}
	l.loaded = false
	if store.IsAnswer(err) {
		return shown.StepResult{Status: shown.Conflict, ID: id}, nil
	}
	return shown.StepResult{Status: shown.Down}, err
}

// logOutcome logs a failed step. Rate limits and answers that are not found yet are expected, so they are not logged.
func (o *Manager) logOutcome(l *cachedMatch, s shown.Step, outcome shown.StepResult, err error) {
	switch {
	case err == nil, s.Kind == shown.FindAnswer && outcome.Status != shown.Refused:
	case outcome.Status == shown.Down:
		o.deps.Log.Warn("cannot save the messages of a match; retrying", "match", l.id, "step", s.Kind, "err", err)
	case outcome.Status == shown.Limited:
	default:
		o.deps.Log.Info("cannot update a match on Discord", "match", l.id, "step", s.Kind, "err", err)
	}
}

// postBoard posts the board of a match. The nonce, made of the match's id and `suffix`, keeps Discord from posting it
// twice.
func (o *Manager) postBoard(ctx context.Context, l *cachedMatch, r match.Record, suffix string) (shown.StepResult, error) {
	data := o.deps.Views.Live(r, plan.View{}, plan.Anew).Response(plan.Anew).Data
	id, err := o.deps.Discord.Post(ctx, r.Place.Channel, string(l.id)+suffix, data)
	if err == nil && suffix == "-board" && r.Tournament != "" {
		o.deps.TournamentGame(r.Tournament) // which begins its next game after the board is posted
	}
	return outcomeOf(id, err), err
}

// claimPing stores that this process sends the notice that is due, so that no other process sends it. The stored ping
// is pending only if the notice is wanted: the bot may post in the channel, the server has not turned such mentions
// off, and neither has the member. Otherwise nothing is sent.
func (o *Manager) claimPing(ctx context.Context, l *cachedMatch) (shown.StepResult, error) {
	notice, member := l.record.Notice(time.Now())
	to := match.Ping{Turn: l.record.Match.Turn(), Told: notice, Message: l.record.Ping.Message}
	if !l.record.Place.Away && !l.record.Place.Quiet {
		settings, err := o.member(ctx, member)
		if err != nil {
			return shown.StepResult{Status: shown.Down}, err
		}
		if settings.Wants(notice) {
			to.Pending = time.Now()
		}
	}
	return o.setPing(ctx, l, to)
}

// postPing mentions a player in a message of its own, in the board's channel. If the player prefers direct messages, it
// sends one instead, and mentions the player only if Discord refuses the direct message.
//
// With `silent`, the mention was perhaps posted before, and the bot needs its id to delete it. postPing then posts again
// under the same nonce, without pinging anybody. It sends no direct message, because these are never deleted.
func (o *Manager) postPing(ctx context.Context, l *cachedMatch, channel string, silent bool) (shown.StepResult, error) {
	content, ping := o.deps.Views.Ping(l.record, false), l.record.Ping
	nonce := string(l.id) + "-" + strconv.FormatInt(ping.Turn.UnixMilli(), 36) + strconv.Itoa(int(ping.Told))
	if len(content.Pings) == 1 && l.record.Match.ToldPrivately(content.Pings[0]) {
		if silent {
			return shown.StepResult{Status: shown.Done}, nil
		}
		err := o.deps.Discord.PostDirect(ctx, content.Pings[0], nonce, content.Response(plan.Anew).Data)
		if outcome := outcomeOf("", err); outcome.Status != shown.Refused {
			return outcome, err
		}
		content = o.deps.Views.Ping(l.record, true)
	}
	if silent {
		content.Pings = nil
	}
	id, err := o.deps.Discord.Post(ctx, channel, nonce, content.Response(plan.Anew).Data)
	return outcomeOf(id, err), err
}

func (o *Manager) setPing(ctx context.Context, l *cachedMatch, to match.Ping) (shown.StepResult, error) {
	outcome, err := o.written(l, "", o.deps.Store.SetPing(ctx, l.record, to))
	if outcome.Status == shown.Done {
		l.record.Ping = to
		l.record = store.AsStored(l.record)
		outcome.Ping = l.record.Ping
	}
	return outcome, err
}
