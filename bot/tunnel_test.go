package bot

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A connectProxy is a proxy that opens tunnels to one listener, whatever the
// address.
type connectProxy struct {
	t        *testing.T
	listener net.Listener
	to       dialFunc
	answer   string // for refusals
	asked    chan *http.Request
}

func newConnectProxy(t *testing.T, to dialFunc, answer string) *connectProxy {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
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

// via returns a dialer through the proxy, named with a password.
func (p *connectProxy) via(scheme string) dialFunc {
	u := &url.URL{Scheme: scheme, User: url.UserPassword("me", "secret"), Host: p.listener.Addr().String()}
	return throughProxy(func(*http.Request) (*url.URL, error) { return u, nil }, (&net.Dialer{}).DialContext)
}

// echo is a server that says what it is told, once.
func echo(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	go func() {
		defer func() { _ = theirs.Close() }()
		buffer := make([]byte, 100)
		n, _ := theirs.Read(buffer)
		_, _ = theirs.Write(buffer[:n])
	}()
	return ours, ctx.Err()
}

func TestATunnelThroughAProxy(t *testing.T) {
	t.Parallel()
	proxy := newConnectProxy(t, echo, "")
	c, err := proxy.via("http")(t.Context(), "tcp", "gateway.discord.gg:443")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	asked := <-proxy.asked
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte("me:secret"))
	if asked.Method != http.MethodConnect || asked.Host != "gateway.discord.gg:443" || asked.Header.Get("Proxy-Authorization") != want {
		t.Errorf("%s %s with %v", asked.Method, asked.Host, asked.Header)
	}
	if _, err := io.WriteString(c, "hello"); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(c); string(got) != "hello" || err != nil {
		t.Errorf("%q, %v came back", got, err)
	}
}

func TestProxiesThatRefuse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ scheme, answer, want string }{
		"forbidden":        {"http", "HTTP/1.1 403 Forbidden\r\n\r\n", "answered 403 Forbidden"},
		"no HTTP":          {"http", "220 mail.example.com\r\n\r\n", "malformed"},
		"a kind we lack":   {"socks5", "", `is of kind "socks5"`},
		"no TLS to speak":  {"https", "HTTP/1.1 200 OK\r\n\r\n", "EOF"},
		"silence at first": {"http", " ", "malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := newConnectProxy(t, echo, c.answer).via(c.scheme)(t.Context(), "tcp", "gateway.discord.gg:443")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v, want %q", err, c.want)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the password is readable: %v", err)
			}
		})
	}
}

func TestAProxyThatSaysNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mute := func(context.Context, string, string) (net.Conn, error) {
			ours, theirs := net.Pipe()
			go func() { _, _ = io.Copy(io.Discard, theirs) }()
			return ours, nil
		}
		dial := throughProxy(func(*http.Request) (*url.URL, error) { return url.Parse("http://proxy.test") }, mute)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := dial(ctx, "tcp", "gateway.discord.gg:443"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
	})
}

func TestWithoutAProxyConnectionsAreDirect(t *testing.T) {
	t.Parallel()
	none := func(r *http.Request) (*url.URL, error) {
		if r.URL.Scheme != "https" || r.URL.Host != "gateway.discord.gg:443" {
			t.Errorf("asked about %v", r.URL)
		}
		return nil, nil //nolint:nilnil // as http.ProxyFromEnvironment has it
	}
	var dialled string
	direct := func(_ context.Context, _, addr string) (net.Conn, error) {
		dialled = addr
		return nil, io.EOF
	}
	if _, err := throughProxy(none, direct)(t.Context(), "tcp", "gateway.discord.gg:443"); !errors.Is(err, io.EOF) || dialled != "gateway.discord.gg:443" {
		t.Errorf("dialled %q: %v", dialled, err)
	}
	broken := func(*http.Request) (*url.URL, error) { return nil, io.ErrNoProgress }
	if _, err := throughProxy(broken, direct)(t.Context(), "tcp", "x:443"); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a broken setting: %v", err)
	}
}
