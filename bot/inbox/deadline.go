package inbox

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// All times count from the arrival of the interaction.
const (
	// deferAfter is when the bot asks Discord for more time, which is due after three seconds.
	// Without more time answerLimit is the deadline of a request, and carryLimit the deadline for
	// the first answer to reach Discord.
	deferAfter  = 1800 * time.Millisecond
	answerLimit = 2500 * time.Millisecond
	carryLimit  = 2800 * time.Millisecond
	// With more time workLimit is the deadline of a request, and finishLimit the time after it for
	// the late answer to reach Discord.
	workLimit   = 15 * time.Second
	finishLimit = 10 * time.Second
)

// An interaction sends its one answer. A timer asks Discord for more time if the answer takes long;
// the answer then uses the interaction's token. If the deadline passes the timer sends an apology.
// It does not matter whether the request waits for the queue, a search or the database.
//
// deciding is a lock. The timer, Send or finish holds it while it decides what to send next, the
// timer until Discord has replied about more time. It is a channel of capacity one, because
// testing/synctest does not treat waiting for a mutex as durably blocked.
//
// Without a request for more time an answer's fate is sendFirst's. With one:
//
//   - if Discord granted it, the answer uses the token;
//   - if that is unknown, the answer is sent as a callback; if Discord replies that there is an answer
//     already, or nothing, the answer is sent again with the token;
//   - if Discord refused it, the answer is sent as if there had been no request.
//
// If a callback is refused with 40060 although Discord accepted nothing from us, another process
// has answered another delivery of the interaction. The owner then repairs what everybody sees, so
// the fate is NoReply; for a private answer it is Declined.
type interaction struct {
	in      *Inbox
	request *plan.Request
	token   string
	shard   int // the shard that delivered it, or noShard
	arrived time.Time
	live    bool    // not replayed after a gap
	inline  *inline // the HTTP request that waits for the first answer; nil for a callback
	done    func()  // called when everything is done
	route   plan.Route

	ctx    context.Context
	cancel context.CancelFunc

	deciding chan struct{}
	progress progress    // guarded by deciding, like timer and unsure
	timer    *time.Timer // for the next step
	unsure   bool        // Discord has not confirmed the deferral

	begun atomic.Bool // the request has started, or its deadline has passed before that
}

// progress is the state of an answer.
type progress uint8

const (
	waiting   progress = iota // nothing has reached Discord
	uncertain                 // more time was requested, with unknown result
	deferred                  // Discord waits for a late answer
	answered                  // the answer was sent, or is being sent
	expired                   // the deadline has passed and the timer tells the member
)

// errLate is the error for a request whose deadline passed before it started.
var errLate = errors.New("deadline passed before handling began")

// handle calls the route's handler, unless the deadline has passed. It is called once.
func (i *interaction) handle(r *plan.Request) (plan.Plan, error) {
	if !i.begun.CompareAndSwap(false, true) {
		return nil, errLate
	}
	return i.route.Handle(r)
}

// Context ends at the request's deadline, after which the member is told and the owner need not
// call finish. Otherwise it ends with finish.
func (i *interaction) Context() context.Context { return i.ctx }

// startTimer starts the timer, unless the answer is already being sent. It asks for more time only
// for interactions that can be deferred.
func (i *interaction) startTimer() {
	i.deciding <- struct{}{}
	defer func() { <-i.deciding }()
	if i.progress != waiting {
		return
	}
	limit, do := answerLimit, i.expire
	if kind := i.request.Kind; kind == plan.Command || kind == plan.Press {
		limit, do = deferAfter, i.askForTime
	}
	i.timer = time.AfterFunc(time.Until(i.arrived.Add(limit)), func() { i.in.guard(do) })
}

// askForTime asks Discord for more time, unless the answer is already being sent. If Discord
// refuses, the original deadline stays.
func (i *interaction) askForTime() {
	i.deciding <- struct{}{}
	defer func() { <-i.deciding }()
	if i.progress != waiting {
		return
	}
	i.timer = time.AfterFunc(time.Until(i.arrived.Add(workLimit)), func() { i.in.guard(i.expire) })
	ctx, cancel := context.WithDeadline(context.Background(), i.arrived.Add(answerLimit))
	defer cancel()
	deferral := discordgo.InteractionResponseDeferredChannelMessageWithSource
	if i.messageStays() {
		deferral = discordgo.InteractionResponseDeferredMessageUpdate
	}
	_, fate, err := i.sendFirst(ctx, i.inline, &discordgo.InteractionResponse{Type: deferral})
	switch log := i.in.deps.Log; {
	case fate == matches.Declined:
		log.Warn("cannot defer the interaction", "id", i.request.ID, "err", err)
		i.timer.Reset(time.Until(i.arrived.Add(answerLimit)))
	case err != nil:
		log.Warn("deferred the interaction, but Discord did not confirm", "id", i.request.ID, "err", err)
		i.progress = uncertain
	default:
		log.Info("deferred the interaction", "id", i.request.ID)
		i.progress, i.unsure = deferred, fate != matches.Confirmed
	}
}

// claimAnswer gives the caller the right to answer, and returns the progress so far. If that is
// answered or expired, somebody else has the right.
func (i *interaction) claimAnswer(to progress) (before progress) {
	i.deciding <- struct{}{}
	defer func() { <-i.deciding }()
	before = i.progress
	if before < answered {
		i.progress = to
	}
	return before
}

// expire ends an unanswered request at its deadline, tells the member, and reports it. Only the
// timer calls it. If the request still waits in the queue, it will not start.
func (i *interaction) expire() {
	before := i.claimAnswer(expired)
	if before >= answered {
		return
	}
	defer i.done()
	say := texts.ApologyBusy
	if !i.begun.CompareAndSwap(false, true) {
		say = texts.ApologyBroken
	}
	i.cancel()
	i.report(outcomeLate, limits.None, matches.Report{Sent: i.sendApology(before, say)})
}

// errNoAnswer is reported if the owner finished without an answer.
var errNoAnswer = errors.New("no answer from the match owner")

// finish reports the owner's result, unless the deadline has passed and was reported. If there was
// no answer, the member gets an apology, which is sent after the owner moves on.
func (i *interaction) finish(did matches.Report) {
	before := i.claimAnswer(answered)
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
			did.Sent = i.sendApology(before, texts.ApologyBroken)
			i.conclude(did)
		})
	}
}
