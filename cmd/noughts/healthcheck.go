package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"noughts/bot/config"
)

// healthLimit is how long the bot may take to answer. If its database does not respond, it answers after half a second.
const healthLimit = 3 * time.Second

// healthcheck asks the local bot whether it is ready: a container without a shell has no other program that can.
func healthcheck(ctx context.Context, _ []string, stdout io.Writer) error {
	get, err := config.Environment(".env")
	if err != nil {
		return err
	}
	addr, err := config.OpsAddr(get)
	switch {
	case err != nil:
		return err
	case addr == "":
		return errors.New("OPS_ADDR is off, so there is nothing to ask")
	}
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	return askReady(ctx, addr, stdout)
}

// errNotReady is wrapped by the error of askReady if a bot answered that it is not ready.
var errNotReady = errors.New("not ready")

func askReady(ctx context.Context, addr string, stdout io.Writer) error {
	// addr may have no host, as in ":8080". A dialer accepts such an address, but a URL does not. So the URL names any
	// host, and the transport connects to addr.
	transport := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, addr)
	}}
	defer transport.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://noughts/readyz", nil)
	if err != nil {
		return err
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("no answer at OPS_ADDR %s: %w", addr, err)
	}
	defer func() { _ = response.Body.Close() }()
	said, err := io.ReadAll(io.LimitReader(response.Body, 4<<10))
	if err != nil {
		return err
	}
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusServiceUnavailable:
		return fmt.Errorf("%w: %s", errNotReady, strings.TrimSpace(string(said)))
	default:
		return fmt.Errorf("another program answers at OPS_ADDR %s: %s", addr, response.Status)
	}
	_, err = stdout.Write(said)
	return err
}
