package inbox

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/bot/queue"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// All times count from the arrival of an interaction.
const (
	// deferAfter is when the bot asks Discord for more time; Discord needs an answer within three
	// seconds. If the bot does not ask, answerLimit is the deadline of the request, and carryLimit
	// is the deadline for the first answer to reach Discord.
	deferAfter  = 1800 * time.Millisecond
	answerLimit = 2500 * time.Millisecond
	carryLimit  = 2800 * time.Millisecond
	// After the bot has asked for more time, workLimit is the deadline of the request, and
	// finishLimit is the further time for the late answer to reach Discord.
	workLimit   = 15 * time.Second
	finishLimit = 10 * time.Second
)

// An interaction sends its one answer. If the answer takes long, a timer defers the interaction, which means that it
// asks Discord for more time. The answer then uses the interaction's token. If the deadline passes, the timer sends an
// apology. It makes no difference whether the request waits for the queue, a search or the database.
//
// deciding is a lock. The timer, Send or Finish holds it while it decides what to send next. The timer
// also holds it until Discord has replied to the deferral. It is a channel of capacity one, because
// testing/synctest does not treat waiting for a mutex as durably blocked.
//
// Without a deferral, sendFirst returns the answer's fate. With a deferral:
//
//   - If Discord confirmed the deferral, the answer uses the token.
//   - If the result of the deferral is unknown, the answer is sent as a callback. If Discord replies
//     that there is an answer already, or does not reply, the answer is sent again with the token.
//   - If Discord refused the deferral, the answer is sent as if there had been none.
//
// Error 40060 means that Discord has an answer already. If a callback gets 40060 although Discord accepted nothing from
// this process, another process has answered another delivery of the interaction. The fate is then NoReply, so that the
// manager repairs the message that everybody sees. For a private answer the fate is Declined.
type interaction struct {
	in       *Inbox
	request  *plan.Request
	token    string
	shard    int // the shard that delivered the interaction, or noShard
	arrived  time.Time
	archived bool    // the interaction comes from an archived thread
	replayed bool    // Discord has sent the interaction after a gap, so that it may be old
	inline   *inline // the HTTP request that waits for the first answer; nil for a callback
	done     func()  // called when Discord need not deliver the interaction again
	route    plan.Route

	ctx    context.Context
	cancel context.CancelFunc

	deciding chan struct{}
	progress progress    // guarded by deciding, like timer and unsure
	timer    *time.Timer // fires at the next deadline
	unsure   bool        // Discord has not confirmed the deferral

	begun atomic.Bool // set by Begin, or when the deadline passes before that
}

type progress uint8

const (
	waiting   progress = iota // nothing has been sent to Discord
	uncertain                 // more time was requested, and the result is unknown
	deferred                  // Discord waits for a late answer
	answered                  // the answer was sent, or is being sent
	expired                   // the deadline has passed, and the timer sends the apology
)

func (i *interaction) Begin() bool { return i.begun.CompareAndSwap(false, true) }

func (i *interaction) Context() context.Context { return i.ctx }

// startTimer starts the timer, unless an answer is already being sent. Only commands and presses
// can be deferred; for other interactions the timer does not ask for more time.
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
	i.timer = time.AfterFunc(time.Until(i.arrived.Add(limit)), func() { queue.Guard(i.in.deps.Log, do) })
}

// askForTime asks Discord for more time, unless an answer is already being sent. If Discord
// refuses, the original deadline stays in force.
func (i *interaction) askForTime() {
	i.deciding <- struct{}{}
	defer func() { <-i.deciding }()
	if i.progress != waiting {
		return
	}
	i.timer = time.AfterFunc(time.Until(i.arrived.Add(workLimit)), func() { queue.Guard(i.in.deps.Log, i.expire) })
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

// claimAnswer gives the caller the right to answer, sets the progress to `to`, and returns the progress before the
// call. If claimAnswer returns answered or expired, it has changed nothing: an earlier caller has the right to answer.
func (i *interaction) claimAnswer(to progress) (before progress) {
	i.deciding <- struct{}{}
	defer func() { <-i.deciding }()
	before = i.progress
	if before < answered {
		i.progress = to
	}
	return before
}

// expire ends an unanswered request at its deadline, sends an apology, and reports the request.
// Only the timer calls it. If the request is still in the queue, its handler will not be called.
func (i *interaction) expire() {
	before := i.claimAnswer(expired)
	if before >= answered {
		return
	}
	defer i.done()
	say := texts.ApologyBusy
	if !i.Begin() {
		say = texts.ApologyBroken
	}
	i.cancel()
	i.report(outcomeLate, limits.None, matches.Report{Sent: i.sendApology(before, say)})
}

var errNoAnswer = errors.New("no answer from the executor")

// Finish reports the executor's result, unless the deadline has passed and expire has reported it. If
// there was no answer, it sends an apology in the background, so that the executor does not wait.
func (i *interaction) Finish(did matches.Report) {
	before := i.claimAnswer(answered)
	i.cancel()
	if i.timer != nil {
		i.timer.Stop()
	}
	switch before {
	case expired:
		if did.Refusal != nil {
			i.in.deps.Log.Warn("a request has failed after its time", "id", i.request.ID, "err", did.Refusal)
		}
	case answered:
		defer i.done()
		i.conclude(did)
	default:
		go queue.Guard(i.in.deps.Log, func() {
			defer i.done()
			if did.Refusal == nil {
				did.Refusal = errNoAnswer
			}
			did.Sent = i.sendApology(before, texts.ApologyBroken)
			i.conclude(did)
		})
	}
}
