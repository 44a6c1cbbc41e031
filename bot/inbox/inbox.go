// Package inbox takes the interactions that Discord delivers: each once, fresh, within
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
	// not led to an answer.
	Say(r *plan.Request, key texts.Key, args ...any) plan.Answer
}

// An Owner carries out requests, those of one key in the order in which they came:
// *matches.Owner.
type Owner interface {
	// Submit takes a request, or returns false when there is no room for it.
	Submit(key string, job matches.Job) bool
	// Tend brings up to date what an interaction of a key may have left behind that came
	// too late, and was perhaps delivered before. at has no message id: the token calls
	// the message @original, if there is one.
	Tend(key, interaction string, at rest.Message)
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
	Owner    Owner
	Calls    Calls
	Limits   limits.Limits
	Gate     *limits.Gate
	Meter    Meter
	ShardOf  func(guild string) (shard int, ok bool) // whose gateway brings a guild's interactions
	Log      *slog.Logger
}

// An Inbox takes interactions and sees that each is answered once and soon. It is safe
// for concurrent use.
type Inbox struct {
	deps      Deps
	guard     func(run func()) // recovers from panics
	once      *recent
	fresh     *freshness
	apologies chan struct{} // a place for each apology under way

	mu     sync.Mutex
	closed bool
	work   sync.WaitGroup // interactions that are not answered yet
}

// New returns an inbox that is open.
func New(d Deps) *Inbox {
	return &Inbox{
		deps: d, guard: queue.Guard(d.Log), once: newRecent(d.Limits.Remembered), fresh: newFreshness(),
		apologies: make(chan struct{}, d.Limits.Apologies),
	}
}

// Lead returns how far this machine's clock is ahead of the times in Discord's ids,
// about, and 0 before any interaction has come.
func (in *Inbox) Lead() time.Duration { return in.fresh.lead() }

// Stale says whether nearly all interactions of late came too late to be answered:
// something is wrong with this machine's clock, or with the way from Discord.
func (in *Inbox) Stale(now time.Time) bool { return in.fresh.mostlyStale(now) }

// Take takes an interaction that the gateway has brought, and keeps nothing of raw. It
// returns at once. live is false for what was missed and is sent again: it says nothing
// of how long interactions take. done is called as soon as one needs to be delivered no
// more, even if this process ended: never, when the inbox is closed.
func (in *Inbox) Take(raw []byte, arrived time.Time, live bool, done func()) {
	_ = in.take(raw, arrived, live, done, nil)
}

// take takes an interaction whose answer goes inline, or as a callback if inline is nil.
// It returns at once, and calls done when all is done for it. Errors, after which there
// will be no answer: errClosed, and then done is not called, errUnreadable, errPing, and
// accept's.
func (in *Inbox) take(raw []byte, arrived time.Time, live bool, done func(), inline *inline) error {
	in.mu.Lock()
	closed := in.closed
	if !closed {
		in.work.Add(1)
	}
	in.mu.Unlock()
	if closed {
		return errClosed
	}
	end := func() { done(); in.work.Done() }
	p, r, err := read(raw)
	if err == nil {
		err = in.accept(&interaction{
			in: in, request: r, token: p.Token, arrived: arrived, live: live, inline: inline, done: end, place: make(chan struct{}, 1),
		})
	}
	if errors.Is(err, errUnreadable) {
		in.deps.Log.Warn("unreadable interaction", "id", p.ID, "type", int(p.Type), "err", err)
	}
	if err != nil {
		end()
	}
	return err
}

// The reasons for which an interaction is not taken, besides errUnreadable.
var (
	errClosed    = errors.New("the bot is stopping")
	errDuplicate = errors.New("the interaction has come before")
	errStale     = errors.New("the interaction is too old")
	errSilent    = errors.New("the member is too fast and has been told")
	errFull      = errors.New("there is no room for the interaction")
)

// accept takes an interaction that was read. Errors: errDuplicate, errStale, errSilent,
// errFull; then there will be no answer, and its done is not called.
func (in *Inbox) accept(i *interaction) error {
	deps, r := &in.deps, i.request
	if in.once.again(r.ID) {
		i.report(outcomeDuplicate, limits.None, matches.Report{})
		return errDuplicate
	}
	routed := false
	in.guard(func() { i.route, routed = deps.Commands.Route(r), true })
	if !routed {
		return i.apologise(outcomePanicked, limits.None, texts.ApologyBroken)
	}
	// A request keeps order with its match, which its path names, or else with nothing.
	key := "i/" + r.ID
	if r.Match != "" {
		key = matches.Key(r.Match)
	}
	if age := in.fresh.age(r.ID, i.arrived, i.live); age >= staleAge {
		i.arrived = i.arrived.Add(-age)
		if r.Kind != plan.Completion { // an earlier delivery may have been carried out and its answer got lost
			deps.Owner.Tend(key, r.ID, i.message(""))
		}
		i.report(outcomeStale, limits.None, matches.Report{})
		return errStale
	}
	verdict, limit := deps.Gate.Allow(r.User, r.Place.Guild, r.Kind == plan.Completion, i.arrived)
	if verdict != limits.Pass {
		return i.slow(verdict, limit)
	}
	i.ctx, i.cancel = context.WithCancel(context.Background())
	if !deps.Owner.Submit(key, matches.Job{Request: r, Handle: i.handle, To: i, Done: i.finish}) {
		i.cancel()
		deps.Meter.Limited(limits.Queue)
		return i.apologise(outcomeBusy, limits.Queue, texts.ApologyBusy)
	}
	i.watch()
	return nil
}

// slow answers an interaction of a member who is too fast.
//
// The first one in a window is told so, privately. After that there is silence,
// which for a press is Discord's own silent answer: a deferred update that
// nothing follows. Without one the member would read "This interaction failed"
// below a board that is well, and the answer costs a call without a body. Who
// types gets no choices, for the same reason. A command has no silent answer: a
// deferred one says "is thinking…" to the whole channel for a quarter of an hour.
// So it gets none, and whoever sends commands faster than Discord's own apps can
// reads there that the bot did not respond.
//
// Errors: errSilent, errFull; then there will be no answer, and done is not called.
func (i *interaction) slow(v limits.Verdict, l limits.Limit) error {
	i.in.deps.Meter.Limited(l)
	switch kind := i.request.Kind; {
	case v == limits.Tell && l == limits.Server:
		return i.apologise(outcomeLimited, l, texts.RefuseTooMuch)
	case v == limits.Tell:
		return i.apologise(outcomeLimited, l, texts.RefuseTooFast)
	case kind == plan.Press:
		return i.shortly(outcomeSilent, l, func() *discordgo.InteractionResponse {
			return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}
		})
	case kind == plan.Completion:
		return i.shortly(outcomeSilent, l, func() *discordgo.InteractionResponse {
			return plan.Content{}.Response(plan.Choices)
		})
	}
	i.report(outcomeSilent, l, matches.Report{})
	return errSilent
}

// apologise gives one of the few short answers that need no place in the queue, and
// then calls done. Errors: errFull when there are too many even of them.
func (i *interaction) apologise(o Outcome, met limits.Limit, key texts.Key) error {
	return i.shortly(o, met, func() *discordgo.InteractionResponse {
		a := i.in.deps.Commands.Say(i.request, key)
		return a.Content.Response(a.As)
	})
}

// shortly gives a short answer and reports it, as apologise does.
func (i *interaction) shortly(o Outcome, met limits.Limit, answer func() *discordgo.InteractionResponse) error {
	select {
	case i.in.apologies <- struct{}{}:
	default:
		i.report(outcomeDropped, met, matches.Report{})
		return errFull
	}
	go func() {
		defer func() { <-i.in.apologies }()
		defer i.done()
		ctx, cancel := context.WithDeadline(context.Background(), i.arrived.Add(answerLimit))
		defer cancel()
		err := matches.ErrPanic
		i.in.guard(func() { _, _, err = i.carry(ctx, i.inline, answer()) })
		i.report(o, met, matches.Report{Sent: matches.Sent{Err: err}})
	}()
	return nil
}

// Close takes no more interactions and waits until those taken are answered, or for
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
