// Package inbox receives interactions from Discord. It makes sure that each interaction is handled
// once and in order, if it is fresh and within the rate limits. It also makes sure that each is
// answered before Discord's deadline of three seconds.
package inbox

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"

	"noughts/bot/backoff"
	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/bot/queue"
	"noughts/bot/rest"
	"noughts/bot/tournaments"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// Commands routes requests, and has the texts of the inbox's own answers. *commands.Commands implements it.
type Commands interface {
	// Route returns the handler for a request. For an unknown path it returns a handler that refuses the request. Route
	// fills in the fields of r that handlers read: for a press on a match these include Match and Version.
	Route(r *plan.Request) plan.Route
	// IsRefusal reports whether err is a refusal of the member's action, as opposed to a failure of the bot.
	IsRefusal(err error) bool
	// Say returns an answer with one of the inbox's texts. RefuseTooFast and RefuseTooMuch are for a member or a server
	// above the rate limit. ApologyBusy is for a request that could not be started. ApologyBroken is for a request
	// whose handling failed. `locale` is Discord's code of the language, or "" for the language of the request.
	Say(r *plan.Request, locale string, key texts.Key, args ...string) plan.Answer
}

// Matches carries out requests; requests with the same key run in order. *matches.Executor implements it.
type Matches interface {
	// Submit queues a request. It returns false if there is no room for it.
	Submit(key string, r *plan.Request, handle plan.Handler, to matches.Responder) bool
	// Reconcile is called for an interaction that is too old to be handled. An earlier delivery of it may have been
	// handled without an answer, and Reconcile finishes that work. `answer` is the message of the earlier answer. Its
	// id is unknown, so `answer` refers to it by the interaction's token (@original).
	Reconcile(key, interaction string, answer rest.Message)
	// Language returns Discord's code of the language that a member has chosen, or "". It takes at most a second.
	Language(ctx context.Context, member string) string
}

// Calls has the REST calls for answers. *rest.Client implements it. Errors: *rest.Error, and those
// of ctx and of the network.
type Calls interface {
	// Callback sends the first answer. It returns the id of the message that the answer made, "" if Discord does not
	// return it or the answer updated a message.
	Callback(ctx context.Context, interaction, token string, r *discordgo.InteractionResponse) (message string, err error)
	// AwaitOriginal waits until Discord has the first answer.
	AwaitOriginal(ctx context.Context, app, token string) error
	// EditOriginal edits the message that the first answer made or updated, DeleteOriginal deletes
	// it, and FollowUp sends a further message.
	EditOriginal(ctx context.Context, app, token string, d *discordgo.InteractionResponseData) (message string, err error)
	DeleteOriginal(ctx context.Context, app, token string) error
	FollowUp(ctx context.Context, app, token string, d *discordgo.InteractionResponseData) (message string, err error)
	// OpenThread reopens an archived thread.
	OpenThread(ctx context.Context, thread string) error
}

// Deps are the dependencies of an Inbox.
type Deps struct {
	Commands Commands
	Matches  Matches
	Calls    Calls
	Limits   limits.Limits
	Rates    *limits.MemberRates
	Meter    Meter
	Log      *slog.Logger
	Shared   bool // other processes may use the same store
}

// An Inbox receives interactions and makes sure that each is answered once and in time. It is safe for concurrent use.
type Inbox struct {
	deps      Deps
	recent    *lru.Cache[string, struct{}] // ids of interactions, to recognize duplicates
	fresh     *freshness
	apologies chan struct{} // limits concurrent apologies

	mu     sync.Mutex
	closed bool
	warned time.Time      // when warnElsewhere last warned
	work   sync.WaitGroup // unanswered interactions
}

// New returns an open inbox.
func New(d Deps) *Inbox {
	recent, _ := lru.New[string, struct{}](max(d.Limits.Remembered, 1)) // fails only for a size below one
	return &Inbox{
		deps: d, recent: recent, fresh: newFreshness(),
		apologies: make(chan struct{}, d.Limits.Apologies),
	}
}

// Lead returns about how far this machine's clock is ahead of the times in Discord's ids. It
// returns 0 before the first interaction.
func (in *Inbox) Lead() time.Duration { return in.fresh.lead() }

// Stale reports whether nearly all recent interactions arrived too late to be answered. The cause
// is then this machine's clock or the connection to Discord.
func (in *Inbox) Stale(now time.Time) bool { return in.fresh.mostlyStale(now) }

const noShard = -1

// Receive handles an interaction from a gateway shard. It returns at once and does not keep `raw`. `replayed` is set
// for an interaction that Discord has sent after a gap: its delay says nothing about the clocks. The inbox calls `done`
// when Discord need not deliver the interaction again even if this process crashes. A closed inbox never calls `done`.
func (in *Inbox) Receive(shard int, raw []byte, arrived time.Time, replayed bool, done func()) {
	_ = in.receive(&interaction{shard: shard, arrived: arrived, replayed: replayed, done: done}, raw)
}

// receive handles an interaction. It returns at once. i.done is called when the interaction is answered. If receive
// returns an error, it has already called i.done, except for errClosed, and there is no answer from the interaction's
// handler. Errors: errUnreadable, errPing, errClosed, and those of accept.
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
	i.archived = p.In.Thread.Archived
	if i.request, i.token = r, p.Token; err == nil {
		err = in.accept(i)
	}
	// Malformed interactions are logged at debug level: programs that test the endpoint may omit
	// fields that Discord always sends, and must not be able to flood the log.
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

// The reasons not to handle an interaction, besides errUnreadable.
var (
	errClosed    = errors.New("the bot is stopping")
	errDuplicate = errors.New("duplicate interaction")
	errStale     = errors.New("stale interaction")
	errSilent    = errors.New("rate limited, and the member was told")
	errFull      = errors.New("queue full")
)

// accept handles a decoded interaction. Errors: errDuplicate, errStale, errSilent and errFull. After an error there is
// no answer, and the caller must call i.done.
func (in *Inbox) accept(i *interaction) error {
	deps, r := &in.deps, i.request
	if known, _ := in.recent.ContainsOrAdd(r.ID, struct{}{}); known {
		i.report(outcomeDuplicate, limits.None, matches.Report{})
		return errDuplicate
	}
	routed := false
	queue.Guard(deps.Log, func() { i.route, routed = deps.Commands.Route(r), true })
	if !routed {
		return i.apologize(outcomePanicked, limits.None, texts.ApologyBroken)
	}
	// Requests about the same match have the same key, so they are handled in order.
	key := "i/" + r.ID
	switch {
	case r.Match != "":
		key = matches.Key(r.Match)
	case r.Tournament != "":
		key = tournaments.Key(r.Tournament)
	}
	if age := in.fresh.age(r.ID, i.arrived, i.replayed); age >= staleAge {
		i.arrived = i.arrived.Add(-age) // the token's lifetime began when Discord created the interaction
		if r.Kind != plan.Completion {  // an earlier delivery may have been carried out without a delivered answer
			deps.Matches.Reconcile(key, r.ID, i.message(""))
		}
		i.report(outcomeStale, limits.None, matches.Report{})
		return errStale
	}
	treatment, limit := deps.Rates.Allow(r.User, r.Place.Guild, r.Kind == plan.Completion, i.arrived)
	if treatment != limits.Pass {
		return i.refuseTooFast(treatment, limit)
	}
	i.ctx, i.cancel = context.WithCancel(context.Background())
	if !deps.Matches.Submit(key, r, i.route.Handle, i) {
		i.cancel()
		deps.Meter.Limited(limits.Queue)
		return i.apologize(outcomeBusy, limits.Queue, texts.ApologyBusy)
	}
	i.startTimer()
	return nil
}

// Close rejects new interactions and waits until all accepted ones are answered, or until ctx ends.
// Errors: those of ctx.
func (in *Inbox) Close(ctx context.Context) error {
	in.mu.Lock()
	in.closed = true
	in.mu.Unlock()
	return backoff.Await(ctx, in.work.Wait)
}
