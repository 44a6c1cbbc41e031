package bot

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

// A proxyFunc says which proxy a request is to go through, nil for none:
// http.ProxyFromEnvironment.
type proxyFunc func(*http.Request) (*url.URL, error)

// throughProxy returns a dialer whose connections go through the proxy for https
// addresses, if there is one. The websocket library has proxies of its own, but
// it would encrypt above the tap.
func throughProxy(proxy proxyFunc, direct dialFunc) dialFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		via, err := proxy(&http.Request{URL: &url.URL{Scheme: "https", Host: addr}})
		if err != nil {
			return nil, err
		}
		if via == nil {
			return direct(ctx, network, addr)
		}
		conn, err := tunnel(ctx, direct, via, addr)
		if err != nil {
			return nil, fmt.Errorf("proxy %s: %w", via.Redacted(), err)
		}
		return conn, nil
	}
}

// tunnel connects to addr through a proxy.
func tunnel(ctx context.Context, direct dialFunc, via *url.URL, addr string) (net.Conn, error) {
	conn, err := dialProxy(ctx, direct, via)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	err = askProxy(conn, via, addr)
	if !stop() {
		err = errors.Join(ctx.Err(), err)
	}
	if err != nil {
		_ = conn.Close() // the first error is the one that tells
		return nil, err
	}
	return conn, nil
}

func dialProxy(ctx context.Context, direct dialFunc, via *url.URL) (net.Conn, error) {
	switch port := via.Port(); via.Scheme {
	case "http":
		return direct(ctx, "tcp", net.JoinHostPort(via.Hostname(), orPort(port, "80")))
	case "https":
		return dialTLS(ctx, direct, nil, "tcp", net.JoinHostPort(via.Hostname(), orPort(port, "443")))
	}
	return nil, fmt.Errorf("is of kind %q, but the gateway can only be reached through http and https proxies", via.Scheme)
}

func orPort(port, usual string) string {
	if port == "" {
		return usual
	}
	return port
}

// askProxy has the proxy connect to addr.
func askProxy(conn net.Conn, via *url.URL, addr string) error {
	request := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: addr}, Host: addr, Header: http.Header{"User-Agent": {userAgent}}}
	if password, ok := via.User.Password(); ok || via.User.Username() != "" {
		pair := via.User.Username() + ":" + password
		request.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(pair)))
	}
	if err := request.Write(conn); err != nil {
		return err
	}
	// Nothing comes after the answer until we speak, so that the reader has no more.
	answer, err := http.ReadResponse(bufio.NewReader(conn), request)
	if err != nil {
		return err
	}
	_ = answer.Body.Close() // a tunnel's answer has none
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("answered %s", answer.Status)
	}
	return nil
}
