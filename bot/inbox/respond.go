package inbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// All times count from the arrival of the interaction.
const (
	// deferAfter is when Discord, which gives three seconds, is asked for more time.
	// answerLimit is how long a request may take without more, and carryLimit when
	// the first answer must have reached Discord.
	deferAfter  = 1800 * time.Millisecond
	answerLimit = 2500 * time.Millisecond
	carryLimit  = 2800 * time.Millisecond
	// workLimit is how long a request may take with more time, finishLimit how long the
	// late answer may take to reach Discord after it.
	workLimit   = 15 * time.Second
	finishLimit = 10 * time.Second
	// tokenLife is how long an interaction's token can edit messages. Discord gives
	// fifteen minutes; the last one is left alone.
	tokenLife = 14 * time.Minute
)

// An interaction is one on its way to its one answer, which it carries itself. When that
// takes long, its timer asks Discord for more time first, and the answer comes by the
// interaction's token; when it takes too long, the timer tells the member so. What a
// request waits for, the queue, a search or a database, makes no difference to that.
//
// Whoever holds place decides what is sent next: the timer, Send, or finish. It is held
// for a moment, and by the timer until Discord has answered whether it gives more time.
//
// What becomes of an answer is carry's fate if nothing was asked for before it. If more
// time was asked for and
//
//   - Discord gave it, the answer goes by the token;
//   - nobody knows whether it did, the answer goes as a callback. If that is not taken
//     since there is an answer already, or lost as well, the answer goes by the token;
//   - Discord refused it, the answer goes as if nothing had been asked for.
//
// A callback that is refused with 40060 although nothing of ours was taken means that
// another process has answered another delivery of the interaction. The owner looks
// after what that shows to everybody, so its fate is Lost; a private one is Refused.
type interaction struct {
	in      *Inbox
	request *plan.Request
	token   string
	arrived time.Time
	live    bool    // it was not sent again after it was missed
	inline  *inline // waits for the first answer; nil if that goes as a callback
	done    func()  // called when all is done for it
	route   plan.Route

	ctx    context.Context
	cancel context.CancelFunc

	place    chan struct{}
	progress progress    // guarded by place, as the next two
	timer    *time.Timer // for the next thing to be done
	unsure   bool        // Discord has not said that it took the deferral

	begun atomic.Bool // the owner has begun to work on the request, or must not any more
}

// progress is how far an answer is.
type progress uint8

const (
	waiting   progress = iota // nothing of ours has reached Discord
	uncertain                 // it was asked for more time, and nobody knows what came of that
	deferred                  // it waits for a late answer
	answered                  // the answer is on its way, or was
	expired                   // the time is over, and the timer tells the member
)

var errAnswered = errors.New("the interaction is answered already")

var errLate = errors.New("the time of the request was over before it was begun")

// handle has the route's handler begin with the request, unless its time is over.
func (i *interaction) handle(r *plan.Request) (plan.Plan, error) {
	if !i.begun.CompareAndSwap(false, true) {
		return nil, errLate
	}
	return i.route.Handle(r)
}

// watch begins to watch the time, unless the answer is already on its way. Discord gives
// more of it where that is of use.
func (i *interaction) watch() {
	i.place <- struct{}{}
	defer func() { <-i.place }()
	if i.progress != waiting {
		return
	}
	limit, do := answerLimit, i.expire
	if kind := i.request.Kind; kind == plan.Command || kind == plan.Press {
		limit, do = deferAfter, i.askForTime
	}
	i.timer = time.AfterFunc(time.Until(i.arrived.Add(limit)), func() { i.in.guard(do) })
}

// Context ends when the time of the request is over, and then the owner need not call
// finish any more: the member is told, and that is reported. Else it ends with finish.
func (i *interaction) Context() context.Context { return i.ctx }

// stays says whether a message was pressed that, after a deferral, is @original and
// stays as it is meanwhile. Else that is a new one: "is thinking…", to everybody.
func (i *interaction) stays() bool {
	return i.request.Kind == plan.Press && i.request.Message.ID != "" && !i.route.Anew
}

// askForTime asks Discord for more time, unless the answer is on its way. When Discord
// refuses it, the time that there is ends soon.
func (i *interaction) askForTime() {
	i.place <- struct{}{}
	defer func() { <-i.place }()
	if i.progress != waiting {
		return
	}
	i.timer = time.AfterFunc(time.Until(i.arrived.Add(workLimit)), func() { i.in.guard(i.expire) })
	ctx, cancel := context.WithDeadline(context.Background(), i.arrived.Add(answerLimit))
	defer cancel()
	deferral := discordgo.InteractionResponseDeferredChannelMessageWithSource
	if i.stays() {
		deferral = discordgo.InteractionResponseDeferredMessageUpdate
	}
	_, fate, err := i.carry(ctx, i.inline, &discordgo.InteractionResponse{Type: deferral})
	switch log := i.in.deps.Log; {
	case fate == matches.Refused:
		log.Warn("could not ask for more time", "id", i.request.ID, "err", err)
		i.timer.Reset(time.Until(i.arrived.Add(answerLimit)))
	case err != nil:
		log.Warn("asked for more time, without a reply", "id", i.request.ID, "err", err)
		i.progress = uncertain
	default:
		log.Info("asked for more time", "id", i.request.ID)
		i.progress, i.unsure = deferred, fate != matches.Confirmed
	}
}

// claim makes the answer the caller's to give, which then is answered or expired, and
// returns how far it was before: one of these when it is somebody else's.
func (i *interaction) claim(to progress) (before progress) {
	i.place <- struct{}{}
	defer func() { <-i.place }()
	before = i.progress
	if before < answered {
		i.progress = to
	}
	return before
}

// Send carries the answer. What went in the answer to an HTTP request nobody
// confirms.
func (i *interaction) Send(ctx context.Context, as plan.As, content plan.Content) matches.Sent {
	return i.deliver(ctx, i.claim(answered), as, content)
}

// Add sends one more message, which only the member sees, after the answer.
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

// deliver carries an answer that the caller has claimed.
func (i *interaction) deliver(ctx context.Context, before progress, as plan.As, content plan.Content) matches.Sent {
	limit, by := workLimit+finishLimit, i.inline
	switch before {
	case answered, expired:
		return matches.Sent{Fate: matches.Refused, Err: errAnswered}
	case waiting:
		limit = carryLimit
	case uncertain:
		by = nil // an HTTP request that brought the interaction is over
	}
	ctx, cancel := context.WithDeadline(ctx, i.arrived.Add(limit))
	defer cancel()
	if before == deferred {
		return i.late(ctx, as, content)
	}
	id, fate, err := i.carry(ctx, by, content.Response(as))
	switch taken := err != nil && isAnswered(err); {
	case before == uncertain && (taken || fate == matches.Lost):
		return i.late(ctx, as, content)
	case taken:
		err = fmt.Errorf("%w: %w", matches.ErrElsewhere, err)
		if !i.isPrivate(as) {
			fate = matches.Lost
		}
	}
	if as == plan.InPlace {
		id = i.request.Message.ID
	}
	return matches.Sent{Fate: fate, Message: i.message(id), Err: err}
}

// carry takes a first answer to Discord, as a callback or inline in the answer to an
// HTTP request, and says what became of it:
//
//	                                         callback    inline
//	Discord has said that it has it          Confirmed   —
//	written, nobody says whether it came     —           Unconfirmed
//	writing failed, a connection was lost    Lost        Lost
//	time ended before a reply                Lost        Refused: it was not written
//	the request was over before              —           Refused, errGone
//	Discord failed: 500 and above            Lost        —
//	Discord refused: 400 to 499, 429 too     Refused     —
//
// What is made of 40060, "answered already", depends on what was sent before.
func (i *interaction) carry(ctx context.Context, by *inline, r *discordgo.InteractionResponse) (message string, fate matches.Fate, err error) {
	if by != nil {
		fate, err = by.carry(ctx, r)
		return "", fate, err
	}
	message, err = i.in.deps.Calls.Callback(ctx, i.request.ID, i.token, r)
	return message, fateOf(err), err
}

// fateOf returns what became of what was sent with a call that ended with an error, or
// with none.
func fateOf(err error) matches.Fate {
	var refused *rest.Error
	switch {
	case err == nil:
		return matches.Confirmed
	case errors.As(err, &refused) && refused.Status < http.StatusInternalServerError:
		return matches.Refused
	}
	return matches.Lost
}

// codeAnswered is Discord's code for a second first answer to an interaction.
const codeAnswered = 40060

// isAnswered says whether Discord has refused an answer since there is one already.
func isAnswered(err error) bool {
	var refused *rest.Error
	return errors.As(err, &refused) && refused.Code == codeAnswered
}

// isPrivate says whether only the member sees an answer.
func (i *interaction) isPrivate(as plan.As) bool {
	return as == plan.Private || as == plan.Choices || as == plan.InPlace && i.request.Message.Private
}

// message returns a message that the interaction's token can edit.
func (i *interaction) message(id string) rest.Message {
	return rest.Message{Channel: i.request.Place.Channel, ID: id, App: i.request.App, Token: i.token, Until: i.arrived.Add(tokenLife)}
}

// late brings the answer for which Discord waits: as @original if that is where it
// belongs, else as another message. A message that says "is thinking…" to everybody is
// deleted before a private answer.
func (i *interaction) late(ctx context.Context, as plan.As, content plan.Content) matches.Sent {
	calls, app, token := i.in.deps.Calls, i.request.App, i.token
	if i.unsure {
		if err := calls.AwaitOriginal(ctx, app, token); err != nil {
			return i.sent("", err)
		}
	}
	switch private := i.isPrivate(as); {
	case i.stays() && as == plan.InPlace:
		id, err := calls.EditOriginal(ctx, app, token, content.Response(as).Data)
		if id == "" {
			id = i.request.Message.ID
		}
		return i.sent(id, err)
	case !i.stays() && !private:
		id, err := calls.EditOriginal(ctx, app, token, content.Response(plan.Anew).Data)
		return i.sent(id, err)
	case !i.stays():
		if err := calls.DeleteOriginal(ctx, app, token); err != nil {
			return i.sent("", err) // what follows would fill it, for everybody
		}
		as = plan.Private
	}
	id, err := calls.FollowUp(ctx, app, token, content.Response(as).Data)
	sent := i.sent(id, err)
	sent.Message.FollowUp = true
	return sent
}

// sent returns what is known after a call by the token.
func (i *interaction) sent(id string, err error) matches.Sent {
	return matches.Sent{Fate: fateOf(err), Message: i.message(id), Err: err}
}

// expire ends the time of a request that is not answered yet, tells the member, and
// reports it. It is done by the timer: the request may still wait in the queue, and then
// it will not be begun.
func (i *interaction) expire() {
	before := i.claim(expired)
	if before >= answered {
		return
	}
	defer i.done()
	say := texts.ApologyBusy
	if !i.begun.CompareAndSwap(false, true) {
		say = texts.ApologyBroken
	}
	i.cancel()
	i.report(outcomeLate, limits.None, matches.Report{Sent: i.tell(before, say)})
}

// tell gives an apology as the answer that the caller has claimed.
func (i *interaction) tell(before progress, key texts.Key) matches.Sent {
	a := i.in.deps.Commands.Say(i.request, key)
	return i.deliver(context.Background(), before, a.As, a.Content)
}

// errNoAnswer is reported for a request for which the owner has given no answer.
var errNoAnswer = errors.New("the owner of the matches gave no answer")

// finish reports what the owner did with the request, when it does no more, unless that
// has been reported since its time was over. A member who has got no answer is told that
// something went wrong, though not in the owner's time.
func (i *interaction) finish(did matches.Report) {
	before := i.claim(answered)
	i.cancel()
	if i.timer != nil {
		i.timer.Stop()
	}
	switch before {
	case expired:
		if did.Refusal != nil && !errors.Is(did.Refusal, errLate) {
			i.in.deps.Log.Warn("a request has failed after its time", "id", i.request.ID, "err", did.Refusal)
		}
	case answered:
		defer i.done()
		i.conclude(did)
	default:
		go i.in.guard(func() {
			defer i.done()
			if did.Refusal == nil {
				did.Refusal = errNoAnswer
			}
			did.Sent = i.tell(before, texts.ApologyBroken)
			i.conclude(did)
		})
	}
}
