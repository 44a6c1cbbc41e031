package gateway

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const handshakeLimit = 10 * time.Second

// A DialFunc opens network connections, as net.Dialer.DialContext does.
type DialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// A ProxyFunc returns the proxy for a request, or nil for none, as http.ProxyFromEnvironment does.
type ProxyFunc func(*http.Request) (*url.URL, error)

// Dial opens a connection to the gateway at a ws or wss URL. The function `proxy`, if not nil, returns
// the proxy to use. Dial takes at most ten seconds.
func Dial(ctx context.Context, address string, dial DialFunc, proxy ProxyFunc) (*Conn, error) {
	begun := time.Now()
	var via *url.URL
	stop := func() bool { return true }
	dialer := websocket.Dialer{
		HandshakeTimeout: handshakeLimit,
		NetDialContext: func(limited context.Context, network, addr string) (net.Conn, error) {
			conn, err := dial(limited, network, addr)
			if err != nil {
				return nil, err
			}
			// Close the connection if ctx is cancelled: the library obeys the deadline of a context, but not its
			// cancellation.
			stop = context.AfterFunc(ctx, func() { _ = conn.Close() })
			if via == nil || via.Scheme != "https" {
				return conn, nil
			}
			secure := tls.Client(conn, &tls.Config{ServerName: via.Hostname(), NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12})
			if err := secure.HandshakeContext(limited); err != nil {
				_ = conn.Close() // the error of the handshake is returned
				return nil, err
			}
			return secure, nil
		},
	}
	if proxy != nil {
		dialer.Proxy = func(r *http.Request) (_ *url.URL, err error) {
			if via, err = proxy(r); err != nil || via == nil || via.Scheme != "https" {
				return via, err
			}
			plain := *via // the library cannot use a proxy over TLS: it gets an http URL, and the function above dials over TLS
			plain.Scheme, plain.Host = "http", net.JoinHostPort(via.Hostname(), cmp.Or(via.Port(), "443"))
			return &plain, nil
		}
	}
	ws, response, err := dialer.DialContext(ctx, address, nil) //nolint:bodyclose // the library has read what there is of it
	canceled := !stop()
	switch {
	case canceled && err == nil:
		_ = ws.Close()
		return nil, ctx.Err()
	case err != nil && response != nil:
		return nil, fmt.Errorf("%w: %s", err, response.Status)
	case err != nil && via != nil:
		return nil, fmt.Errorf("proxy %s: %w", via.Redacted(), err)
	case err != nil:
		return nil, err
	}
	return newConn(ws, begun), nil
}

// Probe opens a connection to the gateway and closes it without logging in. Errors: those of Dial.
func Probe(ctx context.Context, gateway string, dial DialFunc, proxy ProxyFunc) error {
	conn, err := Dial(ctx, gateway, dial, proxy)
	if err != nil {
		return err
	}
	conn.closeWith(websocket.CloseNormalClosure)
	return nil
}

func dialURL(gateway string) (string, error) {
	u, err := url.Parse(gateway)
	if err != nil {
		return "", err
	}
	if u.Path == "" {
		u.Path = "/"
	}
	query := u.Query()
	query.Set("v", discordgo.APIVersion)
	query.Set("encoding", "json")
	u.RawQuery = query.Encode()
	return u.String(), nil
}

// resumeURL returns the address for a RESUME of a session that began at the address `usual`. It uses Discord's
// recommended address only if that has the same domain and scheme as `usual`: the bot's token is sent there, and a
// proxy that the owner has configured must not be bypassed.
func resumeURL(usual, recommended string) string {
	u, err := url.Parse(usual)
	if err != nil {
		return usual
	}
	r, err := url.Parse(recommended)
	if err != nil || r.Scheme != u.Scheme || domain(r.Hostname()) != domain(u.Hostname()) {
		return usual
	}
	return recommended
}

func domain(host string) string {
	labels := strings.Split(host, ".")
	if last := labels[len(labels)-1]; len(labels) <= 2 || strings.Trim(last, "0123456789") == "" {
		return host
	}
	return strings.Join(labels[len(labels)-2:], ".")
}
