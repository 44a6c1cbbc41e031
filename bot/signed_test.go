package bot

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

const thePath = "/interactions"

func echo(w http.ResponseWriter, _ *http.Request, body []byte, _ time.Time) { _, _ = w.Write(body) }

func newServer(h signedHandler) *signedServer {
	return newSignedServer(newSigner(1).public(), thePath, h, slog.New(slog.DiscardHandler))
}

func post(url, body string) *http.Request {
	r, err := http.NewRequest(http.MethodPost, url+thePath, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	r.Header = newSigner(1).sign(strconv.FormatInt(time.Now().Unix(), 10), []byte(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}

// An unread is a request body that fails the test if it is read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

// A request with invalid headers is refused before its body is read.
func TestRefusedByTheHeaders(t *testing.T) {
	t.Parallel()
	changed := func(change func(*http.Request)) *http.Request {
		r := httptest.NewRequest(http.MethodPost, thePath, unread{t})
		r.Header, r.ContentLength = post("", "{}").Header, 2
		change(r)
		return r
	}
	set := func(name, value string) *http.Request {
		return changed(func(r *http.Request) { r.Header.Set(name, value) })
	}
	length := func(n int64) *http.Request { return changed(func(r *http.Request) { r.ContentLength = n }) }
	for name, c := range map[string]struct {
		r    *http.Request
		want int
	}{
		"no signature": {set(headerSignature, ""), 401}, "short": {set(headerSignature, "abcd"), 401},
		"not hexadecimal": {set(headerSignature, strings.Repeat("x", 128)), 401},
		"no time":         {set(headerTimestamp, ""), 401}, "a time in words": {set(headerTimestamp, "now"), 401},
		"a form": {set("Content-Type", "application/x-www-form-urlencoded"), 415}, "no type": {set("Content-Type", ""), 415},
		"no length": {length(-1), 411}, "empty": {length(0), 411}, "too large": {length(maxSignedBody + 1), 413},
	} {
		w := httptest.NewRecorder()
		newServer(func(http.ResponseWriter, *http.Request, []byte, time.Time) { t.Errorf("%s was handled", name) }).http.Handler.ServeHTTP(w, c.r)
		if w.Code != c.want || w.Header().Get("Connection") != "close" {
			t.Errorf("%s: %d, Connection %q, want %d", name, w.Code, w.Header().Get("Connection"), c.want)
		}
	}
}

func TestASignedBodyIsHandled(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"{}", strings.Repeat("x", maxSignedBody)} {
		w := httptest.NewRecorder()
		newServer(echo).http.Handler.ServeHTTP(w, post("", body))
		if w.Code != 200 || w.Body.String() != body {
			t.Errorf("%d bytes: %d with %d bytes", len(body), w.Code, w.Body.Len())
		}
	}
}

// pipes is a net.Listener without a network. It accepts the connections that dial makes.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p pipes) dial() net.Conn {
	client, server := net.Pipe()
	p <- server
	return client
}

// head is the beginning of a request with an invalid signature. It does not have the Content-Length.
var head = "POST /interactions HTTP/1.1\r\nHost: bot.test\r\nContent-Type: application/json\r\n" +
	headerSignature + ": " + strings.Repeat("0", 128) + "\r\n" + headerTimestamp + ": 1\r\n"

func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		begins string
		drip   string
		within time.Duration
	}{
		"silent from the start":  {"", "", 3 * time.Second},
		"slow with its headers":  {head, "X: y\r\n", 3 * time.Second},
		"slow with its body":     {head + "Content-Length: 1000\r\n\r\n", " ", 3 * time.Second},
		"headers without an end": {head, "X-Long: " + strings.Repeat("y", 2000) + "\r\n", 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				server := newServer(echo)
				l := make(pipes)
				go func() { _ = server.Serve(l) }()
				client := l.dial()
				begun := time.Now()
				var dripping sync.WaitGroup
				dripping.Go(func() {
					_, err := io.WriteString(client, c.begins)
					for err == nil {
						time.Sleep(300 * time.Millisecond)
						_, err = io.WriteString(client, c.drip)
						if c.drip == "" {
							return
						}
					}
				})
				_, _ = io.Copy(io.Discard, client) // until the server closes the connection
				if took := time.Since(begun); took > c.within+time.Second {
					t.Errorf("cut off after %v", took)
				}
				_ = client.Close()
				dripping.Wait()
				close(l)
				server.Shutdown(t.Context())
			})
		})
	}
}

func dial(t *testing.T, address, sends string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	go func() { _, _ = io.WriteString(c, sends) }() // the server may close the connection at any time, so an error is no failure
	return c
}

// listen runs the server on the loopback interface until the test ends, and returns its address.
func (s *signedServer) listen(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = s.Serve(l)
	}()
	t.Cleanup(func() {
		s.Shutdown(t.Context()) // the test's context has ended, so Shutdown does not wait
		<-served
	})
	return l.Addr().String()
}

// signedMembers starts four goroutines that post signed requests in a loop, each request on a new connection. `stop` ends the
// loops and returns the number of answers. Any failure is an error of the test.
func signedMembers(t *testing.T, address string) (stop func() (answered int)) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 3 * time.Second}
	var answered atomic.Int64
	var over atomic.Bool
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for more := 20; more > 0; { // each goroutine makes 20 more requests after stop was called
				if over.Load() {
					more--
				}
				answer, err := client.Do(post("http://"+address, strings.Repeat("x", 10_000)))
				if err != nil {
					t.Errorf("a member: %v", err)
					return
				}
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
				if answer.StatusCode != http.StatusOK {
					t.Errorf("a member was answered %d", answer.StatusCode)
				}
				answered.Add(1)
			}
		})
	}
	return func() int {
		over.Store(true)
		wg.Wait()
		return int(answered.Load())
	}
}

// inUse returns how many bytes of memory this process holds: those that it has got from the operating system, without
// those that it has given back.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}

var strangers = flag.Int("strangers", 300, "how many connections TestStrangersTakeLittleRoom opens")

// TestStrangersTakeLittleRoom opens many connections that send all but the last byte of the largest body. It checks
// that they take little memory, and that members' requests are still answered. To open more connections:
//
//	go test ./bot -run Strangers -strangers 3000 -v
func TestStrangersTakeLittleRoom(t *testing.T) { // not parallel, because it measures memory
	s := newServer(echo)
	address := s.listen(t)
	runtime.GC()
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)
	before := inUse()
	stop := signedMembers(t, address)
	sends := head + "Content-Length: " + strconv.Itoa(maxSignedBody) + "\r\n\r\n" + strings.Repeat(" ", maxSignedBody-1)
	var most uint64
	conns := make([]net.Conn, *strangers)
	for n := range conns {
		conns[n] = dial(t, address, sends)
		if n%50 == 49 {
			most = max(most, inUse())
		}
	}
	answered := stop()
	most = max(most, inUse())
	for _, c := range conns {
		_ = c.Close()
	}
	s.Shutdown(context.Background())
	runtime.GC()
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	t.Logf("%d strangers: %d MB at most, where it had been %d; %d MB of the heap are left; %d answers to members",
		*strangers, most>>20, before>>20, after.HeapAlloc>>20, answered)
	if room := before + 100<<20; most > room {
		t.Errorf("%d MB are in use, want at most %d", most>>20, room>>20)
	}
	if left := heap.HeapAlloc + 4<<20; after.HeapAlloc > left {
		t.Errorf("%d bytes are left when all have gone, want at most %d", after.HeapAlloc, left)
	}
}

// TestConnectionsThatWaitMakePlace checks which connections the server closes if there are too many: first those that
// have not sent a signed request, then those that wait for their next one. It never closes a connection while it
// answers a request on it.
func TestConnectionsThatWaitMakePlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		answer := make(chan struct{})
		s := newServer(func(http.ResponseWriter, *http.Request, []byte, time.Time) { <-answer })
		s.conns.most = 3
		l := make(pipes)
		go func() { _ = s.Serve(l) }()
		open := func(name, sends string) (closed func() bool) {
			c, over := l.dial(), false
			go func() {
				go func() { _, _ = io.WriteString(c, sends) }()
				_, _ = io.Copy(io.Discard, c)
				over = true
			}()
			time.Sleep(time.Millisecond)
			synctest.Wait()
			return func() bool {
				synctest.Wait()
				return over
			}
		}
		signed := newSigner(1).sign(strconv.FormatInt(time.Now().Unix(), 10), []byte("{}"))
		request := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n%s: %s\r\n%s: %s\r\n\r\n{}",
			thePath, headerSignature, signed.Get(headerSignature), headerTimestamp, signed.Get(headerTimestamp))
		member := open("member", request)
		first, second := open("first", ""), open("second", head)
		if first() || second() {
			t.Error("a connection was closed while there was room")
		}
		third := open("third", "")
		if member() || !first() || second() || third() {
			t.Errorf("closed: %v of the member, %v, %v, %v of the strangers", member(), first(), second(), third())
		}
		open("another member", request)
		open("and one more", request)
		if fourth := open("fourth", ""); member() || !fourth() {
			t.Error("a connection that is served was closed for one that is not")
		}
		for range 3 { // answers the three waiting requests one after the other, the member's first
			answer <- struct{}{}
			time.Sleep(time.Second)
		}
		if open("fifth", ""); !member() { // of all connections, the member's has now waited longest for its next request
			t.Error("all that wait are signed, and none made place")
		}
		close(l)
		s.Shutdown(t.Context())
		time.Sleep(time.Minute)
	})
}

func TestLargeSlowBodiesMakePlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := &bodies{most: 1000}
		var ended []string
		begin := func(name string, size int) *body {
			time.Sleep(time.Second)
			return b.begin(size, func() { ended = append(ended, name) })
		}
		small, large, late := begin("small", 10), begin("large", 500), begin("late", 490)
		if len(ended) > 0 {
			t.Errorf("%v ended while there was room", ended)
		}
		begin("more", 400)
		if fmt.Sprint(ended) != "[large]" || !b.dropped(large) || b.dropped(small) {
			t.Errorf("%v ended", ended)
		}
		b.done(large)
		b.done(late)
		begin("whole", 1000)
		if fmt.Sprint(ended) != "[large more small]" || b.size != 1000 {
			t.Errorf("%v ended, %d bytes are being read", ended, b.size)
		}
	})
}
