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
)

// An interaction is on its way to its one answer, which it carries itself. When that takes long,
// its timer asks Discord for more time first, and the answer goes by the interaction's token; when
// it takes too long, the timer tells the member so. It makes no difference whether a request waits
// for the queue, a search or a database.
//
// deciding is a lock: the timer, Send or finish holds it while it decides what is sent
// next, the timer until Discord has answered whether it gives more time. It is a channel
// of one, as testing/synctest does not count waiting for a mutex as waiting.
//
// The fate of an answer is sendFirst's if nothing was asked for before it. If more time was asked
// for and
//
//   - Discord gave it, the answer goes by the token;
//   - it is not known whether it did, the answer goes as a callback. If that is not taken
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
	shard   int // that has brought it, or noShard
	arrived time.Time
	live    bool    // it was not sent again after it was missed
	inline  *inline // waits for the first answer; nil if that goes as a callback
	done    func()  // called when all is done for it
	route   plan.Route

	ctx    context.Context
	cancel context.CancelFunc

	deciding chan struct{}
	progress progress    // guarded by deciding, as the next two
	timer    *time.Timer // for the next thing to be done
	unsure   bool        // Discord has not said that it took the deferral

	begun    atomic.Bool // the owner has begun to work on the request, or must not any more
	handling bool        // the owner's: it has begun
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

// errLate is the refusal of a request whose time was over before it was begun.
var errLate = errors.New("deadline passed before handling began")

// handle has the route's handler begin with the request, unless its time is over. The owner may
// call it again, to have the same said in another language.
func (i *interaction) handle(r *plan.Request) (plan.Plan, error) {
	if late := !i.begun.CompareAndSwap(false, true); late && (!i.handling || i.ctx.Err() != nil) {
		return nil, errLate
	}
	i.handling = true
	return i.route.Handle(r)
}

// Context ends when the time of the request is over, and then the owner need not call
// finish any more: the member is told, and that is reported. Else it ends with finish.
func (i *interaction) Context() context.Context { return i.ctx }

// startTimer starts the timer, unless the answer is already on its way. More time is
// asked for where Discord gives it.
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

// askForTime asks Discord for more time, unless the answer is on its way. When Discord
// refuses it, the time that there is ends soon.
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
	if i.stays() {
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

// claimAnswer makes the answer the caller's to give, and returns the progress before
// that: answered or expired when it is somebody else's.
func (i *interaction) claimAnswer(to progress) (before progress) {
	i.deciding <- struct{}{}
	defer func() { <-i.deciding }()
	before = i.progress
	if before < answered {
		i.progress = to
	}
	return before
}

// expire ends the time of a request that is not answered yet, tells the member, and reports it. The
// timer does it: the request may still wait in the queue, and then it will not be begun.
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

// errNoAnswer is reported for a request that got no answer from the owner.
var errNoAnswer = errors.New("no answer from the match owner")

// finish reports what the owner did with the request, when it does no more, unless that
// has been reported since its time was over. A member who has got no answer is told that
// something went wrong, though not in the owner's time.
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
