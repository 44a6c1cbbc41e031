package inbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

var (
	errNetwork    = errors.New("the connection was lost")
	errTaken      = &rest.Error{Status: http.StatusBadRequest, Code: codeAnswered}
	errUnknown    = &rest.Error{Status: http.StatusNotFound, Code: 10062}
	errRateLimit  = &rest.Error{Status: http.StatusTooManyRequests, Code: 0}
	errDiscordIll = &rest.Error{Status: http.StatusBadGateway, Code: 0}
)

// A discord is a fake Discord. It records calls, such as "callback 4 text" and "edit text", with an
// asterisk after a private text. The function `reply` returns the error of a call.
type discord struct {
	reply func(call string) error

	mu    sync.Mutex
	calls []string
}

func (d *discord) call(what string) (string, error) {
	d.mu.Lock()
	d.calls = append(d.calls, strings.TrimSpace(what))
	d.mu.Unlock()
	if d.reply != nil {
		if err := d.reply(what); err != nil {
			return "", err
		}
	}
	return "made", nil
}

func (d *discord) called() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.calls)
}

// says returns the text of an answer, with an asterisk if the answer is private.
func says(d *discordgo.InteractionResponseData) string {
	switch {
	case d == nil:
		return ""
	case d.Flags&discordgo.MessageFlagsEphemeral != 0:
		return d.Content + "*"
	}
	return d.Content
}

func (d *discord) Callback(ctx context.Context, interaction, token string, r *discordgo.InteractionResponse) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	return d.call(fmt.Sprintf("callback %d %s", r.Type, says(r.Data)))
}

func (d *discord) AwaitOriginal(ctx context.Context, app, token string) error {
	_, err := d.call("await")
	return err
}

func (d *discord) EditOriginal(ctx context.Context, app, token string, data *discordgo.InteractionResponseData) (string, error) {
	return d.call("edit " + says(data))
}

func (d *discord) OpenThread(context.Context, string) error {
	_, err := d.call("open")
	return err
}

func (d *discord) DeleteOriginal(ctx context.Context, app, token string) error {
	_, err := d.call("delete")
	return err
}

func (d *discord) FollowUp(ctx context.Context, app, token string, data *discordgo.InteractionResponseData) (string, error) {
	return d.call("follow " + says(data))
}

type script struct {
	anew   bool
	handle plan.Handler
	routed func(*plan.Request) // called when a request is routed
}

func privately(text string) plan.Answer {
	return plan.Answer{As: plan.Private, Content: plan.Content{Text: text}}
}

func (s *script) Route(r *plan.Request) plan.Route {
	if s.routed != nil {
		s.routed(r)
	}
	var boards plan.Routes[bool]
	boards.Add("/m/{match}/{version}/{square}", true)
	if _, vars, ok := boards.Find(r.Path); ok && r.Kind == plan.Press {
		r.Match = match.ID(vars["match"])
		r.Version, _ = strconv.Atoi(vars["version"])
	}
	return plan.Route{Pattern: "/test", Handle: s.handle, Anew: s.anew}
}

func (*script) Say(r *plan.Request, locale string, key texts.Key, _ ...string) plan.Answer {
	if r.Kind == plan.Completion {
		return plan.Answer{As: plan.Choices}
	}
	return privately(map[texts.Key]string{
		texts.RefuseTooFast: "too fast", texts.RefuseTooMuch: "too much", texts.ApologyBusy: "busy", texts.ApologyBroken: "broken",
	}[key] + locale)
}

func (*script) IsRefusal(err error) bool {
	var r *plan.Refusal
	return errors.As(err, &r)
}

// An executor is a fake of Matches. It runs the jobs of one key one after the other.
type executor struct {
	full     bool
	silent   bool // give no answer
	language string

	work       sync.WaitGroup
	mu         sync.Mutex
	lines      map[string]chan struct{} // per key, closed when the key's last job has ended
	answers    []string                 // ids of the answered requests, in order
	keys       []string
	sent       []matches.Sent
	reconciled []string
	tokens     []rest.Message
}

func (e *executor) Submit(key string, r *plan.Request, handle plan.Handler, to matches.Responder) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.full {
		return false
	}
	if e.lines == nil {
		e.lines = map[string]chan struct{}{}
	}
	before, ended := e.lines[key], make(chan struct{})
	e.lines[key] = ended
	e.keys = append(e.keys, key)
	e.work.Go(func() {
		defer close(ended)
		if before != nil {
			<-before
		}
		e.serve(r, handle, to)
	})
	return true
}

// serve calls the handler and sends its answer, unless the request's deadline has passed.
func (e *executor) serve(r *plan.Request, handle plan.Handler, to matches.Responder) {
	if to.Context().Err() != nil || !to.Begin() {
		return
	}
	p, err := handle(r)
	if e.silent {
		to.Finish(matches.Report{Refusal: err})
		return
	}
	answer := privately("refused")
	if err == nil {
		answer = p.(plan.Answer)
	}
	sent := to.Send(context.Background(), answer.As, answer.Content)
	e.mu.Lock()
	e.answers = append(e.answers, r.ID)
	e.sent = append(e.sent, sent)
	e.mu.Unlock()
	to.Finish(matches.Report{Refusal: err, Sent: sent})
}

func (e *executor) Reconcile(key, interaction string, at rest.Message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.reconciled = append(e.reconciled, key+" "+interaction)
	e.tokens = append(e.tokens, at)
}

func (e *executor) Language(context.Context, string) string { return e.language }

func (e *executor) answered() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.answers)
}

type counts struct {
	mu       sync.Mutex
	outcomes map[Outcome]int
	limits   map[limits.Limit]int
}

func (c *counts) Interacted(_ string, o Outcome, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outcomes[o]++
}

func (c *counts) Limited(l limits.Limit) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limits[l]++
}

func (c *counts) of(o Outcome) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.outcomes[o]
}

type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

type world struct {
	*Inbox
	discord  discord
	commands script
	executor executor
	counts   counts
	log      lines
}

// newWorld returns an inbox whose handler answers "done" by updating the pressed message. It has the default limits,
// except that no member or server is rate limited. `change`, if not nil, changes the dependencies first.
func newWorld(change func(*Deps)) *world {
	w := &world{counts: counts{outcomes: map[Outcome]int{}, limits: map[limits.Limit]int{}}}
	w.commands.handle = answering(plan.InPlace, "done", 0)
	unlimited := limits.Defaults
	unlimited.Member = limits.Rate{PerSecond: 1e9, Burst: 1e9}
	unlimited.Typing, unlimited.Server = unlimited.Member, unlimited.Member
	d := Deps{
		Commands: &w.commands, Matches: &w.executor, Calls: &w.discord,
		Limits: limits.Defaults, Rates: limits.NewMemberRates(unlimited), Meter: &w.counts,
		Log: slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	if change != nil {
		change(&d)
	}
	w.Inbox = New(d)
	return w
}

func answering(as plan.As, text string, takes time.Duration) plan.Handler {
	return func(*plan.Request) (plan.Plan, error) {
		time.Sleep(takes)
		return plan.Answer{As: as, Content: plan.Content{Text: text}}, nil
	}
}

func (w *world) receive(payload string) { w.Receive(3, []byte(payload), time.Now(), false, func() {}) }

func (w *world) end(t *testing.T) {
	t.Helper()
	w.executor.work.Wait()
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// endsAfter ends the inbox, and checks which calls Discord has got until then.
func (w *world) endsAfter(t *testing.T, calls ...string) {
	t.Helper()
	w.end(t)
	if got := w.discord.called(); !slices.Equal(got, calls) {
		t.Errorf("called %q\nwant   %q\n%s", got, calls, &w.log)
	}
}

// inWorld runs a test in a bubble of testing/synctest, with a world of newWorld.
func inWorld(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newWorld(nil)) })
}
