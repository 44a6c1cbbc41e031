package discordtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"
)

// ErrEndpoint is wrapped by the errors of interactions endpoints: of URLs that
// Discord would not accept, and of answers that it would not take.
var ErrEndpoint = errors.New("discordtest: the interactions endpoint could not be verified")

// verifyTime is how long an endpoint has to answer each request that verifies it.
const verifyTime = 3 * time.Second

// SetInteractionsURL makes the application take its interactions by HTTP, as the
// field of that name in Discord's developer portal does: from now on none comes
// over the gateway. "" goes back to the gateway. Discord wants https; this one
// takes http, too.
//
// The URL is accepted when it answers a PING rightly and wrong signatures with
// 401. Errors: ErrEndpoint with what was wrong; the URL stays as it was.
func (a *Application) SetInteractionsURL(address string) error {
	if address != "" {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return fmt.Errorf("%w: %q is no URL of a web server", ErrEndpoint, address)
		}
		if err := a.verifyEndpoint(address); err != nil {
			return err
		}
	}
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	a.endpoint = address
	return nil
}

// InteractionsURL returns where interactions are sent by HTTP, "" when they come
// over the gateway.
func (a *Application) InteractionsURL() string {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	return a.endpoint
}

// ProbeSignature sends requests with wrong signatures, as Discord does now and
// then to see whether somebody still looks. When one of them is not answered
// with 401, the URL is removed as Discord would, and the error wraps ErrEndpoint.
// Without an URL it does nothing.
func (a *Application) ProbeSignature() error {
	address := a.InteractionsURL()
	if address == "" {
		return nil
	}
	err := a.probe(address)
	if err != nil {
		a.server.mu.Lock()
		defer a.server.mu.Unlock()
		a.endpoint = ""
	}
	return err
}

// verifyEndpoint does what Discord does before it accepts an URL.
func (a *Application) verifyEndpoint(address string) error {
	ping := a.newPing()
	ctx, cancel := context.WithTimeout(context.Background(), verifyTime)
	defer cancel()
	if err := a.server.checkPong(ctx, address, ping, a.sign(ping, time.Now())); err != nil {
		return fmt.Errorf("%w: %w", ErrEndpoint, err)
	}
	return a.probe(address)
}

// probe sends a PING with each kind of wrong signature.
func (a *Application) probe(address string) error {
	for _, f := range forgeries {
		ping := a.newPing()
		body, signed := f.forge(a, ping, time.Now())
		ctx, cancel := context.WithTimeout(context.Background(), verifyTime)
		err := a.server.checkRefused(ctx, address, body, signed)
		cancel()
		if err != nil {
			return fmt.Errorf("%w: %s: %w", ErrEndpoint, f.name, err)
		}
	}
	return nil
}

// A pingObject is a PING: an interaction that nobody has caused.
type pingObject struct {
	ID                Snowflake            `json:"id"`
	ApplicationID     Snowflake            `json:"application_id"`
	Type              int                  `json:"type"`
	Token             string               `json:"token"`
	Version           int                  `json:"version"`
	User              UserObject           `json:"user"`
	Entitlements      []any                `json:"entitlements"`
	AuthorizingOwners map[string]Snowflake `json:"authorizing_integration_owners"`
}

// newPing returns a PING as it is sent.
func (a *Application) newPing() []byte {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	raw, err := json.Marshal(pingObject{
		ID: a.server.snowflake(), ApplicationID: a.ID, Type: interactionPing, Token: randomText(86), Version: 1,
		User: a.owner(), Entitlements: []any{}, AuthorizingOwners: map[string]Snowflake{},
	})
	if err != nil {
		panic("discordtest: a PING that is not JSON: " + err.Error()) // a mistake of this package
	}
	return raw
}
