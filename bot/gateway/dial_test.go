package gateway

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
)

// A connectProxy is an HTTP proxy. It answers CONNECT requests for any address with a tunnel to one server.
type connectProxy struct {
	t        *testing.T
	listener net.Listener
	to       DialFunc
	answer   string // the response to each CONNECT if the proxy refuses, "" if it opens tunnels
	asked    chan *http.Request
}

func newConnectProxy(t *testing.T, to DialFunc, answer string) *connectProxy {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	p := &connectProxy{t: t, listener: l, to: to, answer: answer, asked: make(chan *http.Request, 16)}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return p
}

func (p *connectProxy) serve(c net.Conn) {
	defer func() { _ = c.Close() }()
	r, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return
	}
	p.asked <- r
	if p.answer != "" {
		_, _ = io.WriteString(c, p.answer)
		return
	}
	server, err := p.to(context.Background(), "tcp", r.Host)
	if err != nil {
		p.t.Error(err)
		return
	}
	defer func() { _ = server.Close() }()
	_, _ = io.WriteString(c, "HTTP/1.1 200 Connection established\r\n\r\n")
	go func() {
		_, _ = io.Copy(server, c)
		_ = server.Close()
	}()
	_, _ = io.Copy(c, server)
}

// dials opens a connection to a gateway through the proxy, with a user and a password in the proxy's URL.
func (p *connectProxy) dials(scheme, address string) (*Conn, error) {
	u := &url.URL{Scheme: scheme, User: url.UserPassword("me", "secret"), Host: p.listener.Addr().String()}
	return Dial(p.t.Context(), address, (&net.Dialer{}).DialContext, func(*http.Request) (*url.URL, error) { return u, nil })
}

func TestTheGatewayIsReachedThroughAProxy(t *testing.T) {
	t.Parallel()
	discord := discordtest.NewServer()
	discord.StartInMemory()
	defer discord.Close()
	proxy := newConnectProxy(t, discord.DialContext, "")
	address := "ws" + strings.TrimPrefix(discord.URL(), "http") + "/gateway?v=9&encoding=json"
	conn, err := proxy.dials("http", address)
	must(t, err)
	defer conn.abort(End{})
	asked := <-proxy.asked
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte("me:secret"))
	if asked.Method != http.MethodConnect || !strings.Contains(address, asked.Host[:strings.Index(asked.Host, ":")]) || asked.Header.Get("Proxy-Authorization") != want {
		t.Errorf("%s %s with %v", asked.Method, asked.Host, asked.Header)
	}
	if p, ok := conn.read(); !ok || p.Op != opHello {
		t.Errorf("op %d came instead of HELLO", p.Op)
	}
}

func TestProxiesThatRefuse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ scheme, answer, want string }{
		"forbidden":        {"http", "HTTP/1.1 403 Forbidden\r\n\r\n", "Forbidden"},
		"no HTTP":          {"http", "220 mail.example.com\r\n\r\n", "malformed"},
		"a kind we lack":   {"ftp", "", "unknown scheme: ftp"},
		"no TLS to speak":  {"https", "HTTP/1.1 200 OK\r\n\r\n", "EOF"},
		"silence at first": {"http", " ", "malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := newConnectProxy(t, nil, c.answer).dials(c.scheme, "wss://gateway.discord.gg")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v, want %q", err, c.want)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the password is readable: %v", err)
			}
		})
	}
}

func TestAProxyOverTLS(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = slog.NewLogLogger(quiet.Handler(), slog.LevelInfo)
	server.StartTLS()
	defer server.Close()
	u, err := url.Parse(server.URL)
	must(t, err)
	_, err = Dial(t.Context(), "wss://gateway.discord.gg", (&net.Dialer{}).DialContext, func(*http.Request) (*url.URL, error) { return u, nil })
	if err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("%v", err)
	}
}

func TestAProxyThatSaysNothing(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"http", "https"} {
		t.Run(scheme, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				begun := time.Now()
				_, err := Dial(ctx, "wss://gateway.discord.gg", mute, func(*http.Request) (*url.URL, error) { return url.Parse(scheme + "://proxy.test") })
				if err == nil || time.Since(begun) != time.Second {
					t.Errorf("%v after %v", err, time.Since(begun))
				}
			})
		})
	}
}

// Dial connects to the address of the proxy that the ProxyFunc returns, or to the gateway itself without a proxy.
func TestWhichProxyIsTaken(t *testing.T) {
	t.Parallel()
	for proxy, want := range map[string]string{
		"": "gateway.discord.gg:443", "http://proxy.test": "proxy.test:80", "https://proxy.test": "proxy.test:443", "https://proxy.test:8443": "proxy.test:8443",
	} {
		var dialled string
		direct := func(_ context.Context, _, addr string) (net.Conn, error) {
			dialled = addr
			return nil, io.EOF
		}
		which := func(r *http.Request) (*url.URL, error) {
			if r.URL.Scheme != "https" || r.URL.Host != "gateway.discord.gg" {
				t.Errorf("asked about %v", r.URL)
			}
			if proxy == "" {
				return nil, nil //nolint:nilnil // as http.ProxyFromEnvironment has it
			}
			return url.Parse(proxy)
		}
		if _, err := Dial(t.Context(), "wss://gateway.discord.gg", direct, which); !errors.Is(err, io.EOF) || dialled != want {
			t.Errorf("through %q it dialled %q: %v", proxy, dialled, err)
		}
	}
	broken := func(*http.Request) (*url.URL, error) { return nil, io.ErrNoProgress }
	if _, err := Dial(t.Context(), "wss://gateway.discord.gg", nil, broken); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a broken setting: %v", err)
	}
}
