package matches

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/game/match"
)

// A wall is a Discord that keeps what is on it and what it was asked.
type wall struct {
	mu     sync.Mutex
	texts  map[string]string // of messages, by id
	asked  []string          // such as "answer 1: live a 3", "edit 1 by token: live a 4"
	refuse func(call string) error
	posted int // requests and messages
}

func newWall() *wall { return &wall{texts: map[string]string{}, posted: 100} }

// refuses has calls fail from now on, nil for none.
func (w *wall) refuses(how func(call string) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refuse = how
}

func (w *wall) shown(id string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.texts[id]
}

func (w *wall) calls() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.asked)
}

// request returns a press on a message.
func (w *wall) request(message string) *plan.Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.posted++
	return &plan.Request{
		ID: strconv.Itoa(w.posted), Kind: plan.Press, User: "7", Place: match.Place{Guild: "500", Channel: channel},
		Message: plan.Message{ID: message},
	}
}

// takes notes a call, and carries it out unless it is refused.
func (w *wall) takes(call string, do func()) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, call)
	if w.refuse != nil {
		if err := w.refuse(call); err != nil {
			return err
		}
	}
	do()
	return nil
}

func (w *wall) Edit(_ context.Context, m rest.Message, components []discordgo.MessageComponent) (rest.Message, error) {
	text := textOf(components)
	return m, w.takes("edit "+m.ID+": "+text, func() { w.texts[m.ID] = text })
}

func (w *wall) Original(_ context.Context, _, token string) (id string, private bool, err error) {
	err = w.takes("find "+token, func() { id = "message-of-" + token })
	return id, false, err
}

func (w *wall) Post(_ context.Context, _, nonce string, d *discordgo.InteractionResponseData) (string, error) {
	return "1", w.takes("post "+nonce+": "+textOf(d.Components), func() {})
}

// A hand answers a request.
type hand struct {
	*wall
	request *plan.Request
}

func (h *hand) Context() context.Context { return context.Background() }

func (h *hand) Add(context.Context, plan.Content) {}

func (h *hand) Send(_ context.Context, as plan.As, c plan.Content) Sent {
	text := textOf(c.Components)
	at := rest.Message{Channel: channel, App: "1", Token: h.request.ID, Until: time.Now().Add(14 * time.Minute)}
	at.ID = h.request.Message.ID
	if as != plan.InPlace {
		at.ID = "message-of-" + h.request.ID
	}
	err := h.takes("answer "+h.request.ID+": "+text, func() {
		if as != plan.Private {
			h.texts[at.ID] = text
		}
	})
	switch {
	case err == nil:
		return Sent{Fate: Confirmed, Message: at}
	case isRefusal(err):
		return Sent{Fate: Refused, Message: at, Err: err}
	}
	return Sent{Fate: Lost, Message: at, Err: err}
}

func isRefusal(err error) bool {
	refused, ok := err.(*rest.Error) //nolint:errorlint // the tests' own
	return ok && refused.Status < http.StatusInternalServerError
}
