package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// errGone is returned for an answer to a request that is over.
var errGone = errors.New("the request that brought the interaction is over")

// An inline carries an answer in the answer to the request that brought the
// interaction. Discord says nothing to it.
type inline struct {
	bodies chan []byte   // the one answer
	wrote  chan error    // what came of writing it
	gone   chan struct{} // closed when the request is over
}

func newInline() *inline {
	return &inline{bodies: make(chan []byte), wrote: make(chan error, 1), gone: make(chan struct{})}
}

func (c *inline) carry(ctx context.Context, _ *discordgo.Interaction, r *discordgo.InteractionResponse) (sent, error) {
	body, err := json.Marshal(onWire(r))
	if err != nil {
		return sent{}, err
	}
	select {
	case c.bodies <- body:
		return sent{}, <-c.wrote
	case <-c.gone:
		return sent{}, errGone
	case <-ctx.Done():
		return sent{}, ctx.Err()
	}
}

// write waits for the answer and writes it. When there is none by the end, or
// the client has hung up, it says so. It may be called once.
func (c *inline) write(ctx context.Context, w http.ResponseWriter, end time.Time) {
	defer close(c.gone)
	limit := time.NewTimer(time.Until(end))
	defer limit.Stop()
	select {
	case body := <-c.bodies:
		c.wrote <- writeBody(w, body)
	case <-limit.C:
		http.Error(w, "no answer in time", http.StatusServiceUnavailable)
	case <-ctx.Done():
	}
}

// writeBody writes a JSON body and sends it at once.
func writeBody(w http.ResponseWriter, body []byte) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}
