// Package inbox receives the interactions that Discord delivers: each once, fresh, within
// limits, in order, and answered before Discord's deadline, which is three seconds.
package inbox

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/bot/queue"
	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// Commands find what answers requests, and say what the inbox itself has to say to
// members: *commands.Commands.
type Commands interface {
	// Route returns what answers a request, if only by refusing it, and completes the
	// request with what the path and the locale say: what was pressed on a match has
	// its Vars "match" and "version".
	Route(r *plan.Request) plan.Route
	// IsRefusal says whether a request was refused for what the member did, and not for
	// a fault of the bot's.
	IsRefusal(err error) bool
	// Say returns a sentence as the answer to a request: RefuseTooFast and RefuseTooMuch
	// if members, or all in their server, send more than they may, ApologyBusy for what
	// was not begun, for want of room or time, ApologyBroken for what was begun, and has
	// not led to an answer. It says it in a language by Discord's code, "" for that of the request.
	Say(r *plan.Request, locale string, key texts.Key, args ...string) plan.Answer
}

// Matches carry out requests, those of one key in order:
// *matches.Owner.
type Matches interface {
	// Submit queues a request, or returns false when there is no room for it.
	Submit(key string, job matches.Job) bool
	// Reconcile brings up to date what an interaction of a key may have left behind that
	// came too late, and was perhaps delivered before. answer has no message id: its token
	// calls the message @original, if there is one.
	Reconcile(key, interaction string, answer rest.Message)
	// Language returns the language that a member has chosen, by Discord's code, "" for none. It
	// takes half a second at most.
	Language(ctx context.Context, member string) string
}

// Calls are the calls of Discord's REST API that answers need: *rest.Client. Their
// errors are *rest.Error, ctx's, or the network's.
type Calls interface {
	// Callback sends the first answer to an interaction and returns the id of the
	// message that it made or updated, "" when Discord does not say.
	Callback(ctx context.Context, interaction, token string, r *discordgo.InteractionResponse) (message string, err error)
	// AwaitOriginal waits until Discord has the first answer to an interaction.
	AwaitOriginal(ctx context.Context, app, token string) error
	// EditOriginal and DeleteOriginal change and delete the message that the first
	// answer made or updated; FollowUp sends another one.
	EditOriginal(ctx context.Context, app, token string, d *discordgo.InteractionResponseData) (message string, err error)
	DeleteOriginal(ctx context.Context, app, token string) error
	FollowUp(ctx context.Context, app, token string, d *discordgo.InteractionResponseData) (message string, err error)
}

// Deps are what an inbox needs. All are required.
type Deps struct {
	Commands Commands
	Matches  Matches
	Calls    Calls
	Limits   limits.Limits
	Rates    *limits.MemberRates
	Meter    Meter
	Log      *slog.Logger
}

// An Inbox receives interactions and sees that each is answered once and soon. It is safe
// for concurrent use.
type Inbox struct {
	deps      Deps
	guard     func(run func()) // recovers from panics
	recent    *recent
	fresh     *freshness
	apologies chan struct{} // a place for each apology under way

	mu     sync.Mutex
	closed bool
	work   sync.WaitGroup // interactions that are not answered yet
}

// New returns an inbox that is open.
func New(d Deps) *Inbox {
	return &Inbox{
		deps: d, guard: queue.Guard(d.Log), recent: newRecent(d.Limits.Remembered), fresh: newFreshness(),
		apologies: make(chan struct{}, d.Limits.Apologies),
	}
}

// Lead returns how far this machine's clock is ahead of the times in Discord's ids,
// about, and 0 before any interaction has come.
func (in *Inbox) Lead() time.Duration { return in.fresh.lead() }

// Stale reports whether nearly all recent interactions came too late to be answered: something is
// wrong with this machine's clock, or with the way from Discord.
func (in *Inbox) Stale(now time.Time) bool { return in.fresh.mostlyStale(now) }

// noShard is given as the shard of an interaction that came over HTTP.
const noShard = -1

// Receive handles an interaction that a shard of the gateway has brought, and keeps
// nothing of raw. It returns at once. live is false for what was missed and is sent
// again: it says nothing of how long interactions take. done is called as soon as the
// interaction needs to be delivered no more, even if this process ended: never, when
// the inbox is closed.
func (in *Inbox) Receive(shard int, raw []byte, arrived time.Time, live bool, done func()) {
	_ = in.receive(&interaction{shard: shard, arrived: arrived, live: live, done: done}, raw)
}

// receive handles an interaction, and calls its done when all is done for it. It returns at once.
// Errors, which mean that there is no answer: errClosed, and then done is not called,
// errUnreadable, errPing, and accept's.
func (in *Inbox) receive(i *interaction, raw []byte) error {
	in.mu.Lock()
	closed := in.closed
	if !closed {
		in.work.Add(1)
	}
	in.mu.Unlock()
	if closed {
		return errClosed
	}
	done := i.done
	i.in, i.deciding, i.done = in, make(chan struct{}, 1), func() { done(); in.work.Done() }
	p, r, err := decode(raw)
	if i.request, i.token = r, p.Token; err == nil {
		err = in.accept(i)
	}
	// Test programs omit fields that Discord always sends, as often as they like: that must not
	// flood the log.
	switch {
	case errors.Is(err, errUnreadable):
		in.deps.Log.Debug("malformed interaction", "id", p.ID, "type", int(p.Type), "err", err)
	case err == nil && p.Guild != "" && p.Member.Permissions == nil:
		in.deps.Log.Debug("an interaction in a server lacks the member's permissions, and counts as having none", "id", p.ID, "type", int(p.Type))
	}
	if err != nil {
		i.done()
	}
	return err
}

// Why an interaction is not handled, besides errUnreadable.
var (
	errClosed    = errors.New("the bot is stopping")
	errDuplicate = errors.New("duplicate interaction")
	errStale     = errors.New("stale interaction")
	errSilent    = errors.New("rate limited, and the member was told")
	errFull      = errors.New("queue full")
)

// accept has an interaction answered that was decoded. Errors: errDuplicate, errStale,
// errSilent, errFull; then there will be no answer, and its done is not called.
func (in *Inbox) accept(i *interaction) error {
	deps, r := &in.deps, i.request
	if in.recent.isDuplicate(r.ID) {
		i.report(outcomeDuplicate, limits.None, matches.Report{})
		return errDuplicate
	}
	routed := false
	in.guard(func() { i.route, routed = deps.Commands.Route(r), true })
	if !routed {
		return i.apologise(outcomePanicked, limits.None, texts.ApologyBroken)
	}
	// A request keeps order with the others of the match that its path names, if any.
	key := "i/" + r.ID
	switch {
	case r.Match != "":
		key = matches.Key(r.Match)
	case r.Tournament != "":
		key = matches.TournamentKey(r.Tournament)
	}
	if age := in.fresh.age(r.ID, i.arrived, i.live); age >= staleAge {
		i.arrived = i.arrived.Add(-age)
		if r.Kind != plan.Completion { // an earlier delivery may have been carried out and its answer got lost
			deps.Matches.Reconcile(key, r.ID, i.message(""))
		}
		i.report(outcomeStale, limits.None, matches.Report{})
		return errStale
	}
	verdict, limit := deps.Rates.Allow(r.User, r.Place.Guild, r.Kind == plan.Completion, i.arrived)
	if verdict != limits.Pass {
		return i.refuseTooFast(verdict, limit)
	}
	i.ctx, i.cancel = context.WithCancel(context.Background())
	if !deps.Matches.Submit(key, matches.Job{Request: r, Handle: i.handle, To: i, Done: i.finish}) {
		i.cancel()
		deps.Meter.Limited(limits.Queue)
		return i.apologise(outcomeBusy, limits.Queue, texts.ApologyBusy)
	}
	i.startTimer()
	return nil
}

// Close accepts no more interactions and waits until the others are answered, or for
// ctx. Errors: ctx's.
func (in *Inbox) Close(ctx context.Context) error {
	in.mu.Lock()
	in.closed = true
	in.mu.Unlock()
	idle := make(chan struct{})
	go func() {
		in.work.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
