package interaction

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/object"
)

// deliverHTTP sends an interaction to its application's endpoint, in the background.
func (d *Desk) deliverHTTP(it *Interaction, address string, o Object) {
	body, err := json.Marshal(o)
	if err != nil {
		d.Log.Error("interaction lost", "error", err)
		return
	}
	send := func(ctx context.Context) {
		ctx, cancel := context.WithDeadline(ctx, it.deadline)
		defer cancel()
		if err := d.exchange(ctx, it, address, body); err != nil && ctx.Err() == nil { // an answer after the deadline counts as no answer, not as a wrong one
			d.Log.Info("refused", "endpoint", address, "error", err)
			it.refuse(err)
		}
	}
	d.outbox.start(send)
	if _, twice := d.gateway.Faults.TakeKind(it.App.ID, fault.Duplicate); twice {
		d.outbox.start(send)
	}
}

// refuse records why an answer to the interaction was refused, unless a reason is already recorded.
func (it *Interaction) refuse(err error) {
	it.App.World.Lock()
	defer it.App.World.Unlock()
	if it.refused == nil {
		it.refused = err
	}
}

// exchange posts an interaction and handles the endpoint's answer. With status 200, the body is the bot's initial
// response. Status 202 without a body means that the bot will respond by a callback request.
func (d *Desk) exchange(ctx context.Context, it *Interaction, address string, body []byte) error {
	response, err := d.post(ctx, address, body, sign(it.App, body, time.Now()))
	if err != nil {
		return fmt.Errorf("the interactions endpoint cannot be reached: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, object.MaxRequest+1))
	switch {
	case err != nil:
		return fmt.Errorf("the interactions endpoint's answer broke off: %w", err)
	case response.StatusCode == http.StatusOK:
		return d.takeInline(ctx, it, response.Header, answer)
	case response.StatusCode == http.StatusAccepted && len(answer) == 0:
		return nil
	case response.StatusCode == http.StatusAccepted:
		return fmt.Errorf("the interactions endpoint answered 202 with a body")
	}
	return fmt.Errorf("the interactions endpoint answered HTTP %d", response.StatusCode)
}

// takeInline handles an inline answer as a request to the callback route, so that the same checks,
// observers and faults apply.
func (d *Desk) takeInline(ctx context.Context, it *Interaction, header http.Header, body []byte) (err error) {
	path := "/api/v10/interactions/" + it.ID + "/" + it.Token + "/callback"
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", header.Get("Content-Type"))
	r.Header.Set("User-Agent", "DiscordBot (inline answer, 1)") // required by the API; the endpoint's answer has none
	r.RemoteAddr = "endpoint of " + it.App.ID
	defer func() {
		if p := recover(); p == http.ErrAbortHandler { //nolint:errorlint // faults panic with this value
			err = fmt.Errorf("the inline answer was lost by a fault")
		} else if p != nil {
			panic(p)
		}
	}()
	if status, answer := d.Callback(r); status >= http.StatusBadRequest {
		return fmt.Errorf("the inline answer was refused: HTTP %d: %s", status, answer)
	}
	return nil
}

// post sends a signed body to an endpoint. The caller closes the answer's body.
func (d *Desk) post(ctx context.Context, address string, body []byte, signed signature) (*http.Response, error) {
	client, _ := d.outbox.open()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", endpointAgent)
	r.Header.Set(headerSignature, signed.Hex)
	r.Header.Set(headerTimestamp, signed.Stamp)
	return client.Do(r)
}
