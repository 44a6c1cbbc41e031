package inbox

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/matches"
	"noughts/bot/rest"
)

var pong = rest.Body{Type: "application/json", Data: []byte(`{"type":1}`)}

// ServeInteraction handles a verified interaction from an HTTP request and writes the response. It
// does not keep `body`. ctx ends when the client disconnects.
func (in *Inbox) ServeInteraction(ctx context.Context, w http.ResponseWriter, body []byte, arrived time.Time) {
	by := &inline{w: w, over: make(chan struct{})}
	err := in.receive(&interaction{shard: noShard, arrived: arrived, inline: by, done: func() {}}, body)
	switch {
	case errors.Is(err, errPing):
		_ = writeBody(w, pong) // the client may have disconnected
	case errors.Is(err, errUnreadable):
		http.Error(w, "not an interaction", http.StatusBadRequest)
	case errors.Is(err, errDuplicate), errors.Is(err, errSilent):
		w.WriteHeader(http.StatusAccepted) // errDuplicate: the other delivery gets the answer; errSilent: the member gets none
	case err != nil:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	default:
		by.wait(ctx, arrived.Add(carryLimit))
	}
}

var errGone = errors.New("the interaction's HTTP request is over")

// An inline is the HTTP request that delivered an interaction. Its response carries the first
// answer. Discord does not confirm that it has received the response.
type inline struct {
	mu   sync.Mutex
	w    http.ResponseWriter // nil once the request is answered or over
	over chan struct{}       // closed when the request is answered
}

func (c *inline) sendFirst(ctx context.Context, r *discordgo.InteractionResponse) (matches.Fate, error) {
	body, err := rest.EncodeResponse(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err != nil:
		return matches.Declined, err
	case ctx.Err() != nil:
		return matches.Declined, ctx.Err()
	case c.w == nil:
		return matches.Declined, errGone
	}
	defer close(c.over)
	w := c.w
	c.w = nil
	if err := writeBody(w, body); err != nil {
		return matches.NoReply, err
	}
	return matches.Unconfirmed, nil
}

// wait waits until the first answer is written. If there is none at the time `end`, wait responds with an error. If the
// client disconnects, wait returns, and no answer can be written any more.
func (c *inline) wait(ctx context.Context, end time.Time) {
	limit := time.NewTimer(time.Until(end))
	defer limit.Stop()
	select {
	case <-c.over:
		return
	case <-limit.C:
	case <-ctx.Done():
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.w != nil && ctx.Err() == nil {
		http.Error(c.w, "timeout", http.StatusServiceUnavailable)
	}
	c.w = nil
}

func writeBody(w http.ResponseWriter, body rest.Body) error {
	w.Header().Set("Content-Type", body.Type)
	w.Header().Set("Content-Length", strconv.Itoa(len(body.Data)))
	if _, err := w.Write(body.Data); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}
