package interaction

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// ErrEndpoint is wrapped by every error about an interactions endpoint whose URL or answers Discord would not accept.
var ErrEndpoint = errors.New("discordtest: the interactions endpoint could not be verified")

// verifyTime is the timeout for each request that verifies an endpoint.
const verifyTime = 3 * time.Second

// SetInteractionsURL makes the application receive its interactions by HTTP, like the field "Interactions Endpoint URL"
// in Discord's developer portal. From then on, no interaction comes over the gateway. "" switches back to the gateway.
// Discord requires https; the emulator accepts http too.
//
// The endpoint must answer a PING correctly, and requests with wrong signatures with 401. Otherwise the URL does not
// change, and the error wraps ErrEndpoint and says why.
func (d *Desk) SetInteractionsURL(a *world.Application, address string) error {
	if address != "" {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return fmt.Errorf("%w: %q is no URL of a web server", ErrEndpoint, address)
		}
		if err := d.verify(a, address); err != nil {
			return err
		}
	}
	d.world.Lock()
	defer d.world.Unlock()
	a.Endpoint = address
	return nil
}

// InteractionsURL returns the URL of the application's interactions endpoint, or "" if interactions
// come over the gateway.
func (d *Desk) InteractionsURL(a *world.Application) string {
	d.world.Lock()
	defer d.world.Unlock()
	return a.Endpoint
}

// ProbeSignature sends requests with wrong signatures, as Discord does now and then to check the endpoint. If
// one of them is not answered with 401, the URL is removed, as Discord would do, and the error wraps
// ErrEndpoint. Without a URL it does nothing.
func (d *Desk) ProbeSignature(a *world.Application) error {
	address := d.InteractionsURL(a)
	if address == "" {
		return nil
	}
	err := d.probe(a, address)
	if err != nil {
		d.world.Lock()
		defer d.world.Unlock()
		a.Endpoint = ""
	}
	return err
}

// verify checks a new URL as Discord does.
func (d *Desk) verify(a *world.Application, address string) error {
	ping := d.newPing(a)
	ctx, cancel := context.WithTimeout(context.Background(), verifyTime)
	defer cancel()
	if err := d.checkPong(ctx, address, ping, sign(a, ping, time.Now())); err != nil {
		return fmt.Errorf("%w: %w", ErrEndpoint, err)
	}
	return d.probe(a, address)
}

// probe sends a PING with each kind of wrong signature. It returns an error unless all of them are refused.
func (d *Desk) probe(a *world.Application, address string) error {
	for _, f := range forgeries {
		ping := d.newPing(a)
		body, signed := f.Forge(a, ping, time.Now())
		ctx, cancel := context.WithTimeout(context.Background(), verifyTime)
		err := d.checkRefused(ctx, address, body, signed)
		cancel()
		if err != nil {
			return fmt.Errorf("%w: %s: %w", ErrEndpoint, f.Name, err)
		}
	}
	return nil
}

// checkPong sends a PING and returns an error if the answer is not a correct PONG.
func (d *Desk) checkPong(ctx context.Context, address string, ping []byte, signed signature) error {
	response, err := d.post(ctx, address, ping, signed)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	var pong struct {
		Type int `json:"type"`
	}
	switch err := json.NewDecoder(io.LimitReader(response.Body, object.MaxRequest)).Decode(&pong); {
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("a PING was answered with HTTP %d", response.StatusCode)
	case kind != "application/json":
		return fmt.Errorf("a PING was answered with the Content-Type %q", kind)
	case err != nil:
		return fmt.Errorf("a PING was answered with no JSON: %w", err)
	case pong.Type != CallbackPong:
		return fmt.Errorf("a PING was answered with type %d", pong.Type)
	}
	return nil
}

// checkRefused sends a body with a wrong signature and returns an error unless the endpoint answers with 401.
func (d *Desk) checkRefused(ctx context.Context, address string, body []byte, signed signature) error {
	response, err := d.post(ctx, address, body, signed)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, object.MaxRequest)) // so that the connection can be reused
	if response.StatusCode != http.StatusUnauthorized {
		return fmt.Errorf("answered with HTTP %d, not 401", response.StatusCode)
	}
	return nil
}

// A pingObject is the payload of a PING, which Discord sends to check an endpoint.
type pingObject struct {
	ID                object.Snowflake            `json:"id"`
	ApplicationID     object.Snowflake            `json:"application_id"`
	Type              int                         `json:"type"`
	Token             string                      `json:"token"`
	Version           int                         `json:"version"`
	User              object.UserObject           `json:"user"`
	Entitlements      []any                       `json:"entitlements"`
	AuthorizingOwners map[string]object.Snowflake `json:"authorizing_integration_owners"`
}

// newPing returns the JSON of a new PING.
func (d *Desk) newPing(a *world.Application) []byte {
	d.world.Lock()
	defer d.world.Unlock()
	raw, err := json.Marshal(pingObject{
		ID: d.world.Snowflake(), ApplicationID: a.ID, Type: TypePing, Token: world.RandomText(86), Version: 1,
		User: a.Owner(), Entitlements: []any{}, AuthorizingOwners: map[string]object.Snowflake{},
	})
	if err != nil {
		panic("discordtest: a PING that is not JSON: " + err.Error()) // a bug in this package
	}
	return raw
}
