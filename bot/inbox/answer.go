package inbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/matches"
	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

var errAnswered = errors.New("interaction already answered")

// Send sends the answer. If the answer is an HTTP response, Discord does not confirm it.
func (i *interaction) Send(ctx context.Context, as plan.As, content plan.Content) matches.Sent {
	return i.sendClaimed(ctx, i.claimAnswer(answered), as, content)
}

// sendClaimed sends the interaction's answer. The caller must have claimed the right to answer (see
// claimAnswer); `before` is the progress that claimAnswer returned.
func (i *interaction) sendClaimed(ctx context.Context, before progress, as plan.As, content plan.Content) matches.Sent {
	limit, by := workLimit+finishLimit, i.inline
	switch before {
	case answered, expired:
		return matches.Sent{Fate: matches.Declined, Err: errAnswered}
	case waiting:
		limit = carryLimit
	case uncertain:
		by = nil // the interaction's HTTP request is over
	}
	ctx, cancel := context.WithDeadline(ctx, i.arrived.Add(limit))
	defer cancel()
	if before == deferred {
		return i.sendLate(ctx, as, content)
	}
	id, fate, err := i.sendFirst(ctx, by, content.Response(as))
	switch taken := err != nil && isAnswered(err); {
	case before == uncertain && (taken || fate == matches.NoReply):
		return i.sendLate(ctx, as, content)
	case taken:
		err = fmt.Errorf("%w: %w", matches.ErrElsewhere, err)
		if !i.isPrivate(as) {
			fate = matches.NoReply
		}
	}
	if as == plan.InPlace {
		id = i.request.Message.ID
	}
	return matches.Sent{Fate: fate, Message: i.message(id), Err: err}
}

// sendFirst sends a first answer to Discord, as a callback or inline in the response to the
// interaction's HTTP request. It returns the answer's fate:
//
//	                                         callback    inline
//	Discord confirmed it                     Confirmed   —
//	written; Discord does not confirm        —           Unconfirmed
//	writing failed, a connection was lost    NoReply     NoReply
//	time ended before a reply                NoReply     Declined: it was not written
//	the HTTP request was over before         —           Declined, errGone
//	Discord failed: 500 and above            NoReply     —
//	Discord refused: 400 to 499, 429 too     Declined    —
//
// Discord edits no message in an archived thread, so sendFirst reopens the thread first.
//
// The meaning of error 40060, "already acknowledged", depends on earlier answers, so the caller interprets it.
func (i *interaction) sendFirst(ctx context.Context, by *inline, r *discordgo.InteractionResponse) (message string, fate matches.Fate, err error) {
	updates := r.Type == discordgo.InteractionResponseUpdateMessage || r.Type == discordgo.InteractionResponseDeferredMessageUpdate
	if updates && i.archived {
		i.archived = !i.reopen(ctx)
	}
	if by != nil {
		fate, err = by.sendFirst(ctx, r)
		return "", fate, err
	}
	message, err = i.in.deps.Calls.Callback(ctx, i.request.ID, i.token, r)
	if rest.Archived(err) && i.reopen(ctx) {
		message, err = i.in.deps.Calls.Callback(ctx, i.request.ID, i.token, r)
	}
	return message, fateOf(err), err
}

func (i *interaction) reopen(ctx context.Context) bool {
	err := i.in.deps.Calls.OpenThread(ctx, i.request.Place.Channel)
	if err != nil {
		i.in.deps.Log.Info("cannot reopen the thread of an interaction", "id", i.request.ID, "err", err)
	}
	return err == nil
}

func fateOf(err error) matches.Fate {
	var refused *rest.Error
	_, limited := rest.RateLimited(err)
	switch {
	case err == nil:
		return matches.Confirmed
	case limited, errors.As(err, &refused) && refused.Status < http.StatusInternalServerError:
		return matches.Declined
	}
	return matches.NoReply
}

const codeAnswered = 40060

func isAnswered(err error) bool {
	var refused *rest.Error
	return errors.As(err, &refused) && refused.Code == codeAnswered
}

func (i *interaction) isPrivate(as plan.As) bool {
	return as == plan.Private || as == plan.Choices || as == plan.AsForm || as == plan.InPlace && i.request.Message.Private
}

func (i *interaction) message(id string) rest.Message {
	return rest.Message{Channel: i.request.Place.Channel, ID: id, App: i.request.App, Token: i.token, Until: i.arrived.Add(rest.TokenLife)}
}

// sendLate sends the answer after a deferral. It edits @original, the message of the deferral, if the answer belongs in
// that message; otherwise it posts a new message. Before a private answer it deletes a public "is thinking…".
func (i *interaction) sendLate(ctx context.Context, as plan.As, content plan.Content) matches.Sent {
	calls, app, token := i.in.deps.Calls, i.request.App, i.token
	if i.unsure {
		if err := calls.AwaitOriginal(ctx, app, token); err != nil {
			return i.sent("", err)
		}
	}
	if as == plan.AsForm {
		as = plan.Private // Discord accepts a form only as the first answer
	}
	switch private := i.isPrivate(as); {
	case i.messageStays() && as == plan.InPlace:
		id, err := calls.EditOriginal(ctx, app, token, content.Response(as).Data)
		if id == "" {
			id = i.request.Message.ID
		}
		return i.sent(id, err)
	case !i.messageStays() && !private:
		id, err := calls.EditOriginal(ctx, app, token, content.Response(plan.Anew).Data)
		return i.sent(id, err)
	case !i.messageStays():
		if err := calls.DeleteOriginal(ctx, app, token); err != nil {
			return i.sent("", err) // a private answer would appear in the public message
		}
		as = plan.Private
	}
	id, err := calls.FollowUp(ctx, app, token, content.Response(as).Data)
	sent := i.sent(id, err)
	sent.Message.FollowUp = true
	return sent
}

func (i *interaction) sent(id string, err error) matches.Sent {
	return matches.Sent{Fate: fateOf(err), Message: i.message(id), Err: err}
}

// messageStays reports what @original is after a deferral. It returns true if @original is the message that the member
// pressed, which is still unchanged. It returns false if @original is a new, public "is thinking…".
func (i *interaction) messageStays() bool {
	return i.request.Kind == plan.Press && i.request.Message.ID != "" && !i.route.Anew
}

// Add sends a further private message after the answer.
func (i *interaction) Add(ctx context.Context, content plan.Content) {
	ctx, cancel := context.WithDeadline(ctx, i.arrived.Add(workLimit+finishLimit))
	defer cancel()
	calls, app, token := i.in.deps.Calls, i.request.App, i.token
	err := calls.AwaitOriginal(ctx, app, token)
	if err == nil {
		_, err = calls.FollowUp(ctx, app, token, content.Response(plan.Private).Data)
	}
	if err != nil {
		i.in.deps.Log.Info("a member could not be told why not", "id", i.request.ID, "err", err)
	}
}

func (i *interaction) sendApology(before progress, key texts.Key) matches.Sent {
	ctx := context.Background()
	a := i.say(ctx, key)
	return i.sendClaimed(ctx, before, a.As, a.Content)
}
