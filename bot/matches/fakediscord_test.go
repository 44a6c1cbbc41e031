package matches

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// A fakeDiscord keeps the texts of messages and records the calls.
type fakeDiscord struct {
	mu     sync.Mutex
	texts  map[string]string // texts of messages, by message id
	asked  []string          // calls, such as "answer 1: live a 3" and "edit 1: live a 4"
	reply  func(ctx context.Context, call string, show func()) error
	gone   map[string]bool // users who are in no server, and channels that nobody sees
	posted int             // number of requests and messages, used as their ids
	takes  time.Duration   // how long an answer takes
	may    map[string]int64
	// routed sets fields of a request, as routing in package commands does; nil if a test needs none of them.
	routed func(*plan.Request)
}

// replies sets the function that decides the results of calls from now on. A call takes effect when that function calls
// `show`.
func (d *fakeDiscord) replies(how func(ctx context.Context, call string, show func()) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.reply = how
}

// refuse makes calls fail with the error that `how` returns; a nil `how` makes them succeed again.
func (d *fakeDiscord) refuse(how func(call string) error) {
	d.replies(func(_ context.Context, call string, show func()) error {
		if how != nil {
			if err := how(call); err != nil {
				return err
			}
		}
		show()
		return nil
	})
}

func (d *fakeDiscord) shown(id string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.texts[id]
}

// calls returns the calls so far that begin with `word`, or all if `word` is "".
func (d *fakeDiscord) calls(word string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(d.asked), func(call string) bool { return !strings.HasPrefix(call, word) })
}

// request returns a new request of member 7: a press on a message, or a command if `message` is "".
func (d *fakeDiscord) request(message string) *plan.Request {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.posted++
	r := &plan.Request{
		ID: strconv.Itoa(d.posted), Kind: plan.Command, User: "7", Place: here, Message: plan.Message{ID: message}, Texts: texts.Load(),
	}
	if d.routed != nil {
		d.routed(r)
	}
	return r
}

// call records a call, and returns the result that d.reply decides on. `do` is the effect of the call.
func (d *fakeDiscord) call(ctx context.Context, call string, do func()) error {
	d.mu.Lock()
	d.asked = append(d.asked, call)
	reply := d.reply
	d.mu.Unlock()
	show := func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		do()
	}
	if reply != nil {
		return reply(ctx, call, show)
	}
	show()
	return nil
}

func (d *fakeDiscord) Edit(ctx context.Context, m rest.Message, components []discordgo.MessageComponent) (rest.Message, error) {
	text := textOf(components)
	return m, d.call(ctx, "edit "+m.ID+": "+text, func() { d.texts[m.ID] = text })
}

func (d *fakeDiscord) Original(ctx context.Context, _, token string) (id string, private bool, err error) {
	err = d.call(ctx, "find "+token, func() { id = "message-of-" + token })
	return id, false, err
}

func (d *fakeDiscord) Post(ctx context.Context, _, nonce string, data *discordgo.InteractionResponseData) (string, error) {
	return "1", d.call(ctx, "post "+nonce+": "+textOf(data.Components), func() {})
}

func (d *fakeDiscord) PostDirect(ctx context.Context, user, nonce string, data *discordgo.InteractionResponseData) error {
	return d.call(ctx, "post "+nonce+" to "+user+": "+textOf(data.Components), func() {})
}

func (d *fakeDiscord) Permissions(ctx context.Context, guild, member string) (map[string]int64, error) {
	err := d.call(ctx, "may "+guild+" "+member, func() {})
	return d.may, err
}

func (d *fakeDiscord) StartThread(context.Context, string, string, string) error { return nil }
func (d *fakeDiscord) CloseThread(context.Context, string) error                 { return nil }
func (d *fakeDiscord) UserName(context.Context, string) (string, error)          { return "", nil }

func (d *fakeDiscord) Delete(ctx context.Context, _, id string) error {
	return d.call(ctx, "delete "+id, func() {})
}

func (d *fakeDiscord) Deleted(context.Context, string, []string, []string) ([]string, error) {
	return nil, nil
}

func (d *fakeDiscord) CanPlay(ctx context.Context, _, in, user string) (can bool, err error) {
	err = d.call(ctx, "can "+user+" play in "+in, func() { can = !d.gone[user] && !d.gone[in] })
	return can, err
}

func (d *fakeDiscord) Outranks(context.Context, string, string, []string, string) (bool, error) {
	return true, nil
}

func (d *fakeDiscord) IsMember(ctx context.Context, _, user string) (is bool, err error) {
	err = d.call(ctx, "member "+user, func() { is = !d.gone[user] })
	return is, err
}

// A fakeResponder sends the answer to one request to a fakeDiscord.
type fakeResponder struct {
	*fakeDiscord
	ctx     context.Context
	request *plan.Request
	done    func(Report)
}

func (r *fakeResponder) Context() context.Context { return r.ctx }

func (r *fakeResponder) Begin() bool { return true }

func (r *fakeResponder) Finish(did Report) { r.done(did) }

func (r *fakeResponder) Add(ctx context.Context, c plan.Content) {
	_ = r.call(ctx, "add "+r.request.ID+": "+textOf(c.Components), func() {})
}

func (r *fakeResponder) Send(ctx context.Context, as plan.As, c plan.Content) Sent {
	time.Sleep(r.takes)
	text := textOf(c.Components)
	message := rest.Message{Channel: channel, App: "1", Token: r.request.ID, Until: time.Now().Add(rest.TokenLife)}
	message.ID = r.request.Message.ID
	if as != plan.InPlace {
		message.ID = "message-of-" + r.request.ID
	}
	err := r.call(ctx, "answer "+r.request.ID+": "+text, func() {
		if as != plan.Private {
			r.texts[message.ID] = text
		}
	})
	sent := Sent{Fate: Confirmed, Message: message, Err: err}
	if err != nil {
		sent.Fate = NoReply
		if refused, ok := err.(*rest.Error); ok && refused.Status < http.StatusInternalServerError { //nolint:errorlint // the tests' own
			sent.Fate = Declined
		}
	}
	return sent
}
